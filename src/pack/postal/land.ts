import { gridKey, type Point, toPlane } from './plane.js';

/**
 * A ring closed by the edge from its last vertex to its first; interior on the left. `edges[k]` is the
 * segment from vertex k on.
 */
export interface LandRing {
  readonly points: readonly Point[];
  readonly segments: readonly number[];
}

/** One polygon: its outer ring, then its holes. */
export interface LandPart {
  readonly rings: readonly LandRing[];
  readonly box: Box;
}

export interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** The polygons that areas are cut from. */
export type Land = readonly LandPart[];

/**
 * Numbered segments of borders. Lands with a common border share its segments, so that a corner cut into one
 * can be put into the other.
 */
export class Segments {
  /** Ends of a segment, in an order that does not depend on the land. */
  readonly ends: (readonly [Point, Point])[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(from: Point, to: Point): number {
    const a = gridKey(from);
    const b = gridKey(to);
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = a < b ? this.add(from, to) : this.add(to, from);
      this.#numbers.set(key, number);
    }
    return number;
  }

  /** Adds a segment of a single land. */
  add(from: Point, to: Point): number {
    return this.ends.push([from, to]) - 1;
  }
}

export function boxOf(points: readonly Point[]): Box {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  return { minX, minY, maxX, maxY };
}

export const overlap = (a: Box, b: Box): boolean =>
  a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY;

/** Twice the area, positive when the interior is on the left. */
export function doubleAreaOf(points: readonly Point[]): number {
  let sum = 0;
  let before = points.at(-1)!;
  for (const point of points) {
    sum +=
      (before.x - points[0]!.x) * (point.y - points[0]!.y) -
      (point.x - points[0]!.x) * (before.y - points[0]!.y);
    before = point;
  }
  return sum;
}

function ringOf(lngLats: readonly number[][], isHole: boolean, segments: Segments): LandRing {
  const points: Point[] = [];
  let last = Number.NaN;
  for (const [lng, lat] of lngLats) {
    const point = toPlane(lng!, lat!);
    const key = gridKey(point);
    if (key !== last) points.push(point);
    last = key;
  }
  if (points.length > 1 && gridKey(points[0]!) === last) points.pop();
  if (doubleAreaOf(points) > 0 === isHole) points.reverse();
  return {
    points,
    segments: points.map((point, k) => segments.numberOf(point, points[(k + 1) % points.length]!)),
  };
}

/**
 * Land of GeoJSON polygons.
 * @param shift degrees added to positive longitudes: -360 for land on both sides of the antimeridian
 */
export function landOf(polygons: readonly number[][][][], segments: Segments, shift = 0): Land {
  return polygons.flatMap((polygon) => {
    const rings = polygon
      .map((ring) => ring.map(([lng, lat]) => [lng! > 0 ? lng! + shift : lng!, lat!]))
      .map((ring, k) => ringOf(ring, k > 0, segments))
      .filter(({ points }) => points.length > 2);
    return rings.length > 0 ? [{ rings, box: boxOf(rings[0]!.points) }] : [];
  });
}

function isInRing({ points }: LandRing, { x, y }: Point): boolean {
  let inside = false;
  let before = points.at(-1)!;
  for (const point of points) {
    if (
      point.y > y !== before.y > y &&
      x < ((before.x - point.x) * (y - point.y)) / (before.y - point.y) + point.x
    )
      inside = !inside;
    before = point;
  }
  return inside;
}

const isInPart = ({ rings, box }: LandPart, at: Point): boolean =>
  at.x >= box.minX &&
  at.x <= box.maxX &&
  at.y >= box.minY &&
  at.y <= box.maxY &&
  rings.reduce((inside, ring) => inside !== isInRing(ring, at), false);

export const isOnLand = (land: Land, at: Point): boolean => land.some((part) => isInPart(part, at));

function distanceToSegment(at: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((at.x - a.x) * dx + (at.y - a.y) * dy) / length));
  return Math.hypot(at.x - a.x - along * dx, at.y - a.y - along * dy);
}

/** Distance to the nearest border, in units of the plane; 0 on land. */
export function distanceTo(land: Land, at: Point): number {
  if (isOnLand(land, at)) return 0;
  let nearest = Infinity;
  for (const { rings, box } of land) {
    const dx = Math.max(box.minX - at.x, at.x - box.maxX, 0);
    const dy = Math.max(box.minY - at.y, at.y - box.maxY, 0);
    if (Math.hypot(dx, dy) >= nearest) continue;
    for (const { points } of rings) {
      let before = points.at(-1)!;
      for (const point of points) {
        nearest = Math.min(nearest, distanceToSegment(at, before, point));
        before = point;
      }
    }
  }
  return nearest;
}
