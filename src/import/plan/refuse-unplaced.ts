import { quote } from '../../base/cut.js';
import { badRequest } from '../../base/errors.js';
import { geometryIn } from '../../format/cells/coordinate-pair.js';
import { isEmptyWord } from '../../format/cells/empty-words.js';
import { fieldOfCode, gridCodeIn, SHORT_PLUS_CODE } from '../../format/cells/grid-codes.js';
import { readNumber } from '../../format/cells/number.js';
import type { System } from '../../geo/crs/systems.js';
import type { ColumnMapping } from '../../schema/job.js';
import { type LoneAxis, tellLoneAxis } from '../columns/axis-parts.js';
import type { LikelySystem } from './likely-systems.js';

/** Fields that say where a row is. Country is left out: only the smallest countries place a row. */
export const PLACES: ReadonlySet<string | null> = new Set([
  'lat',
  'lng',
  'lat_lng',
  'geohash',
  'utm_zone',
  'full_address',
  'street',
  'city',
  'county',
  'state',
  'zip',
  'region_code',
  'marker_type',
]);

/** Fields that hold coordinates. */
const COORDINATES: ReadonlySet<string | null> = new Set(['lat', 'lng', 'lat_lng', 'geohash', 'utm_zone']);

export interface UnplacedSystem {
  /** That the client names; null: none. */
  readonly system?: System | null;
  /** Systems of which the cells of two columns may be coordinates. */
  readonly likely?: (
    rows: readonly (readonly string[])[],
    columns: readonly number[],
  ) => Promise<readonly LikelySystem[]>;
}

/** Share of the filled cells of a column. */
const MOST = 0.9;

/**
 * Refuses an upload whose only places cannot be read, as each row would be rejected: unproved coordinates,
 * codes of a grid, or geometries. So is one without the coordinates whose system the client names: its rows
 * would lie at their addresses.
 * @param axes columns that may hold coordinates, which nothing proves
 * @param sample gives the first rows
 * @param loneAxis guessed, and not read for want of the other one
 * @throws AppError BAD_REQUEST
 */
export async function refuseUnplaced(
  axes: readonly number[],
  mapping: readonly ColumnMapping[],
  sample: () => Promise<readonly (readonly string[])[]>,
  loneAxis: LoneAxis | null = null,
  { system = null, likely = async () => [] }: UnplacedSystem = {},
): Promise<void> {
  if (system !== null && !mapping.some(({ field }) => COORDINATES.has(field)))
    throw badRequest(
      `no columns hold eastings and northings in the area of EPSG:${system.code} (${system.name}): name them with column_mapping, such as {"lng": "Easting", "lat": "Northing"}, or check the code`,
    );
  if (mapping.some(({ field }) => PLACES.has(field))) return;
  if (axes.length >= 2) {
    const [first, second] = axes.map((index) => quote(mapping[index]!.header));
    const systems = await likely(await sample(), axes.slice(0, 2));
    const found = systems.map(
      ({ code, name, country }) => `EPSG:${code} (${name}, the rows lie in ${country})`,
    );
    throw badRequest(
      `no column says where the rows are: ${first} and ${second} may be coordinates, but nothing proves that they are latitude and longitude in degrees. ` +
        (found.length > 0
          ? `Give the option crs with the code of their coordinate reference system. These are likely: ${found.join(', ')}. `
          : 'Give the option crs with the code of their coordinate reference system, such as EPSG:27700. ') +
        'Name UTM in metres with a column of zones utm_zone, utm_easting and utm_northing. Name columns of degrees lat and lng, or give column_mapping',
    );
  }
  if (loneAxis !== null)
    throw badRequest(
      `no column says where the rows are: ${tellLoneAxis(loneAxis)}. Add that column, or name it with column_mapping`,
    );
  const rows = await sample();
  for (const column of mapping) {
    const seen = column.field === null ? seenIn(rows, column) : null;
    if (seen !== null)
      throw badRequest(
        `no column says where the rows are: ${quote(column.header)} holds values like ${quote(seen.example, 40)} (${seen.name}). ${howToRead(seen.name, column)}Give latitude and longitude in degrees (WGS84) in two columns, lat and lng, or an address`,
      );
  }
}

/** Least easting or northing of most points: sizes and numbers of pieces are smaller. */
const LEAST_METERS = 10_000;
/** Systems that a note names. */
const SHOWN = 3;

/**
 * Tells of columns that look like coordinates of a projected system beside the address that places the rows,
 * kilometres away maybe.
 * @param axes as those of `refuseUnplaced`, as the other parameters are
 */
export async function unreadSystemNotes(
  axes: readonly number[],
  mapping: readonly ColumnMapping[],
  sample: () => Promise<readonly (readonly string[])[]>,
  likely: NonNullable<UnplacedSystem['likely']>,
): Promise<string[]> {
  if (axes.length < 2 || mapping.some(({ field }) => COORDINATES.has(field))) return [];
  const columns = axes.slice(0, 2);
  const rows = await sample();
  const isFar = (row: readonly string[]): boolean =>
    columns.some((index) => Math.abs(readNumber((row[index] ?? '').trim())) >= LEAST_METERS);
  const filled = rows.filter((row) => columns.every((index) => row[index]?.trim()));
  if (filled.length === 0 || filled.filter(isFar).length < MOST * filled.length) return [];
  const systems = (await likely(rows, columns)).slice(0, SHOWN);
  if (systems.length === 0) return [];
  const [first, second] = columns.map((index) => quote(mapping[index]!.header));
  const found = systems.map(({ code, name, country }) => `EPSG:${code} (${name}, in ${country})`);
  return [
    `${first} and ${second} look like coordinates of ${found.join(' or ')}, and are not read: the rows lie at their addresses. Give the option crs with the code, such as crs=EPSG:${systems[0]!.code}, to have them read.`,
  ];
}

function howToRead(name: string, { header, how }: ColumnMapping): string {
  if (name === SHORT_PLUS_CODE)
    return 'The first four characters of each code, which say the region, are missing: write full codes, such as 8FWH4HX8+9C. ';
  if (name === 'POINT')
    return 'Give the option crs with the code of their coordinate reference system, such as EPSG:25832, to have them read. ';
  const field = fieldOfCode(name);
  return field === null || how === 'ignored'
    ? ''
    : `To have them read, give column_mapping {"${field}": ${quote(header)}}. `;
}

/** Kind of nearly all filled cells of a column, with one of them; null: nothing that is known. */
function seenIn(
  rows: readonly (readonly string[])[],
  { index, header }: ColumnMapping,
): { name: string; example: string } | null {
  const cells = rows
    .map((row) => (row[index] ?? '').trim())
    .filter((cell) => cell !== '' && !isEmptyWord(cell));
  const names = cells.map((cell) => gridCodeIn(cell, header) ?? geometryIn(cell));
  const known = names.filter((name) => name !== null);
  if (known.length === 0 || known.length < MOST * cells.length) return null;
  return { name: known[0]!, example: cells[names.indexOf(known[0]!)]! };
}
