import type { GridRing } from './contour.js';

/** An outer ring with its holes. */
export interface NestedRings {
  outer: GridRing;
  holes: GridRing[];
  /** Area of the outer ring, in squares of its unit. */
  area: number;
}

/** Signed area, positive for rings that run counter-clockwise. */
export function signedArea(ring: GridRing): number {
  let twice = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    twice += ring[j]! * ring[i + 1]! - ring[i]! * ring[j + 1]!;
  }
  return twice / 2;
}

/**
 * Point in ring by the even-odd rule; a point on the ring may be on either side.
 * @param count how many numbers of the ring count
 */
export function isInRing(x: number, y: number, ring: GridRing, count = ring.length): boolean {
  let isIn = false;
  for (let i = 0, j = count - 2; i < count; j = i, i += 2) {
    const [xa, ya, xb, yb] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!];
    if (ya > y !== yb > y && x < ((xb - xa) * (y - ya)) / (yb - ya) + xa) isIn = !isIn;
  }
  return isIn;
}

/** Groups contours that do not cross: each hole joins the smallest outer ring around it. */
export function nestRings(rings: readonly GridRing[]): NestedRings[] {
  const parts: NestedRings[] = [];
  const holes: { ring: GridRing; area: number }[] = [];
  for (const ring of rings) {
    const area = signedArea(ring);
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
