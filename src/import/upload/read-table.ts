import { badRequest } from '../../base/errors.js';
import type { Block } from '../../format/block.js';
import type { SpoolEncoding } from '../../format/encoding.js';
import type { RecordRange } from '../../format/last-records.js';
import type { MergedHeader } from '../../format/workbook/sheet-findings.js';
import type { Column } from '../columns/header-row.js';
import { FOOT_ROWS } from '../columns/table/find-footer.js';
import type { TableRead } from '../columns/table/left-out-notes.js';
import type { UploadFile } from '../spool/uploaded.js';
import type { OpenTable } from './open-table.js';
import { type ReadRecords, type SettledTable, settleTable, type UnsettledTable } from './settle-table.js';

/** Most bytes of the rows that are read again, at the beginning and at the end of a file. */
const MAX_READ_BYTES = 1 << 20;
/** More bytes of such rows are read on a thread. Fewer take less than the way there and back. */
const MOST_BYTES_HERE = 64 * 1024;

/** Settles a table on a thread. */
export type Settle = (table: UnsettledTable) => Promise<SettledTable>;

export interface UploadTable extends TableRead {
  readonly columns: Column[];
  /** Blocks without the rows below the table. */
  readonly blocks: Block[];
  readonly rows: number;
}

export interface SpooledTable {
  readonly opened: OpenTable;
  readonly blocks: readonly Block[];
  readonly file: UploadFile;
  readonly encoding: SpoolEncoding;
  /** Cells of headers that are merged over several columns, of a sheet. */
  readonly merged?: readonly MergedHeader[];
  /** Columns that any row has, where that is known. */
  readonly width?: number;
  /** Default: here. */
  readonly settle?: Settle | undefined;
}

/**
 * Settles where the table of a spooled CSV file is: what its columns are called, which rows are no data, and
 * its blocks without those.
 * @throws AppError BAD_REQUEST when the options name no row of the header, or a last row above it
 */
export async function readUploadTable(spooled: SpooledTable): Promise<UploadTable> {
  const {
    opened: { cutter, options, found, delimiter },
    file,
    encoding,
    merged = [],
    width = 0,
    settle = async (table) => settleTable(table),
  } = spooled;
  const { header, first, last, repeats, beyond, emptyRecords, records } = cutter;
  const lastRow = header!.row;
  const head = headRanges(first, header!);
  const names = head[found === null ? head.length - 1 : found.at]!;
  if (options.lastRow !== null && options.lastRow < names.row)
    throw badRequest(
      `skip_rows_after: row ${options.lastRow} stands above the header, row ${names.row}: give the number of the last row with data, as a spreadsheet program shows it`,
    );
  const headerBytes = head.at(-1)!.endByte - head[0]!.startByte;
  if (headerBytes > MAX_READ_BYTES)
    throw badRequest(
      `the header, row ${names.row}, has ${headerBytes} bytes, more than ${MAX_READ_BYTES}: shorten its names, or look for a quote there that never closes`,
    );
  const read = async (ranges: readonly RecordRange[]): Promise<ReadRecords> => {
    const from = ranges[0]?.startByte ?? 0;
    return { ranges, bytes: await file.read(from, ranges.at(-1)?.endByte ?? from) };
  };
  const table = {
    ...{ encoding, delimiter, options, found, merged, width },
    ...{ lastRow, first, records, emptyRecords, repeats, beyond },
    head: await read(head),
    below: await read(prefix(first.filter(({ row }) => row > lastRow))),
    foot: await read(options.lastRow === null ? suffix(last) : []),
  };
  const bytes = table.head.bytes.length + table.below.bytes.length + table.foot.bytes.length;
  const { headerRecords, footerRecords, footerRows, ...settled } =
    bytes <= MOST_BYTES_HERE ? settleTable(table) : await settle(table);
  return {
    ...settled,
    blocks: withoutFirst(
      withoutLast(spooled.blocks, footerRecords, last.at(-1 - footerRows)?.endByte ?? 0),
      headerRecords,
      first.find(({ row }) => row > settled.headerRow),
    ),
  };
}

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
