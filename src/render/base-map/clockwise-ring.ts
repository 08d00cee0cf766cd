import type { LineDegrees } from '../path-writer.js';

/**
 * A closed ring, opened, as d3-geo fills what is inside of it: the other way round would be all the earth but
 * the island. Some islands of the packages run that way, and leaving out near points may turn one round that
 * is no larger than these are apart.
 * @returns null for a ring with nothing inside
 */
export function clockwiseRing(closed: LineDegrees, leastStep: number): LineDegrees | null {
  let double = 0;
  for (let i = 2; i < closed.length; i += 2)
    double +=
      (closed[i - 2]! - closed[0]!) * (closed[i + 1]! - closed[1]!) -
      (closed[i]! - closed[0]!) * (closed[i - 1]! - closed[1]!);
  if (closed.length < 8 || Math.abs(double) < leastStep ** 2) return null;
  const open = closed.slice(0, -2);
  if (double < 0) return open;
  const turned: LineDegrees = [];
  for (let i = open.length - 2; i >= 0; i -= 2) turned.push(open[i]!, open[i + 1]!);
  return turned;
}
