/**
 * Open ring as lon, lat, … in whole millionths of a degree (0.1 m): with integers, whether a point lies on a
 * line is exact.
 */
export type MicrodegreeRing = Float64Array;
/** An outer ring and its holes. */
export type Rings = MicrodegreeRing[];

/** Error of an unusable area; the message follows `the service answered an area `. */
export class UnusableArea extends Error {}

/** Bound on points that are parsed. */
const MAX_POINTS = 100_000;
const MAX_RINGS = 500;
/** Units per degree. */
export const MICRO = 1e6;

/**
 * The rings of a Polygon or MultiPolygon, without repeated points and empty rings.
 * @param coordinates of any shape, rings closed or open
 * @throws UnusableArea
 */
export function readRings(type: 'Polygon' | 'MultiPolygon', coordinates: unknown): Rings[] {
  const left = { points: MAX_POINTS, rings: MAX_RINGS };
  return listOf(type === 'Polygon' ? [coordinates] : coordinates)
    .map((polygon) => withoutNothing(listOf(polygon).map((ring) => readRing(ring, left))))
    .filter((rings) => rings.length > 0);
}

/** A polygon without empty holes; no rings where its outer ring is empty. */
export function withoutNothing([outer, ...holes]: Rings): Rings {
  return outer === undefined || isNothing(outer) ? [] : [outer, ...holes.filter((hole) => !isNothing(hole))];
}

/** Adds a rounded point to a ring, unless the ring ends with it. */
export function addPoint(ring: number[], x: number, y: number): void {
  // Adding 0 turns -0 into 0.
  const [lon, lat] = [Math.round(x) + 0, Math.round(y) + 0];
  if (ring.length === 0 || lon !== ring.at(-2) || lat !== ring.at(-1)) ring.push(lon, lat);
}

/** Drops a last point that repeats the first. */
export function openRing(ring: number[]): MicrodegreeRing {
  while (ring.length > 2 && ring[0] === ring.at(-2) && ring[1] === ring.at(-1)) ring.length -= 2;
  return Float64Array.from(ring);
}

/** Tells whether all points are on one line. The area cannot decide this: that of a bow-tie may be 0. */
function isNothing(ring: MicrodegreeRing): boolean {
  const [ax, ay] = [ring[0]!, ring[1]!];
  const [bx, by] = [ring[2]! - ax, ring[3]! - ay];
  for (let i = 4; i < ring.length; i += 2) {
    if (bx * (ring[i + 1]! - ay) !== by * (ring[i]! - ax)) return false;
  }
  return true;
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new UnusableArea('that is none');
  return value;
}

function readRing(value: unknown, left: { points: number; rings: number }): MicrodegreeRing {
  const points = listOf(value);
  left.points -= points.length;
  if (left.points < 0) throw new UnusableArea(`of more than ${MAX_POINTS} points`);
  if (--left.rings < 0) throw new UnusableArea(`of more than ${MAX_RINGS} rings`);
  const ring: number[] = [];
  for (const point of points) {
    const [lon, lat] = listOf(point);
    addPoint(ring, degrees(lon, 180) * MICRO, degrees(lat, 90) * MICRO);
  }
  return openRing(ring);
}

function degrees(value: unknown, most: number): number {
  if (typeof value !== 'number' || !(Math.abs(value) <= most)) {
    throw new UnusableArea('with coordinates that are none');
  }
  return value;
}
