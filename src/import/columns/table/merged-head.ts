import type { MergedHeader } from '../../../format/workbook/sheet-findings.js';
import { cleanName } from '../header-row.js';
import { joinHeader } from './join-header.js';
import { countFilled, filledCells, isLabel, isYear, type TableRow } from './table-row.js';

/** Rows of a header, by their numbers. */
export interface MergedHead {
  readonly top: number;
  readonly bottom: number;
}

/** Rows that a header has at the most. */
const MAX_ROWS = 6;
/** Share of the columns over which a title is merged. */
const MIN_TITLE = 0.8;

/**
 * The rows of a header as its merged cells prove them, whatever stands in them: cells that are merged
 * downwards, and names below a cell that is merged over several columns and below no other. A title that is
 * merged over the table is above it.
 * @param rows the first rows of the sheet
 * @param found row of the header, as its texts tell
 * @returns null: merged cells prove nothing
 */
export function findMergedHead(
  rows: readonly TableRow[],
  found: number,
  merged: readonly MergedHeader[],
): MergedHead | null {
  if (merged.length === 0) return null;
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  let at = rows.findIndex(({ row }) => row === found);
  while (at !== -1 && at + 1 < rows.length && isTitle(rows[at]!, width, merged)) at++;
  let top = rows[at]?.row;
  if (top === undefined) return null;
  // The header may begin above the row whose texts are most like names.
  for (const { row, lastRow, firstColumn, lastColumn } of merged)
    if (row < found && lastRow >= found && row > found - MAX_ROWS && lastColumn === firstColumn)
      top = Math.min(top, row);
  let bottom = top;
  for (let last = 0; last < bottom; ) {
    last = bottom;
    for (const { row, lastRow } of merged)
      if (row >= top && row <= bottom && lastRow < top + MAX_ROWS) bottom = Math.max(bottom, lastRow);
    const next = rows.find(({ row }) => row > bottom);
    if (next?.row === bottom + 1 && next.row < top + MAX_ROWS && isDivided(next, merged)) bottom = next.row;
  }
  const hasRowsBelow = rows.some(({ row }) => row > bottom);
  return hasRowsBelow && (bottom > top || top !== found) ? { top, bottom } : null;
}

function isTitle(row: TableRow, width: number, merged: readonly MergedHeader[]): boolean {
  if (countFilled(row) !== 1 || width < 2) return false;
  const column = row.cells.findIndex((cell) => cell !== '');
  return merged.some(
    (range) =>
      range.row === row.row &&
      range.firstColumn === column &&
      range.lastColumn - column + 1 >= MIN_TITLE * width,
  );
}

/** Tells whether a row divides what is merged in the row above it, and has nothing elsewhere. */
function isDivided(row: TableRow, merged: readonly MergedHeader[]): boolean {
  const above = merged.filter(
    ({ lastRow, firstColumn, lastColumn }) => lastRow === row.row - 1 && lastColumn > firstColumn,
  );
  const isBelow = (column: number): boolean =>
    above.some(({ firstColumn, lastColumn }) => column >= firstColumn && column <= lastColumn);
  return (
    countFilled(row) >= 2 &&
    filledCells(row).every((cell) => isLabel(cell) || isYear(cell)) &&
    row.cells.every((cell, column) => cell === '' || isBelow(column))
  );
}

/** The names of columns out of the rows of a header. */
export function joinMergedHead(rows: readonly TableRow[], merged: readonly MergedHeader[]): string[] {
  const [first = [], ...others] = rows.map(({ row, cells }) =>
    fillMerged({ row, cells: cells.map((cell) => withoutLineEnds(cleanName(cell))) }, merged),
  );
  return others.reduce((groups, names) => joinHeader({ groups, names, units: null }), first);
}

const withoutLineEnds = (name: string): string => name.replace(/(?<!\s)\s*\n\s*/g, ' ');

/** A header that is merged over several columns is that of all of them: cut, as there may be thousands. */
export function fillMerged({ row, cells }: TableRow, merged: readonly MergedHeader[]): string[] {
  const filled = [...cells];
  for (const { row: at, firstColumn, lastColumn } of merged) {
    if (at !== row) continue;
    const name = cleanName(cells[firstColumn] ?? '');
    for (let column = firstColumn + 1; column <= lastColumn; column++) {
      while (filled.length < column) filled.push('');
      filled[column] ||= name;
    }
  }
  return filled;
}
