/**
 * Points lon, lat, …, the last is not the first again; whole millionths of degrees, 0.1 m: whether a point lies on a line is known
 * exactly, where fractions say it from one side only.
 */
export type Ring = Float64Array;
/** An outer ring and the holes in it. */
export type Rings = Ring[];

/** An area that cannot be used; the message says why, and needs `the service answered an area ` before it. */
export class UnusableArea extends Error {}

/** What is parsed and looked at, at most. */
const MAX_POINTS = 100_000;
const MAX_RINGS = 500;
/** Of a degree. */
export const MICRO = 1e6;

/**
 * The rings of a Polygon or MultiPolygon: closed or not, without points that follow themselves and rings that hold nothing.
 * @param coordinates of whatever shape
 * @throws UnusableArea
 */
export function readRings(type: 'Polygon' | 'MultiPolygon', coordinates: unknown): Rings[] {
  const left = { points: MAX_POINTS, rings: MAX_RINGS };
  return listOf(type === 'Polygon' ? [coordinates] : coordinates)
    .map((polygon) => withoutNothing(listOf(polygon).map((ring) => readRing(ring, left))))
    .filter((rings) => rings.length > 0);
}

/** A polygon without holes that hold nothing; no rings where its outer one does. */
export function withoutNothing([outer, ...holes]: Rings): Rings {
  return outer === undefined || isNothing(outer) ? [] : [outer, ...holes.filter((hole) => !isNothing(hole))];
}

/** Adds a point to a ring, rounded, unless it is there last. */
export function addPoint(ring: number[], x: number, y: number): void {
  // Never -0.
  const [lon, lat] = [Math.round(x) + 0, Math.round(y) + 0];
  if (ring.length === 0 || lon !== ring.at(-2) || lat !== ring.at(-1)) ring.push(lon, lat);
}

/** Without its first point at its end. */
export function openRing(ring: number[]): Ring {
  while (ring.length > 2 && ring[0] === ring.at(-2) && ring[1] === ring.at(-1)) ring.length -= 2;
  return Float64Array.from(ring);
}

/** Whether all of its points are on one line. Not by its area: that of a bow-tie may be none. */
function isNothing(ring: Ring): boolean {
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

function readRing(value: unknown, left: { points: number; rings: number }): Ring {
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
