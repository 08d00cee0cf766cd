import { type ExactField, FIRST_COLUMNS, LAST_COLUMN } from '../schema/import-fields.js';

/** Headers that tell an export, whichever version wrote it, together with the last column. */
const FIRST_HEADERS = FIRST_COLUMNS.map(([header]) => header);
/**
 * Columns of an exported map before its custom fields. One of a later release stands before Expire, which
 * ends them: then neither version takes it for a custom field of the other's.
 */
export const LEADING_COLUMNS = FIRST_COLUMNS;
/** Time of a marker's last change, before Expire; an import ignores it. */
export const UPDATED_HEADER = 'Updated';
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
