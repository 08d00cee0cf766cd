import { quote } from '../../base/cut.js';
import { type AppError, badRequest } from '../../base/errors.js';
import { didYouMean } from '../../base/near-name.js';
import { exportedColumns } from '../../format/exported-file.js';
import {
  exactField,
  isMappedField,
  MAPPED_FIELDS,
  type MappedField,
  mappedField,
} from '../../schema/import-fields.js';
import type { ColumnMapping } from '../../schema/job.js';

export interface MappingRequest {
  /** Names of the columns, unique, in file order. */
  headers: readonly string[];
  /** `meta.column_mapping`, in either direction, entry by entry (docs/decisions.md#recognition). */
  columnMapping?: Readonly<Record<string, string | number>> | undefined;
  ignore?: readonly string[] | undefined;
}

interface ExplicitEntry {
  column: number;
  /** null: the column is a custom field, whatever its header says. */
  field: MappedField | null;
}

/** Stands before the header of a column that is to be a custom field. */
const CUSTOM_FIELD = 'field:';
/** Reason why such a column is one. */
export const KEPT_CUSTOM = 'column_mapping says that it is a custom field';

const CHANGED = 'an export has the time of the last change in it';

/**
 * Decides how every column is read: explicit mapping, then ignore, then exact names, and what is left becomes
 * a custom field. A field is given to one column at most; a column that loses its field to another becomes a
 * custom field.
 * @throws AppError BAD_REQUEST for an explicit entry that is valid in neither direction, a field named twice,
 * or a column that is not there
 */
export function mapColumns({ headers, columnMapping = {}, ignore = [] }: MappingRequest): ColumnMapping[] {
  const { explicit, taken } = readEntries(columnMapping, headers);
  const ignored = readIgnored(ignore, headers);
  const exported = exportedColumns(headers);
  // Features of an export have their codes of locations before the custom fields, which it ends alone.
  const codes = (exported ?? []).flatMap((field, index) => (field === 'location_code' ? [index] : []));
  const emptyLast = codes.length > 1 ? codes[1] : null;
  return headers.map((header, index): ColumnMapping => {
    const chosen = explicit.get(index);
    if (chosen !== undefined) return { index, header, field: chosen, how: 'explicit', confidence: 1 };
    if (ignored.has(fold(header)) || index === emptyLast)
      return { index, header, field: null, how: 'ignored', confidence: 1 };
    if (exported?.[index] === 'ignored')
      return { index, header, field: null, how: 'ignored', confidence: 1, why: CHANGED };
    const exact = exported?.[index] === 'custom' ? undefined : exactField(header);
    if (exact && !taken.has(exact)) {
      taken.add(exact);
      return { index, header, field: exact, how: 'exact', confidence: 1 };
    }
    return { index, header, field: null, how: 'custom', confidence: 1 };
  });
}

/**
 * Changes how an earlier import read its columns: explicit entries, and what is left out. A column that loses
 * its field to another becomes a custom field.
 * @throws AppError BAD_REQUEST as `mapColumns`
 */
export function remapColumns(
  earlier: readonly ColumnMapping[],
  { columnMapping = {}, ignore }: Pick<MappingRequest, 'columnMapping' | 'ignore'>,
): ColumnMapping[] {
  const headers = earlier.map(({ header }) => header);
  const { explicit, taken } = readEntries(columnMapping, headers);
  const ignored = ignore === undefined ? null : readIgnored(ignore, headers);
  return earlier.map((column): ColumnMapping => {
    const { index, header, field, how, why } = column;
    const chosen = explicit.get(index);
    if (chosen !== undefined)
      return keptCustom({ index, header, field: chosen, how: 'explicit', confidence: 1 });
    if (ignored?.has(fold(header))) return { index, header, field: null, how: 'ignored', confidence: 1 };
    // Columns that the service itself left out say why.
    const isFree = ignored !== null && how === 'ignored' && why === undefined;
    if (!isFree && !(field !== null && taken.has(field as MappedField))) return column;
    return { index, header, field: null, how: 'custom', confidence: 1 };
  });
}

/** The column itself, as a custom field where it is explicitly none of the others. */
export const keptCustom = (column: ColumnMapping): ColumnMapping =>
  column.how === 'explicit' && column.field === null
    ? { ...column, how: 'custom', why: KEPT_CUSTOM }
    : column;

/** The explicit part of a mapping, as `column_mapping` takes it. */
export const explicitMapping = (mapping: readonly ColumnMapping[]): Record<string, string> =>
  Object.fromEntries(
    mapping.flatMap(({ header, field, how, why }) => {
      if (why === KEPT_CUSTOM) return [[CUSTOM_FIELD + header, header]];
      return how === 'explicit' && field !== null ? [[field, header]] : [];
    }),
  );

function readEntries(columnMapping: Readonly<Record<string, string | number>>, headers: readonly string[]) {
  const explicit = new Map<number, MappedField | null>();
  const taken = new Set<MappedField>();
  for (const [key, value] of Object.entries(columnMapping)) {
    const { column, field } = readEntry(key, value, headers);
    if (field !== null && taken.has(field))
      throw badRequest(`column_mapping names the field ${quote(field)} twice`);
    if (explicit.has(column)) {
      throw badRequest(
        `column_mapping names the column ${quote(headers[column]!)} twice: name one field; for two, as the name and the city, the file needs the column twice`,
      );
    }
    explicit.set(column, field);
    if (field !== null) taken.add(field);
  }
  return { explicit, taken };
}

/** @returns the headers, folded */
function readIgnored(ignore: readonly string[], headers: readonly string[]): ReadonlySet<string> {
  const folded = new Set(headers.map(fold));
  for (const name of ignore) if (!folded.has(fold(name))) throw noColumn('ignore', name, headers);
  return new Set(ignore.map(fold));
}

const fold = (header: string): string => header.trim().toLowerCase();

/** Columns that a message lists. */
const SHOWN_COLUMNS = 20;
/** Columns among which a near name is looked for. */
const COMPARED_COLUMNS = 200;

function noColumn(option: string, name: string, headers: readonly string[]): AppError {
  const near = didYouMean(name, headers.slice(0, COMPARED_COLUMNS));
  return badRequest(`${option}: there is no column ${quote(name)}${near || ';'} ${columnsOf(headers)}`);
}

function columnsOf(headers: readonly string[]): string {
  const shown = headers.slice(0, SHOWN_COLUMNS).map((header) => quote(header));
  const more = headers.length > SHOWN_COLUMNS ? ` and ${headers.length - SHOWN_COLUMNS} more` : '';
  return `the file has ${shown.join(', ')}${more}`;
}

/** Header names are compared exactly first, then without case and blanks. */
function findHeader(headers: readonly string[], name: string): number {
  const exact = headers.indexOf(name);
  return exact >= 0 ? exact : headers.findIndex((header) => fold(header) === fold(name));
}

/**
 * One entry in the legacy direction {header: field} when that reads validly, else as documented {field:
 * column}.
 */
function readEntry(key: string, value: string | number, headers: readonly string[]): ExplicitEntry {
  // The names of the fields themselves go before their display names, which may be headers of the file.
  for (const fieldOf of [(name: string) => (isMappedField(name) ? name : undefined), mappedField]) {
    if (typeof value === 'string') {
      const field = fieldOf(value);
      const column = findHeader(headers, key);
      if (field !== undefined && column >= 0) return { column, field };
    }
    const field = fieldOf(key);
    if (field === undefined) continue;
    const column = typeof value === 'number' ? value : findHeader(headers, value);
    if (column >= 0 && column < headers.length) return { column, field };
  }
  return readCustom(key, value, headers) ?? unreadable(key, value, headers);
}

/** An entry that makes a column a custom field, in either direction; null: it is none. */
function readCustom(key: string, value: string | number, headers: readonly string[]): ExplicitEntry | null {
  for (const [custom, of] of [
    [key, value],
    [value, key],
  ]) {
    if (typeof custom !== 'string' || !custom.startsWith(CUSTOM_FIELD)) continue;
    const column = typeof of === 'number' ? of : findHeader(headers, of!);
    const header = headers[column];
    if (header === undefined) {
      if (typeof of === 'string') throw noColumn('column_mapping', of, headers);
      throw outOfRange(quote(custom), of!, headers);
    }
    if (findHeader([header], custom.slice(CUSTOM_FIELD.length)) === 0) return { column, field: null };
    throw badRequest(
      `column_mapping: ${quote(custom)} is not the name of the column ${quote(header)}, and a custom field has that name: write ${quote(CUSTOM_FIELD + header)}, or rename the column`,
    );
  }
  return null;
}

const outOfRange = (field: string, column: number, headers: readonly string[]): AppError =>
  badRequest(
    `column_mapping: ${field} names column ${column}, and the file has ${headers.length}, numbered from 0`,
  );

/** @throws AppError with the reason why an entry is valid in neither direction */
function unreadable(key: string, value: string | number, headers: readonly string[]): never {
  throw reasonOf(key, value, headers);
}

function reasonOf(key: string, value: string | number, headers: readonly string[]): AppError {
  if (mappedField(key) !== undefined)
    return typeof value === 'number'
      ? outOfRange(key, value, headers)
      : noColumn('column_mapping', value, headers);
  const ofColumn = findHeader(headers, key) >= 0 && typeof value === 'string';
  const name = ofColumn ? value : key;
  if (!ofColumn && typeof value === 'string' && mappedField(value) !== undefined)
    return noColumn('column_mapping', key, headers);
  const column = ofColumn ? key : value;
  const near = didYouMean(name, MAPPED_FIELDS);
  const what = typeof column === 'number' ? `column ${column}` : `the column ${quote(column)}`;
  return badRequest(
    `column_mapping: ${quote(name)} is no field that ${what} can be read as${near || ';'} fields are ${MAPPED_FIELDS.join(', ')}`,
  );
}
