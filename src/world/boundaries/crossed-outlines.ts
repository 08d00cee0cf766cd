import { countMeetings } from '../../geo/isochrone/do-rings-cross.js';
import { type CompactPolygons, expandPolygons } from './compact-polygons.js';

/** An area whose outline crosses itself, and a place where it does, in degrees. */
export interface CrossedOutline {
  readonly code: string;
  readonly lat: number;
  readonly lng: number;
}

/** Pairs of lines that turf compares in all: some 10 s. Areas beyond that are not looked at. */
const MAX_PAIRS = 2e9;
/**
 * Compared pairs of lines for each vertex from which an area is left to turf: outlines that are valid need
 * some five.
 */
const TESTS_A_VERTEX = 50;

/**
 * Areas whose outlines cross themselves. `countMeetings` is eight times as fast as turf's `kinks` (12,000
 * areas in 0.2 s, the same fourteen found), but it tells no place, and counts rings that touch in a point,
 * which is valid. So turf, which takes 0.3 s and 25 MB to load, sees what it finds.
 */
export async function crossedOutlines(
  areas: ReadonlyMap<string, readonly CompactPolygons[]>,
): Promise<CrossedOutline[]> {
  const crossed: CrossedOutline[] = [];
  let pairs = 0;
  for (const [code, all] of areas) {
    for (const polygons of all) {
      const vertices = polygons.coordinates.length / 2;
      if (countMeetings(openRings(polygons), 1, TESTS_A_VERTEX * vertices) === 0) continue;
      pairs += vertices ** 2 / 2;
      if (pairs > MAX_PAIRS) return crossed;
      const place = await crossingOf(polygons);
      if (place === null) continue;
      crossed.push({ code, lat: place[1]!, lng: place[0]! });
      break;
    }
  }
  return crossed;
}

/** Where two lines cross, and neither only begins or ends; null: nowhere. */
async function crossingOf(polygons: CompactPolygons): Promise<number[] | null> {
  const { kinks } = await import('@turf/turf');
  const coordinates = Array.from(expandPolygons(polygons), (rings) => Array.from(rings, (ring) => [...ring]));
  const vertices = new Set(coordinates.flat(2).map(keyOf));
  const { features } = kinks({ type: 'MultiPolygon', coordinates });
  const found = features.find(({ geometry }) => !vertices.has(keyOf(geometry.coordinates)));
  return found?.geometry.coordinates ?? null;
}

/** Computed crossings differ from the vertex where lines touch by rounding alone. */
const keyOf = ([lng, lat]: readonly number[]): string => `${lng!.toFixed(7)},${lat!.toFixed(7)}`;

function openRings({ coordinates, ringEnds }: CompactPolygons): Float64Array[] {
  let start = 0;
  return ringEnds.flat().map((end) => {
    const ring = coordinates.subarray(2 * start, 2 * end - 2);
    start = end;
    return ring;
  });
}
