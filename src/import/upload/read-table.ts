import { badRequest } from '../../base/errors.js';
import type { Block } from '../../format/block.js';
import type { SpoolEncoding } from '../../format/encoding.js';
import { isExportHeader } from '../../format/exported-file.js';
import type { RecordRange } from '../../format/last-records.js';
import type { LeftOut } from '../../format/left-out.js';
import type { MergedHeader } from '../../format/workbook/sheet-findings.js';
import type { SkippedRow, SkipReason } from '../../schema/skipped-row.js';
import { type Column, cleanName, readHeader } from '../columns/header-row.js';
import { FOOT_ROWS, findFooter, usualCells } from '../columns/table/find-footer.js';
import { findLaterHeader } from '../columns/table/find-header.js';
import { joinHeader, spreadGroups } from '../columns/table/join-header.js';
import type { LeftOutRows, TableRead } from '../columns/table/left-out-notes.js';
import { fillMerged, findMergedHead, joinMergedHead } from '../columns/table/merged-head.js';
import { countFilled, isEmptyRow, type TableRow } from '../columns/table/table-row.js';
import type { UploadFile } from '../spool/uploaded.js';
import { rowOf, type TableCutter } from './table-cutter.js';

/** Most rows that were left out which are named one by one. */
const MAX_NAMED = 100;
/** Most bytes of the rows that are read again, at the beginning and at the end of a file. */
const MAX_READ_BYTES = 1 << 20;

export interface ReadTable extends TableRead {
  readonly columns: Column[];
  /** Blocks without the rows below the table. */
  readonly blocks: Block[];
  readonly rows: number;
}

export interface SpooledTable {
  readonly cutter: TableCutter;
  readonly blocks: readonly Block[];
  readonly file: UploadFile;
  readonly encoding: SpoolEncoding;
  /** Cells of headers that are merged over several columns, of a sheet. */
  readonly merged?: readonly MergedHeader[];
  /** Columns that any row has, where that is known. */
  readonly width?: number;
}

/**
 * Settles where the table of a spooled CSV file is: what its columns are called, which rows are no data, and its blocks without those.
 * @throws AppError BAD_REQUEST when the options name no row of the header, or a last row above it
 */
export async function readTable(spooled: SpooledTable): Promise<ReadTable> {
  const { cutter, file, encoding, width = 0 } = spooled;
  const { options, found, delimiter } = cutter;
  const { header: last, first, repeats, beyond, emptyRecords } = cutter.cutter;
  const read = readerOf(file, { encoding, delimiter });
  const head = await read(headRanges(first, last!));
  const at = found === null ? head.length - 1 : found.at;
  const names = head[at]!;
  if (options.lastRow !== null && options.lastRow < names.row)
    throw badRequest(
      `skip_rows_after: row ${options.lastRow} stands above the header, row ${names.row}: give the number of the last row with data, as a spreadsheet program shows it`,
    );
  const groups = found?.hasGroups ? head[at - 1]! : null;
  const units = found?.hasUnits ? head[at + 1]! : null;
  const below = await read(prefix(first.filter(({ row }) => row > last!.row)));
  const merged = spooled.merged ?? [];
  const proven =
    found === null || isExportHeader(names.cells)
      ? null
      : findMergedHead([...head, ...below], (groups ?? names).row, merged);
  const top = proven?.top ?? (groups ?? names).row;
  const headerRow = proven?.bottom ?? names.row;
  const inHeader = first.filter(({ row }) => row > last!.row && row <= headerRow).length;
  const firstRows = below.slice(inHeader);
  const cells = proven
    ? joinMergedHead(
        [...head, ...below].filter(({ row }) => row >= top && row <= headerRow),
        merged,
      )
    : joinedHeader({ groups, names, units }, merged);
  while (cells.length < width) cells.push('');
  const headerRecords = below.slice(0, inHeader).filter((row) => !isEmptyRow(row)).length;
  const rows = cutter.cutter.records - headerRecords;
  const emptyRows = emptyRecords - (inHeader - headerRecords);
  const lastRows =
    options.lastRow === null
      ? await read(suffix(cutter.cutter.last.filter(({ row }) => row > headerRow)))
      : [];
  const columns = readHeader(cells);
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
  const lastKept = cutter.cutter.last.at(-1 - footer.length);
  return {
    columns,
    blocks: withoutFirst(
      withoutLast(spooled.blocks, footerRecords, lastKept?.endByte ?? 0),
      headerRecords,
      first.find(({ row }) => row > headerRow),
    ),
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

type ReadRows = (ranges: readonly RecordRange[]) => Promise<TableRow[]>;

const readerOf =
  (file: UploadFile, dialect: { encoding: SpoolEncoding; delimiter: string }): ReadRows =>
  async (ranges) => {
    const from = ranges[0]?.startByte ?? 0;
    const bytes = await file.read(from, ranges.at(-1)?.endByte ?? from);
    return ranges.map((range) =>
      rowOf(bytes.subarray(range.startByte - from, range.endByte - from), range, dialect),
    );
  };

/** The records up to the last one of the header; that alone where the others are too many, or too long. */
function headRanges(first: readonly RecordRange[], last: RecordRange): readonly RecordRange[] {
  const head = first.filter(({ row }) => row <= last.row);
  return head.at(-1)?.row === last.row && last.endByte - head[0]!.startByte <= MAX_READ_BYTES ? head : [last];
}

/** The first records below the header, as many as are looked at. */
const prefix = (below: readonly RecordRange[]): readonly RecordRange[] =>
  below.filter(({ endByte }) => endByte - below[0]!.startByte <= MAX_READ_BYTES);

/** The last records, as many as are looked at. */
function suffix(last: readonly RecordRange[]): readonly RecordRange[] {
  const end = last.at(-1)?.endByte ?? 0;
  return last.slice(-FOOT_ROWS).filter(({ startByte }) => end - startByte <= MAX_READ_BYTES);
}

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

/** Cells that most rows of a table have: rows with less than half as many as its header are none of it, if others have more. */
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

/** Blocks without records that are in the header. @param next the first record that stays */
function withoutFirst(blocks: readonly Block[], records: number, next: RecordRange | undefined): Block[] {
  if (records === 0) return [...blocks];
  const kept = [...blocks];
  let left = records;
  while (kept.length > 0 && kept[0]!.records <= left) left -= kept.shift()!.records;
  if (left > 0 && kept.length > 0 && next !== undefined) {
    const block = kept[0]!;
    const cut = next.startByte - block.startByte;
    const leftOut = block.leftOut?.flatMap(([from, to]) =>
      to > cut ? [[from - cut, to - cut] as const] : [],
    );
    kept[0] = {
      ...block,
      startByte: next.startByte,
      firstLine: next.line,
      records: block.records - left,
      ...(leftOut && { leftOut }),
    };
  }
  let firstRecord = 0;
  return kept.map((block, index) => {
    const renumbered = { ...block, index, firstRecord };
    firstRecord += block.records;
    return renumbered;
  });
}

/** @param endByte of the last record that stays */
function withoutLast(blocks: readonly Block[], records: number, endByte: number): Block[] {
  const kept = [...blocks];
  let left = records;
  while (left > 0 && kept.length > 0 && kept.at(-1)!.records <= left) left -= kept.pop()!.records;
  if (left === 0) return kept;
  const last = kept.pop()!;
  const leftOut = last.leftOut?.filter(([from]) => last.startByte + from < endByte);
  return [...kept, { ...last, endByte, records: last.records - left, ...(leftOut && { leftOut }) }];
}
