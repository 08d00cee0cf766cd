import { parseCoordinate } from '../../format/cells/coordinate.js';
import { geometryIn, readCoordinatePair } from '../../format/cells/coordinate-pair.js';
import { fieldOfCode, gridCodeIn } from '../../format/cells/grid-codes.js';

/** Degrees. */
export const LIMITS = { lat: 90, lng: 180 } as const;

const LETTER_O =
  'has the letter O, which is east in some languages and west in others: write E or W, or a sign';

/** No degrees have so many digits before the point; metres of a projection do. */
const METERS = /^[+-]?\d{4,10}(?:[.,]\d{0,30})?$/;

/** Geometries that stand in place of the latitude of a feature that is no point (geojson/feature-rows.ts). */
const GEOMETRIES: ReadonlySet<string> = new Set([
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
]);

/** Why a text is no latitude or longitude, to follow it in a message. */
export function defectOfAxis(field: 'lat' | 'lng', text: string, degrees: number, header: string): string {
  const limit = LIMITS[field];
  if (Math.abs(parseCoordinate(text, field, 'east')) <= limit) return LETTER_O;
  if (GEOMETRIES.has(text)) return 'is no point: give each feature a point, such as the middle of its area';
  if (METERS.test(text))
    return 'is not in degrees: give the option crs with the code of its coordinate reference system (such as EPSG:27700), or convert it to WGS84';
  const code = codeDefect(text, header);
  if (code !== null) return code;
  const isBeyond = !Number.isNaN(degrees) || Math.abs(Number(text)) > limit;
  return isBeyond ? `is not within -${limit} and ${limit}` : 'is not a number';
}

/** Why a text holds no two coordinates. @param grid why it is no code of a grid; null: it is none */
export function defectOfPair(text: string, header: string, grid: string | null): string {
  const geometry = geometryIn(text);
  if (geometry === 'POINT')
    return 'holds no degrees: write a point like POINT(13.4 52.5), the longitude first';
  if (geometry !== null) return `is a ${geometry}: only points become markers`;
  if (readCoordinatePair(text, 'east')) return LETTER_O;
  return grid ?? codeDefect(text, header) ?? 'does not hold a latitude and a longitude';
}

function codeDefect(text: string, header: string): string | null {
  const code = gridCodeIn(text, header);
  if (code === null) return null;
  const field = fieldOfCode(code);
  return field === null
    ? `is a ${code}: convert it to latitude and longitude in degrees (WGS84)`
    : `is a ${code}: to have it read, give column_mapping for its column as ${field}`;
}
