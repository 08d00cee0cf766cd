import type { ColumnMapping } from '../../schema/job.js';

/** Last column of the file of rejected rows (docs/decisions.md#rejected-rows). */
export const ERROR_COLUMN = 'error';
/** Stand before it where the rows are those of a workbook. */
export const SHEET_COLUMNS = ['sheet', 'row'] as const;

const OF_SHEET = [...SHEET_COLUMNS, ERROR_COLUMN];

/**
 * A mended file of rejected rows is imported as it is. Nothing else tells such a file from another, so last
 * columns of exactly these names are never data, unless a mapping names them.
 * @returns number of such columns
 */
export function countErrorColumns(headers: readonly string[]): number {
  const endsWith = (names: readonly string[]): boolean =>
    headers.length > names.length && names.every((name, i) => headers.at(i - names.length) === name);
  if (endsWith(OF_SHEET)) return OF_SHEET.length;
  return endsWith([ERROR_COLUMN]) ? 1 : 0;
}

/** The names without those columns: they are what the first upload had. */
export const withoutErrorColumns = (headers: readonly string[]): readonly string[] =>
  headers.slice(0, headers.length - countErrorColumns(headers));

const WHY = 'the reasons of an earlier import stand in it';

export function ignoreErrorColumns(mapping: ColumnMapping[]): ColumnMapping[] {
  const own = mapping.length - countErrorColumns(mapping.map(({ header }) => header));
  return mapping.map((column) =>
    column.index < own || column.how === 'explicit'
      ? column
      : { ...column, field: null, how: 'ignored', confidence: 1, why: WHY },
  );
}

/** Number of last columns of an upload that hold the reasons of an earlier import. */
export function countIgnoredErrorColumns(mapping: readonly ColumnMapping[]): number {
  const count = countErrorColumns(mapping.map(({ header }) => header));
  return mapping.slice(mapping.length - count).every(({ how }) => how === 'ignored') ? count : 0;
}

/** Columns of a file of rejected rows behind those of the upload. */
export const errorColumns = (own: number, isOfSheet: boolean): ColumnMapping[] =>
  (isOfSheet ? OF_SHEET : [ERROR_COLUMN]).map((header, i) => ({
    ...{ index: own + i, header, field: null, how: 'ignored', confidence: 1, why: WHY },
  }));
