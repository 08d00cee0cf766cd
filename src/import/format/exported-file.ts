import type { ExactField } from '../fields.js';

/**
 * Columns of an exported map by display name, before its custom fields and behind them. Together they are what an export is
 * known by when it is read back.
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
/** Ends the custom fields, so that none of them is taken for the `error` column of rejected rows. */
export const LAST_COLUMN: readonly [header: string, field: ExactField] = ['Location Code', 'location_code'];

const LEADING_HEADERS = LEADING_COLUMNS.map(([header]) => header);
const LEADING_FIELDS = LEADING_COLUMNS.map(([, field]) => field);
const LEADING_TEXT = `${LEADING_HEADERS.join()},`;

/** Whether a header row is that of an exported map, whatever its custom fields are called and was added behind. */
export const isExportHeader = (headers: readonly string[]): boolean =>
  headers.lastIndexOf(LAST_COLUMN[0]) >= LEADING_HEADERS.length &&
  LEADING_HEADERS.every((header, index) => headers[index] === header);

/**
 * What the columns of an exported map are, by position: a custom field called `City` is one all the same.
 * @returns as many as the export wrote; what somebody added behind them is not among them. null when it is no export
 */
export function exportedColumns(headers: readonly string[]): (ExactField | 'custom')[] | null {
  if (!isExportHeader(headers)) return null;
  const customFields = headers.lastIndexOf(LAST_COLUMN[0]) - LEADING_FIELDS.length;
  return [...LEADING_FIELDS, ...Array<'custom'>(customFields).fill('custom'), LAST_COLUMN[1]];
}

/** Whether a file begins as cartload writes its exports, with commas. */
export const beginsLikeExport = (text: string): boolean => text.startsWith(LEADING_TEXT);
