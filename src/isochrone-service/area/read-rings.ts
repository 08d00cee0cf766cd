import { signedArea } from '../../geo/isochrone/nest-rings.js';

/** Points x, y, …, the last is not the first again. */
export type Ring = Float64Array;
/** An outer ring and the holes in it. */
export type Rings = Ring[];

/** An area that cannot be used; the message says why, and needs `the service answered an area ` before it. */
export class UnusableArea extends Error {}

/** What is parsed and looked at, at most. */
const MAX_POINTS = 100_000;
const MAX_RINGS = 500;
/** 0.1 m. */
const DECIMALS = 1e6;

/**
 * The rings of a Polygon or MultiPolygon: closed or not, without points that follow themselves and rings that hold nothing.
 * @param coordinates of whatever shape
 * @throws UnusableArea
 */
export function readRings(type: 'Polygon' | 'MultiPolygon', coordinates: unknown): Rings[] {
  const left = { points: MAX_POINTS, rings: MAX_RINGS };
  return listOf(type === 'Polygon' ? [coordinates] : coordinates)
    .map((polygon) => {
      const [outer, ...holes] = listOf(polygon).map((ring) => readRing(ring, left));
      return outer === undefined || isNothing(outer)
        ? []
        : [outer, ...holes.filter((hole) => !isNothing(hole))];
    })
    .filter((rings) => rings.length > 0);
}

const isNothing = (ring: Ring): boolean => ring.length < 6 || signedArea(ring) === 0;

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
    const x = degrees(lon, 180);
    const y = degrees(lat, 90);
    if (ring.length === 0 || x !== ring.at(-2) || y !== ring.at(-1)) ring.push(x, y);
  }
  while (ring.length > 2 && ring[0] === ring.at(-2) && ring[1] === ring.at(-1)) ring.length -= 2;
  return Float64Array.from(ring);
}

function degrees(value: unknown, most: number): number {
  if (typeof value !== 'number' || !(Math.abs(value) <= most)) {
    throw new UnusableArea('with coordinates that are none');
  }
  return Math.round(value * DECIMALS) / DECIMALS;
}
