import { isInRing, twiceArea } from '../flat-lines.js';
import type { GridRing } from './contour.js';

/** An outer ring with its holes. */
export interface NestedRings {
  outer: GridRing;
  holes: GridRing[];
  /** Area of the outer ring, in squares of its unit. */
  area: number;
}

/** Groups contours that do not cross: each hole joins the smallest outer ring around it. */
export function nestRings(rings: readonly GridRing[]): NestedRings[] {
  const parts: NestedRings[] = [];
  const holes: { ring: GridRing; area: number }[] = [];
  for (const ring of rings) {
    const area = twiceArea(ring) / 2;
    if (area > 0) parts.push({ outer: ring, holes: [], area });
    else holes.push({ ring, area: -area });
  }
  parts.sort((a, b) => b.area - a.area);
  for (const { ring, area } of holes) {
    const around = parts.findLast((part) => part.area > area && isInRing(ring[0]!, ring[1]!, part.outer));
    around?.holes.push(ring);
  }
  return parts;
}
