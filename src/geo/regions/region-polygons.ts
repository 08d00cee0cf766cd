import { roundMicrodegrees } from '../cell.js';
import { backwards, twiceArea } from '../flat-lines.js';

/**
 * Areas of a layer: a region has parts (polygons), a part has rings (the outer one, then its holes), a ring
 * has vertices. Each of the three lists holds the starts of its members, then the end of the last.
 */
export interface RegionPolygons {
  /** First part of each region. */
  readonly regions: Uint32Array;
  /** First ring of each part. */
  readonly parts: Uint32Array;
  /** First vertex of each ring. */
  readonly rings: Uint32Array;
  /**
   * lng, lat of each vertex in millionths of a degree. The last vertex of a ring repeats the first. Outer
   * rings run counterclockwise.
   */
  readonly points: Int32Array;
}

type Ring = number[];
/**
 * GeoJSON Polygon coordinates, degrees. Iterated once, ring by ring, so that generators need not hold all
 * rings.
 */
export type PolygonSource = Iterable<Iterable<readonly number[]>>;

/**
 * Rounds to microdegrees. 180 and -180 stay apart: an area that ends at the antimeridian ends on its own side
 * of it.
 */
function quantise(ring: Iterable<readonly number[]>): Ring {
  const points: Ring = [];
  for (const [lng, lat] of ring) {
    if (!(lng! >= -180.000001 && lng! <= 180.000001 && lat! >= -90.000001 && lat! <= 90.000001))
      throw new RangeError(`not a longitude and a latitude: ${lng}, ${lat}`);
    const x = Math.min(180e6, Math.max(-180e6, roundMicrodegrees(lng!)));
    const y = Math.min(90e6, Math.max(-90e6, roundMicrodegrees(lat!)));
    extend(points, x, y);
  }
  if (points.length > 0) extend(points, points[0]!, points[1]!);
  return points;
}

function extend(points: Ring, x: number, y: number): void {
  const beforeX = points.at(-2);
  const beforeY = points.at(-1);
  if (beforeX === x && beforeY === y) return;
  // An edge along a pole may have any length.
  if (Math.abs(beforeX! - x) > 180e6 && !(beforeY === y && Math.abs(y) === 90e6))
    throw new RangeError('an area crosses the antimeridian uncut (RFC 7946, 3.1.9)');
  points.push(x, y);
}

/** Cleaned rings of a polygon; [] for a polygon smaller than the grid (0.1 m). */
function ringsOf(polygon: PolygonSource): Ring[] {
  const rings: Ring[] = [];
  let at = -1;
  for (const source of polygon) {
    at++;
    const ring = quantise(source);
    const area = ring.length < 8 ? 0 : twiceArea(ring);
    if (area !== 0) rings.push(area > 0 === (at === 0) ? ring : backwards(ring));
    else if (at === 0) return [];
  }
  return rings;
}

/**
 * @param regions GeoJSON MultiPolygon coordinates of each region, degrees
 * @throws RangeError for coordinates outside of the earth, and for areas across the antimeridian that are not
 * cut there
 */
export function collectPolygons(regions: Iterable<Iterable<PolygonSource>>): RegionPolygons {
  const regionStarts = [0];
  const partStarts = [0];
  const ringStarts = [0];
  const kept: Ring[] = [];
  let vertices = 0;
  for (const polygons of regions) {
    for (const polygon of polygons) {
      const rings = ringsOf(polygon);
      if (rings.length === 0) continue;
      for (const ring of rings) {
        kept.push(ring);
        vertices += ring.length / 2;
        ringStarts.push(vertices);
      }
      partStarts.push(kept.length);
    }
    regionStarts.push(partStarts.length - 1);
  }
  const points = new Int32Array(2 * vertices);
  for (const [at, ring] of kept.entries()) points.set(ring, 2 * ringStarts[at]!);
  return {
    regions: Uint32Array.from(regionStarts),
    parts: Uint32Array.from(partStarts),
    rings: Uint32Array.from(ringStarts),
    points,
  };
}

/** The region of each part. */
export function partOwners({ regions }: RegionPolygons): Uint32Array {
  const owners = new Uint32Array(regions.at(-1)!);
  for (let region = 0; region + 1 < regions.length; region++)
    owners.fill(region, regions[region], regions[region + 1]);
  return owners;
}
