import { UPDATED_COLUMNS, type UpdateColumns } from '../../schema/updated-columns.js';

type Column = (typeof UPDATED_COLUMNS)[number];

export const noUpdates = (): UpdateColumns =>
  Object.fromEntries(UPDATED_COLUMNS.map((column) => [column, []])) as unknown as UpdateColumns;

/** Adds a row that overwrites the marker `id`. */
export function addUpdate(
  to: UpdateColumns,
  id: number,
  textOf: (column: Exclude<Column, 'id'>) => string | null,
): void {
  for (const column of UPDATED_COLUMNS) to[column].push(column === 'id' ? String(id) : textOf(column));
}
