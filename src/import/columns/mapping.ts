import { type AppError, badRequest } from '../../base/errors.js';
import { exportedColumns } from '../../format/exported-file.js';
import { exactField, isMappedField, type MappedField } from '../../schema/import-fields.js';
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
  field: MappedField;
}

/**
 * Decides how every column is read: explicit mapping, then ignore, then exact names, and what is left becomes a custom
 * field. A field is given to one column at most; a column that loses its field to another becomes a custom field.
 * @throws AppError BAD_REQUEST for an explicit entry that is valid in neither direction, a field named twice, or a column that is not there
 */
export function mapColumns({ headers, columnMapping = {}, ignore = [] }: MappingRequest): ColumnMapping[] {
  const explicit = new Map<number, MappedField>();
  const taken = new Set<MappedField>();
  for (const [key, value] of Object.entries(columnMapping)) {
    const { column, field } = readEntry(key, value, headers);
    if (taken.has(field)) throw badRequest(`column_mapping names the field ${JSON.stringify(field)} twice`);
    if (explicit.has(column)) {
      throw badRequest(
        `column_mapping names the column ${JSON.stringify(headers[column])} twice: name one field; for two, as the name and the city, the file needs the column twice`,
      );
    }
    explicit.set(column, field);
    taken.add(field);
  }
  const folded = new Set(headers.map(fold));
  for (const name of ignore) if (!folded.has(fold(name))) throw noColumn('ignore', name, headers);
  const ignored = new Set(ignore.map(fold));
  const exported = exportedColumns(headers);
  return headers.map((header, index): ColumnMapping => {
    const chosen = explicit.get(index);
    if (chosen) return { index, header, field: chosen, how: 'explicit', confidence: 1 };
    if (ignored.has(fold(header))) return { index, header, field: null, how: 'ignored', confidence: 1 };
    const exact = exported?.[index] === 'custom' ? undefined : exactField(header);
    if (exact && !taken.has(exact)) {
      taken.add(exact);
      return { index, header, field: exact, how: 'exact', confidence: 1 };
    }
    return { index, header, field: null, how: 'custom', confidence: 1 };
  });
}

const fold = (header: string): string => header.trim().toLowerCase();

/** Columns that a message lists, and characters of each. */
const SHOWN_COLUMNS = 20;
const SHOWN_LENGTH = 60;

function noColumn(option: string, name: string, headers: readonly string[]): AppError {
  const shown = headers
    .slice(0, SHOWN_COLUMNS)
    .map((header) => JSON.stringify(header.slice(0, SHOWN_LENGTH)));
  const more = headers.length > SHOWN_COLUMNS ? ` and ${headers.length - SHOWN_COLUMNS} more` : '';
  const listed = `${shown.join(', ')}${more}`;
  return badRequest(`${option}: there is no column ${JSON.stringify(name)}; the file has ${listed}`);
}

/** Header names are compared exactly first, then without case and blanks. */
function findHeader(headers: readonly string[], name: string): number {
  const exact = headers.indexOf(name);
  return exact >= 0 ? exact : headers.findIndex((header) => fold(header) === fold(name));
}

/** One entry in the legacy direction {header: field} when that reads validly, else as documented {field: column}. */
function readEntry(key: string, value: string | number, headers: readonly string[]): ExplicitEntry {
  if (typeof value === 'string' && isMappedField(value)) {
    const column = findHeader(headers, key);
    if (column >= 0) return { column, field: value };
  }
  if (!isMappedField(key)) {
    throw badRequest(`column_mapping: ${JSON.stringify(key)} is neither a field nor a column of the file`);
  }
  if (typeof value === 'number') {
    if (value >= headers.length) {
      throw badRequest(
        `column_mapping: ${key} names column ${value}, the file has ${headers.length} columns`,
      );
    }
    return { column: value, field: key };
  }
  const column = findHeader(headers, value);
  if (column < 0) throw noColumn('column_mapping', value, headers);
  return { column, field: key };
}
