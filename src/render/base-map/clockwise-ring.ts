import { backwards, twiceArea } from '../../geo/flat-lines.js';
import type { LineDegrees } from '../path-writer.js';

/**
 * A closed ring, opened, as d3-geo fills what is inside of it: the other way round would be all the earth but
 * the island. Some islands of the packages run that way, and leaving out near points may turn one round that
 * is no larger than these are apart.
 * @returns null for a ring with nothing inside
 */
export function clockwiseRing(closed: LineDegrees, leastStep: number): LineDegrees | null {
  const twice = twiceArea(closed);
  if (closed.length < 8 || Math.abs(twice) < leastStep ** 2) return null;
  const open = closed.slice(0, -2);
  return twice < 0 ? open : backwards(open);
}
