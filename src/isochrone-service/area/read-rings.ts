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
/** Square degrees: less than any triangle of such points has. */
const SMALLEST = 1e-13;

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

/** Whether all of its points are on one line. Not by its area: that of a bow-tie may be none. */
function isNothing(ring: Ring): boolean {
  const [ax, ay] = [ring[0]!, ring[1]!];
  const [bx, by] = [ring[2]! - ax, ring[3]! - ay];
  for (let i = 4; i < ring.length; i += 2) {
    if (Math.abs(bx * (ring[i + 1]! - ay) - by * (ring[i]! - ax)) > SMALLEST) return false;
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
