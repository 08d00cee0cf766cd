import type { ExactField } from '../schema/import-fields.js';

/**
 * Columns of an exported map by display name, before its custom fields and behind them. Together they are
 * what an export is known by when it is read back.
 */
export const LEADING_COLUMNS: readonly (readonly [header: string, field: ExactField])[] = [
  ['Name', 'name'],
  ['Marker Type', 'marker_type'],
  ['Street Address', 'street'],
  ['Street Address 2', 'street2'],
  ['City', 'city'],
  ['County', 'county'],
  ['State', 'state'],
  ['Post Code', 'zip'],
  ['Country', 'country'],
  ['Latitude', 'lat'],
  ['Longitude', 'lng'],
  ['Radius', 'radius'],
  ['Drive Time', 'drive_time'],
  ['Category (Color)', 'category'],
  ['Color', 'color'],
  ['Photo URL', 'photo_url'],
  ['Photo Width', 'photo_width'],
  ['Photo Height', 'photo_height'],
  ['Videosite ID', 'videosite_id'],
  ['Video Width', 'video_width'],
  ['Video Height', 'video_height'],
  ['Expire', 'expire'],
];
/** Time of a marker's last change, before Expire; an import ignores it. */
export const UPDATED_HEADER = 'Updated';
/** Ends the custom fields, so that none of them is taken for the `error` column of rejected rows. */
export const LAST_COLUMN: readonly [header: string, field: ExactField] = ['Location Code', 'location_code'];

/**
 * Those of the first release, in their order, are what an export is known by, whichever version wrote it. A
 * later column stands before Expire, which ends the leading columns: then neither version takes it for a
 * custom field of the other's.
 */
const FIRST_HEADERS = [
  'Name',
  'Marker Type',
  'Street Address',
  'Street Address 2',
  'City',
  'County',
  'State',
  'Post Code',
  'Country',
  'Latitude',
  'Longitude',
  'Radius',
  'Drive Time',
  'Category (Color)',
  'Color',
  'Photo URL',
  'Photo Width',
  'Photo Height',
  'Videosite ID',
  'Video Width',
  'Video Height',
  'Expire',
] as const;
const LAST_LEADING = FIRST_HEADERS.at(-1)!;
/** Features of an export have the last column among the leading ones. */
const FIELD_OF = new Map([...LEADING_COLUMNS, LAST_COLUMN]);

/** Field of a column of an export. */
type ExportedField = ExactField | 'custom' | 'ignored';

const fieldOf = (header: string): ExportedField =>
  header === UPDATED_HEADER ? 'ignored' : (FIELD_OF.get(header) ?? 'custom');

/**
 * Fields of the leading columns, custom for those that only a later version knows; null when they are not an
 * export's.
 */
function leadingFields(headers: readonly string[]): ExportedField[] | null {
  if (headers[0] !== FIRST_HEADERS[0] || headers[1] !== FIRST_HEADERS[1]) return null;
  const leading = headers.slice(0, headers.indexOf(LAST_LEADING) + 1);
  let known = 0;
  for (const header of leading) if (header === FIRST_HEADERS[known]) known++;
  return known < FIRST_HEADERS.length ? null : leading.map(fieldOf);
}

/**
 * Tells whether a header row is that of an exported map, whatever its custom fields are called and was added
 * behind.
 */
export const isExportHeader = (headers: readonly string[]): boolean => exportedColumns(headers) !== null;

/**
 * Fields of the columns of an exported map, by position: a custom field called `City` is one all the same.
 * @returns as many as the export wrote, without columns that were added behind them; null when it is no
 * export
 */
export function exportedColumns(headers: readonly string[]): ExportedField[] | null {
  const leading = leadingFields(headers);
  const customFields = headers.lastIndexOf(LAST_COLUMN[0]) - (leading?.length ?? 0);
  if (leading === null || customFields < 0) return null;
  return [...leading, ...Array<'custom'>(customFields).fill('custom'), LAST_COLUMN[1]];
}

/** Tells whether a file begins as cartload writes its exports, with commas. */
export const beginsLikeExport = (text: string): boolean =>
  text.startsWith(`${FIRST_HEADERS[0]},${FIRST_HEADERS[1]},`) &&
  leadingFields(text.slice(0, text.indexOf(`,${LAST_LEADING},`) + LAST_LEADING.length + 1).split(',')) !==
    null;
