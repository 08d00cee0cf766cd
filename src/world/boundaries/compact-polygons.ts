import { BoundaryError } from './refusal.js';

/** Polygons of one feature at 16 bytes a vertex; arrays of arrays take 70. */
export interface CompactPolygons {
  /** lng, lat, lng, lat … of all rings, degrees. */
  readonly coordinates: Float64Array;
  /** For each polygon the end of each ring, in vertices. */
  readonly ringEnds: readonly (readonly number[])[];
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Degrees by which rounding may exceed ±180 and ±90; such values are clamped. */
const ROUNDING_DEGREES = 1e-6;
const MIN_RING_VERTICES = 4;

/**
 * @param polygons coordinates of a GeoJSON MultiPolygon, unchecked; heights are left out
 * @param feature name of the feature for errors
 * @returns null where it has no polygon
 * @throws BoundaryError for malformed polygons, and for coordinates other than degrees
 */
export function compactPolygons(polygons: unknown, feature: () => string): CompactPolygons | null {
  const rings = (array(polygons, feature) as unknown[]).map((polygon) => array(polygon, feature));
  const vertices = rings.flat().reduce<number>((sum, ring) => sum + array(ring, feature).length, 0);
  const coordinates = new Float64Array(2 * vertices);
  const box = { west: 180, south: 90, east: -180, north: -90 };
  let at = 0;
  const ringEnds = rings
    .map((polygon) =>
      polygon.map((ring) => {
        const start = at;
        for (const position of ring as unknown[]) {
          const [lng, lat] = degreesOf(position, feature);
          coordinates[2 * at] = lng;
          coordinates[2 * at + 1] = lat;
          at++;
          if (lng < box.west) box.west = lng;
          if (lng > box.east) box.east = lng;
          if (lat < box.south) box.south = lat;
          if (lat > box.north) box.north = lat;
        }
        checkRing(coordinates, start, at, feature);
        return at;
      }),
    )
    .filter((ends) => ends.length > 0);
  return ringEnds.length === 0 ? null : { coordinates, ringEnds, ...box };
}

function array(value: unknown, feature: () => string): readonly unknown[] {
  if (!Array.isArray(value)) throw new BoundaryError(`${feature()} has coordinates that form no polygon`);
  return value;
}

function degreesOf(position: unknown, feature: () => string): [lng: number, lat: number] {
  const [lng, lat] = Array.isArray(position) ? position : [];
  if (!Number.isFinite(lng) || !Number.isFinite(lat))
    throw new BoundaryError(
      `${feature()} has a position that is not two numbers: ${JSON.stringify(position)}`,
    );
  if (Math.abs(lng) > 180 + ROUNDING_DEGREES || Math.abs(lat) > 90 + ROUNDING_DEGREES)
    throw new BoundaryError(
      `${feature()} has the position ${lng}, ${lat}, which is not longitude and latitude in degrees: convert the file to WGS 84 ` +
        '(ogr2ogr -t_srs EPSG:4326)',
    );
  return [Math.min(Math.max(lng, -180), 180), Math.min(Math.max(lat, -90), 90)];
}

function checkRing(coordinates: Float64Array, start: number, end: number, feature: () => string): void {
  if (end - start < MIN_RING_VERTICES)
    throw new BoundaryError(
      `${feature()} has a ring of ${end - start} positions; ${MIN_RING_VERTICES} is the least`,
    );
  for (let at = start + 1; at < end; at++) {
    const before = coordinates[2 * at - 2]!;
    const here = coordinates[2 * at]!;
    // An edge along a pole may go from 180 to -180.
    if (Math.abs(here - before) > 180 && Math.abs(here) + Math.abs(before) < 360)
      throw new BoundaryError(
        `${feature()} crosses the antimeridian, from ${before} to ${here}: cut it there (ogr2ogr -wrapdateline)`,
      );
  }
  const last = end - 1;
  if (
    coordinates[2 * start] !== coordinates[2 * last] ||
    coordinates[2 * start + 1] !== coordinates[2 * last + 1]
  )
    throw new BoundaryError(`${feature()} has a ring that is not closed: it ends elsewhere than it begins`);
}

/**
 * Coordinates of a GeoJSON MultiPolygon, ring by ring on demand, so that not all rings take 70 bytes a vertex
 * at once.
 */
export function* expandPolygons({
  coordinates,
  ringEnds,
}: CompactPolygons): Generator<Iterable<Iterable<number[]>>> {
  let start = 0;
  for (const ends of ringEnds) {
    const first = start;
    yield {
      *[Symbol.iterator]() {
        let from = first;
        for (const end of ends) {
          yield positions(coordinates, from, end);
          from = end;
        }
      },
    };
    start = ends.at(-1)!;
  }
}

function* positions(coordinates: Float64Array, from: number, end: number): Generator<number[]> {
  for (let at = from; at < end; at++) yield [coordinates[2 * at]!, coordinates[2 * at + 1]!];
}
