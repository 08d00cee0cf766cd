import { parseCoordinate } from '../../format/cells/coordinate.js';
import { geometryIn, readCoordinatePair } from '../../format/cells/coordinate-pair.js';
import { type DegreesDefect, readDegrees } from '../../format/cells/degrees.js';
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
  const notation = Number.isNaN(degrees) ? notationDefect(field, text) : null;
  if (notation !== null) return notation;
  const isBeyond = !Number.isNaN(degrees) || Math.abs(Number(text)) > limit;
  return isBeyond ? `is not within -${limit} and ${limit}` : 'is not a number';
}

/** Hemispheres of an axis, the negative one first. */
const SIDES = {
  lat: [
    ['S', 'south'],
    ['N', 'north'],
  ],
  lng: [
    ['W', 'west'],
    ['E', 'east'],
  ],
} as const;

const LIKE = { lat: '48°51′24″N or 48.8567', lng: '2°21′8″E or 2.3522' } as const;

/** Marks that no number has, so that two whole numbers (`12 30`) are not taken for two coordinates. */
const MARKED = /[.;°'"′″NSEWd]/i;

/**
 * Why a text in a notation of coordinates is none, to follow it in a message; null: it is in none.
 * @param text that is not read as the axis
 */
export function notationDefect(field: 'lat' | 'lng', text: string): string | null {
  const why = axisDefect(field, text);
  if (why !== null) return why;
  if (!MARKED.test(text) || readCoordinatePair(text, 'east') === null) return null;
  const name = field === 'lat' ? 'latitude' : 'longitude';
  return `holds two coordinates: write the ${name} alone, or give column_mapping for its column as lat_lng`;
}

function axisDefect(field: 'lat' | 'lng', text: string): string | null {
  const { defect, axis, mayBeSouth } = readDegrees(text);
  const why = mayBeSouth ? 's' : defect;
  return why !== undefined && (axis === null || axis === field) ? sentenceOf(why, field, text) : null;
}

function sentenceOf(defect: DegreesDefect, field: 'lat' | 'lng', text: string): string {
  switch (defect) {
    case 's':
      return `is ambiguous: ${text.trim().at(-1)} may be seconds or south; ${bothSides(field, text)}`;
    case 'side':
      return `does not say its hemisphere: ${bothSides(field, text)}`;
    case 'sign':
      return 'cannot be read: sign and letter contradict each other; write one of them alone';
    case 'letters':
      return 'cannot be read: it has two letters of hemispheres; write one of them';
    case 'sixty':
      return `cannot be read: minutes and seconds must be below 60; write it like ${LIKE[field]}`;
    case 'fraction':
      return `cannot be read: seconds cannot follow minutes with a fraction; write it like ${LIKE[field]}`;
  }
}

/** Two spellings for each hemisphere that a text may mean. */
function bothSides(field: 'lat' | 'lng', text: string): string {
  const bare = text.trim().replace(/\s?s$/i, '');
  const whole = `${bare}${Number.isNaN(readDegrees(`${bare}s N`).degrees) ? '"' : 's'}`;
  const spellings = SIDES[field].map(([letter, name]) => {
    const degrees = Number(readDegrees(`${whole} ${letter}`).degrees.toFixed(4));
    return `${whole} ${letter} or ${degrees} for ${name}`;
  });
  return `write ${spellings.join(', ')}`;
}

/** Why a text holds no two coordinates. @param grid why it is no code of a grid; null: it is none */
export function defectOfPair(text: string, header: string, grid: string | null): string {
  const geometry = geometryIn(text);
  if (geometry === 'POINT')
    return 'holds no degrees: write a point like POINT(13.4 52.5), the longitude first';
  if (geometry !== null) return `is a ${geometry}: only points become markers`;
  if (readCoordinatePair(text, 'east')) return LETTER_O;
  return grid ?? codeDefect(text, header) ?? halvesDefect(text) ?? 'does not hold a latitude and a longitude';
}

/** Why one of the coordinates on both sides of a comma or semicolon is none. */
function halvesDefect(text: string): string | null {
  const halves = text.split(/[,;] ?/, 3);
  const [first, second] = halves;
  if (first === undefined || second === undefined || halves.length > 2) return null;
  const isLngFirst = readDegrees(first).axis === 'lng' || readDegrees(second).axis === 'lat';
  const [lat, lng] = isLngFirst ? [second, first] : [first, second];
  return axisDefect('lat', lat) ?? (readDegrees(lng).mayBeSouth ? null : axisDefect('lng', lng));
}

function codeDefect(text: string, header: string): string | null {
  const code = gridCodeIn(text, header);
  if (code === null) return null;
  const field = fieldOfCode(code);
  return field === null
    ? `is a ${code}: convert it to latitude and longitude in degrees (WGS84)`
    : `is a ${code}: to have it read, give column_mapping for its column as ${field}`;
}
