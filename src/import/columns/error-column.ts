import type { ColumnMapping } from '../../schema/job.js';

/** Last column of the file of rejected rows (docs/decisions.md#rejected-rows). */
export const ERROR_COLUMN = 'error';

/**
 * A mended file of rejected rows is imported as it is. Nothing else tells such a file from another, so a last column of
 * exactly this name is never data, unless a mapping names it.
 */
export const hasErrorColumn = (headers: readonly string[]): boolean =>
  headers.length > 1 && headers.at(-1) === ERROR_COLUMN;

/** The names without that column: they are what the first upload had. */
export const withoutErrorColumn = (headers: readonly string[]): readonly string[] =>
  hasErrorColumn(headers) ? headers.slice(0, -1) : headers;

const WHY = 'the reasons of an earlier import stand in it';

export function ignoreErrorColumn(mapping: ColumnMapping[]): ColumnMapping[] {
  const last = mapping.at(-1);
  if (!last || last.how === 'explicit' || !hasErrorColumn(mapping.map(({ header }) => header)))
    return mapping;
  return [...mapping.slice(0, -1), { ...last, field: null, how: 'ignored', confidence: 1, why: WHY }];
}

/** Whether the upload's own last column holds the reasons of an earlier import. */
export const ignoresErrorColumn = (mapping: readonly ColumnMapping[]): boolean =>
  hasErrorColumn(mapping.map(({ header }) => header)) && mapping.at(-1)!.how === 'ignored';
