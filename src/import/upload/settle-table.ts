import type { SpoolEncoding } from '../../format/encoding.js';
import { isExportHeader } from '../../format/exported-file.js';
import type { RecordRange } from '../../format/last-records.js';
import type { LeftOut } from '../../format/left-out.js';
import type { MergedHeader } from '../../format/workbook/sheet-findings.js';
import type { SkippedRow, SkipReason } from '../../schema/skipped-row.js';
import { type Column, cleanName, readColumnNames } from '../columns/header-row.js';
import { findFooter, usualCells } from '../columns/table/find-footer.js';
import { type FoundHeader, findLaterHeader } from '../columns/table/find-header.js';
import { joinHeader, spreadGroups } from '../columns/table/join-header.js';
import type { LeftOutRows, TableRead } from '../columns/table/left-out-notes.js';
import { fillMerged, findMergedHead, joinMergedHead } from '../columns/table/merged-head.js';
import { countFilled, isEmptyRow, type TableRow } from '../columns/table/table-row.js';
import { rowOf, type TableOptions } from './open-table.js';

/** Most rows that were left out which are named one by one. */
const MAX_NAMED = 100;

/** Records of a spooled file that stand one behind the other, and their bytes. */
export interface ReadRecords {
  readonly ranges: readonly RecordRange[];
  readonly bytes: Uint8Array;
}

/** Records that are read of a spooled table to settle where it is. */
export interface UnsettledTable {
  readonly encoding: SpoolEncoding;
  readonly delimiter: string;
  readonly options: TableOptions;
  readonly found: FoundHeader | null;
  /** The last row of the header that was found, or that the client says. */
  readonly lastRow: number;
  /** The first records up to that row, and those behind it. */
  readonly head: ReadRecords;
  readonly below: ReadRecords;
  /** The last records; none where the client says which row is the last. */
  readonly foot: ReadRecords;
  /** All of the first records that are remembered. */
  readonly first: readonly RecordRange[];
  readonly records: number;
  readonly emptyRecords: number;
  readonly repeats: LeftOut;
  readonly beyond: LeftOut;
  readonly merged: readonly MergedHeader[];
  readonly width: number;
}

/** Where a table is, and how many of its first and last records are no data. */
export interface SettledTable extends TableRead {
  readonly columns: Column[];
  readonly rows: number;
  readonly headerRecords: number;
  readonly footerRecords: number;
  /** Rows at the end that are no data, empty ones among them. */
  readonly footerRows: number;
}

/** Settles what the columns of a table are called, and which rows are no data. */
export function settleTable(table: UnsettledTable): SettledTable {
  const { encoding, delimiter, options, found, lastRow, first, repeats, beyond, merged, width } = table;
  const read = ({ ranges, bytes: { buffer, byteOffset, length } }: ReadRecords, above = 0): TableRow[] => {
    const bytes = Buffer.from(buffer, byteOffset, length);
    const from = ranges[0]?.startByte ?? 0;
    return ranges
      .filter(({ row }) => row > above)
      .map((range) =>
        rowOf(bytes.subarray(range.startByte - from, range.endByte - from), range, { encoding, delimiter }),
      );
  };
  const head = read(table.head);
  const at = found === null ? head.length - 1 : found.at;
  const names = head[at]!;
  const groups = found?.hasGroups ? head[at - 1]! : null;
  const units = found?.hasUnits ? head[at + 1]! : null;
  const below = read(table.below);
  const proven =
    found === null || isExportHeader(names.cells)
      ? null
      : findMergedHead([...head, ...below], (groups ?? names).row, merged);
  const top = proven?.top ?? (groups ?? names).row;
  const headerRow = proven?.bottom ?? names.row;
  const inHeader = first.filter(({ row }) => row > lastRow && row <= headerRow).length;
  const firstRows = below.slice(inHeader);
  const cells = proven
    ? joinMergedHead(
        [...head, ...below].filter(({ row }) => row >= top && row <= headerRow),
        merged,
      )
    : joinedHeader({ groups, names, units }, merged);
  while (cells.length < width) cells.push('');
  const headerRecords = below.slice(0, inHeader).filter((row) => !isEmptyRow(row)).length;
  const rows = table.records - headerRecords;
  const emptyRows = table.emptyRecords - (inHeader - headerRecords);
  const lastRows = read(table.foot, headerRow);
  const columns = readColumnNames(cells);
  const header = columns.map(({ original, unnamed }) => (unnamed ? '' : original));
  const usual = usualOf(header, firstRows);
  const footer = isExportHeader(cells)
    ? []
    : findFooter(lastRows, { header, usual, all: allRows(firstRows, lastRows, rows + emptyRows) });
  const emptyFooter = lastRows.slice(lastRows.length - footer.length).filter(isEmptyRow).length;
  const footerRecords = footer.length - emptyFooter;
  const rowOfFooter = (i: number): number => lastRows.at(i - footer.length)!.row;
  const parts = {
    above: rowsAbove([...head, ...below], top, head[0]!.row === first[0]!.row),
    repeated: leftOutFor('repeated_header', repeats),
    below:
      options.lastRow === null
        ? { count: footer.length, rows: footer.map((reason, i) => ({ row: rowOfFooter(i), reason })) }
        : leftOutFor('footer', beyond),
  };
  const unitRows: SkippedRow[] =
    units === null || proven !== null ? [] : [{ row: units.row, reason: 'unit' }];
  const all = [...parts.above.rows, ...unitRows, ...parts.repeated.rows, ...parts.below.rows];
  return {
    columns,
    headerRecords,
    footerRecords,
    footerRows: footer.length,
    rows: rows - footerRecords,
    emptyRows: emptyRows - emptyFooter,
    headerRow,
    groupRow: top < headerRow ? top : null,
    unitRow: unitRows[0]?.row ?? null,
    ...parts,
    skipped: all.sort((a, b) => a.row - b.row).slice(0, MAX_NAMED),
    skippedCount: parts.above.count + unitRows.length + parts.repeated.count + parts.below.count,
    laterHeader: options.headerRow === null ? findLaterHeader(names, firstRows) : null,
    isTold: options.headerRow !== null || options.lastRow !== null,
  };
}

const leftOutFor = (reason: SkipReason, { count, rows }: LeftOut): LeftOutRows => ({
  count,
  rows: rows.map((row) => ({ row, reason })),
});

/** The rows below the header, where the first and the last are all of them. */
function allRows(first: readonly TableRow[], last: readonly TableRow[], count: number): TableRow[] | null {
  const behind = first.at(-1)?.row ?? 0;
  const all = [...first, ...last.filter(({ row }) => row > behind)];
  return all.length === count ? all : null;
}

function joinedHeader(
  { groups, names, units }: { groups: TableRow | null; names: TableRow; units: TableRow | null },
  merged: readonly MergedHeader[],
): string[] {
  const ownCells = fillMerged(names, merged);
  const isMerged = merged.some(
    ({ row, firstColumn, lastColumn }) => row === groups?.row && lastColumn > firstColumn,
  );
  return joinHeader({
    groups:
      groups && (isMerged ? fillMerged(groups, merged) : spreadGroups(groups.cells.map(cleanName), ownCells)),
    names: ownCells,
    units: units?.cells ?? null,
  });
}

/** Rows that say how many cells are usual, though all have less than half as many as the header. */
const SPARSE_ROWS = 3;

/**
 * Cells that most rows of a table have: rows with less than half as many as its header are none of it, if
 * others have more.
 */
function usualOf(header: readonly string[], rows: readonly TableRow[]): number {
  const columns = header.filter((name) => name !== '').length;
  const full = rows.filter((row) => countFilled(row) * 2 >= columns);
  if (full.length > 0) return usualCells(full);
  return rows.length < SPARSE_ROWS ? columns : usualCells(rows);
}

/** @param isRead whether the head has all rows above the header */
function rowsAbove(head: readonly TableRow[], top: number, isRead: boolean): LeftOutRows {
  const texts = head.filter((row) => row.row < top && countFilled(row) > 0).map(({ row }) => row);
  const reasonAt = (row: number): SkipReason =>
    row === texts[0] ? 'title' : !isRead || texts.includes(row) ? 'note' : 'empty';
  const rows = Array.from({ length: Math.min(top - 1, MAX_NAMED) }, (_, i) => ({
    row: i + 1,
    reason: reasonAt(i + 1),
  }));
  return { count: top - 1, rows };
}
