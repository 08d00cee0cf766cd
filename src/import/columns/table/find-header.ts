import { isExportHeader } from '../../../format/exported-file.js';
import { exactField } from '../../../schema/import-fields.js';
import { joinHeader, spreadGroups } from './join-header.js';
import {
  countFilled,
  filledCells,
  isEmptyRow,
  isLabel,
  isValue,
  isYear,
  kindsOf,
  median,
  type TableRow,
} from './table-row.js';
import { isUnitRow } from './unit-row.js';

/** Rows at the beginning of a file among which the header is looked for. */
export const HEAD_ROWS = 30;
/** Rows below a header that are held against it. */
const ROWS_BELOW = 20;
/** Share of its cells that must look like names of columns. */
const MIN_LABELS = 0.8;
/** Cells of a header as a share of those of the rows below it. */
const MIN_COVER = 0.6;
/**
 * Share of the values of a column that are numbers, dates or addresses of the web, where its header is a
 * word.
 */
const MIN_VALUES = 0.8;

/**
 * Cells of each row that are looked at for a later header: with all 5,000 that a row may have, 30 rows
 * took 0.2 s of the main thread.
 */
const MOST_CELLS = 500;

/** Where the header stands among the first rows of a table. */
export interface FoundHeader {
  /** Index of the row with the names of the columns. */
  readonly at: number;
  /** The row above it has the names of groups of columns. */
  readonly hasGroups: boolean;
  /** The row below it has units or types of the columns, or their numbers. */
  readonly hasUnits: boolean;
}

/**
 * Finds the header. It is the first row, unless what stands above another row is plainly no table and that
 * row plainly a header.
 */
export function findHeader(sample: readonly TableRow[]): FoundHeader {
  const rows = withTrailingCells(sample);
  const first = Math.max(
    0,
    rows.slice(0, HEAD_ROWS).findIndex((row) => !isEmptyRow(row)),
  );
  if (rows[first] !== undefined && isExportHeader(rows[first].cells))
    return { at: first, hasGroups: false, hasUnits: false };
  const at = headerBelow(rows, first) ?? first;
  const below = rows[at + 1];
  return {
    at,
    hasGroups: at > first && isGroupRow(rows[at - 1]!, rows[at]!),
    hasUnits: below !== undefined && isUnitRow(below, rows[at]!, rowsBelow(rows, at).slice(1)),
  };
}

/** A row below the header that may be the header. */
export interface LaterHeader {
  readonly row: number;
  /** It holds more names of fields than the header does, three at least. */
  readonly isLikelier: boolean;
}

/**
 * The row that holds most names of fields among those that were taken for data: the parameters of a report
 * stand above its table, as full as that.
 */
export function findLaterHeader(header: TableRow, below: readonly TableRow[]): LaterHeader | null {
  const rows = below.slice(0, HEAD_ROWS).map(beginningOf);
  let found: TableRow | null = null;
  for (const [i, row] of rows.entries()) {
    const next = rows[i + 1];
    const { words, isLabel } = kindsOf(row);
    const filled = countFilled(row);
    const labels = isLabel.filter((isLabel) => isLabel).length;
    if (next === undefined || words < 2 || words * 2 < filled || labels < MIN_LABELS * filled) continue;
    if (words > kindsOf(next).words && words > (found === null ? 0 : kindsOf(found).words)) found = row;
  }
  if (found === null) return null;
  const { words } = kindsOf(found);
  return { row: found.row, isLikelier: words >= 3 && words > kindsOf(beginningOf(header)).words };
}

const beginningOf = (row: TableRow): TableRow =>
  row.cells.length <= MOST_CELLS ? row : { ...row, cells: row.cells.slice(0, MOST_CELLS) };

/**
 * A row of a sheet ends with its last filled cell, which need not be below the last name of the row above.
 */
function withTrailingCells(rows: readonly TableRow[]): TableRow[] {
  const width = median(rows.map(({ cells }) => cells.length));
  return rows.map(({ row, cells }) => ({
    row,
    cells: [...cells, ...Array<string>(Math.max(0, width - cells.length)).fill('')],
  }));
}

/** Rows below a header, but for those that repeat it or its rows beside it. */
function rowsBelow(rows: readonly TableRow[], at: number): TableRow[] {
  const isRepeated = (row: TableRow, of: TableRow | undefined): boolean =>
    of !== undefined &&
    row.cells.length === of.cells.length &&
    row.cells.every((cell, column) => cell === of.cells[column]);
  return rows.slice(at + 1, at + 1 + ROWS_BELOW).filter((row, i, below) => {
    const isHeader = isRepeated(row, rows[at]!);
    const isGroups =
      below[i + 1] !== undefined && isRepeated(below[i + 1]!, rows[at]) && isRepeated(row, rows[at - 1]);
    const isUnits =
      below[i - 1] !== undefined && isRepeated(below[i - 1]!, rows[at]) && isRepeated(row, rows[at + 1]);
    return !isHeader && !isGroups && !isUnits;
  });
}

/** @returns null: the first row is the header */
function headerBelow(rows: readonly TableRow[], first: number): number | null {
  if (rows[first] === undefined) return null;
  for (let at = first + 1; at < Math.min(rows.length, HEAD_ROWS); at++) {
    const above = rows.slice(first, at);
    if (!above.every((row, i) => isNoTable(row, rows[at]!, i === above.length - 1))) continue;
    if (!isHeader(rows, at, above)) continue;
    const next = rows[at + 1];
    const isGroup =
      next !== undefined && isGroupRow(rows[at]!, next) && isHeader(rows, at + 1, [...above, rows[at]!]);
    return isGroup ? at + 1 : at;
  }
  return null;
}

/** Tells whether a row above a header can be a title, a note, the names of groups, or empty. */
function isNoTable(row: TableRow, header: TableRow, isNext: boolean): boolean {
  const filled = countFilled(row);
  if (filled === 0) return true;
  if (isNext && isGroupRow(row, header)) return true;
  const columns = countFilled(header);
  if (isRemark(row, header) || (filled <= columns && isParameters(row))) return true;
  return filled * 2 <= columns || (filled === 1 && columns === 1) || (filled <= 2 && columns >= 3);
}

/**
 * `# exported by, Kim | on Monday | …` above a row with more names of fields; `#id | name | lat` above data
 * is the header.
 */
function isRemark(row: TableRow, header: TableRow): boolean {
  const [first = '', ...others] = filledCells(row);
  if (!first.startsWith('#') || others.some((cell) => cell.startsWith('#'))) return false;
  const { words } = kindsOf(header);
  return words >= 2 && words > kindsOf(row).words;
}

/** `From: | 2026-01-01 | To: | 2026-01-31` of a report. */
const isParameters = (row: TableRow): boolean =>
  filledCells(row).some((cell, i, filled) => /[:：]$/.test(cell) && isValue(filled[i + 1] ?? ''));

function isHeader(rows: readonly TableRow[], at: number, above: readonly TableRow[]): boolean {
  const header = rows[at]!;
  const filled = filledCells(header);
  if (filled.length < 2) return isHeaderOfOne(rows, at, above);
  const last = above.at(-1)!;
  const isBelowGroups = isGroupRow(last, header);
  const names = isBelowGroups ? joinedCells(last, header) : header.cells;
  const unique = isBelowGroups ? underGroups(last, header) : filled;
  const below = rowsBelow(rows, at);
  // The only row below a header may be of words, too.
  if (below.length === 0 && (isBelowGroups || isLikeHeader(above))) return false;
  const width = median(below.map(countFilled).filter((count) => count > 1));
  if (names.filter((name) => name !== '').length < MIN_COVER * width) return false;
  const labels = kindsOf(header).isLabel.filter((isLabel) => isLabel).length;
  if (labels < MIN_LABELS * filled.length || new Set(unique).size * 2 <= unique.length) return false;
  const words = Math.max(0, kindsOf(header).words - median(below.map((row) => kindsOf(row).words)));
  const hasGap = header.row - last.row > 1 || isEmptyRow(last);
  return words + countContrasts(header, below) + Number(hasGap) >= (isLikeHeader(above) ? 4 : 2);
}

/** The header of a table of one column is known by its word alone, below a blank line. */
function isHeaderOfOne(rows: readonly TableRow[], at: number, above: readonly TableRow[]): boolean {
  const header = rows[at]!;
  const below = rows.slice(at + 1);
  if (header.row - above.at(-1)!.row === 1 || below.length === 0 || kindsOf(header).words === 0) return false;
  if (/\d/.test(header.cells.join('')) || above.some((row) => kindsOf(row).words > 0)) return false;
  return above.some(isProse) && kindsOf(below[0]!).words === 0 && below.every((row) => countFilled(row) <= 1);
}

const isProse = (row: TableRow): boolean => filledCells(row).some((cell) => /\S\s+\S+\s+\S/.test(cell));

/** Rows one of which has the name of a field by itself may be a header, most of whose cells are empty. */
const isLikeHeader = (above: readonly TableRow[]): boolean =>
  above.some((row) => filledCells(row).some((cell) => exactField(cell) !== undefined));

/** Columns whose header is a word and whose values are none. */
function countContrasts(header: TableRow, below: readonly TableRow[]): number {
  return kindsOf(header).isLabel.filter((isLabel, column) => {
    if (!isLabel) return false;
    const values = below
      .map((row) => kindsOf(row).isValue[column] ?? null)
      .filter((isValue) => isValue !== null);
    return values.length > 0 && values.filter((isValue) => isValue).length >= MIN_VALUES * values.length;
  }).length;
}

/**
 * Tells whether a row has names of groups of columns, which the row below it divides: names with empty cells
 * behind them, under which the row below goes on.
 */
function isGroupRow(groups: TableRow, header: TableRow): boolean {
  const filled = filledCells(groups);
  if (filled.length < 2 || groups.row + 1 !== header.row || !filled.every(isGroupName)) return false;
  const last = groups.cells.findLastIndex((cell) => cell !== '');
  // A label and its value, as in `Date | 2026`, are no groups.
  if (last < 2 || header.cells.length <= last) return false;
  const spread = spreadGroups(groups.cells, header.cells);
  return spread.some((group, column) => group !== '' && groups.cells[column] !== group);
}

const isGroupName = (cell: string): boolean =>
  cell.length <= 40 && !/[:.!]$|(?<!\s)(?:\s+\S+){4}/.test(cell) && (isLabel(cell) || isYear(cell));

const joinedCells = (groups: TableRow, header: TableRow): string[] =>
  Array.from(
    { length: Math.max(groups.cells.length, header.cells.length) },
    (_, column) => header.cells[column] || groups.cells[column] || '',
  );

/** Names that groups tell apart. */
const underGroups = (groups: TableRow, header: TableRow): string[] =>
  joinHeader({
    groups: spreadGroups(groups.cells, header.cells),
    names: header.cells,
    units: null,
  }).filter((name) => name !== '');
