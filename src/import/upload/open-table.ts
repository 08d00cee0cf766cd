import { restoreFormula } from '../../format/cells/formula.js';
import { CsvBlockCutter, type CsvBlockCutterOptions } from '../../format/csv-blocks.js';
import { lineEndFrom } from '../../format/csv-bytes.js';
import { decodeBlock, encodingOf, type SpoolEncoding } from '../../format/encoding.js';
import { isExportHeader } from '../../format/exported-file.js';
import type { RecordRange } from '../../format/last-records.js';
import { parseRecords } from '../../format/records.js';
import { type FoundHeader, findHeader } from '../columns/table/find-header.js';
import type { TableRow } from '../columns/table/table-row.js';
import { HEAD_BYTES, type OpenedStream } from './opened-stream.js';
import { MAX_COLUMNS } from './receiver.js';

/** Where a client says that the table is, by numbers of rows as a spreadsheet program shows them. */
export interface TableOptions {
  /** Row of the header; null: it is to be found. */
  readonly headerRow: number | null;
  /** Last row of data; null: it is to be found. */
  readonly lastRow: number | null;
}

/** The client says nothing. */
export const ANYWHERE: TableOptions = { headerRow: null, lastRow: null };

const LF = 10;
const CR = 13;

type CutDialect = Pick<
  CsvBlockCutterOptions,
  'delimiter' | 'preambleBytes' | 'targetBytes' | 'findsOpenQuotes'
>;

/** A table whose header, where the client does not say where it is, was looked for. */
export interface OpenTable {
  /** Leaves out the rows above the header and in it, and those that repeat it. */
  readonly cutter: CsvBlockCutter;
  readonly delimiter: string;
  readonly options: TableOptions;
  /** The header among the first records; null: the client says where it is. */
  readonly found: FoundHeader | null;
}

/** @throws as CsvBlockCutter */
export function openTable(
  { first, isComplete }: Pick<OpenedStream, 'first' | 'isComplete'>,
  dialect: CutDialect,
  options: TableOptions,
): OpenTable {
  const { delimiter } = dialect;
  const { headerRow, lastRow } = options;
  const sample = first.subarray(0, HEAD_BYTES);
  const ranges = firstRecords(sample, { ...dialect, isComplete });
  const encoding = encodingOf(sample.subarray(0, ranges.at(-1)?.endByte ?? 0));
  const rowsOfHead = (): TableRow[] =>
    ranges.map((range) =>
      rowOf(sample.subarray(range.startByte, range.endByte), range, { encoding, delimiter }),
    );
  const found = headerRow === null && ranges.length > 0 ? findHeader(rowsOfHead()) : null;
  const header =
    found === null
      ? ranges.filter(({ row }) => row === headerRow)
      : ranges.slice(found.at - Number(found.hasGroups), found.at + 1 + Number(found.hasUnits));
  const cutter = new CsvBlockCutter({
    ...dialect,
    maxColumns: MAX_COLUMNS,
    headerRow: headerRow ?? header.at(-1)?.row ?? null,
    repeated: header.map((range) =>
      Buffer.from(withoutLineEnd(sample.subarray(range.startByte, range.endByte))),
    ),
    lastRow,
  });
  return { cutter, delimiter, options, found };
}

/** Complete records at the beginning of a file. */
function firstRecords(
  sample: Buffer,
  { isComplete, ...dialect }: CutDialect & { isComplete: boolean },
): readonly RecordRange[] {
  const cutter = new CsvBlockCutter({ ...dialect, findsOpenQuotes: false, maxColumns: MAX_COLUMNS });
  cutter.push(sample);
  try {
    if (isComplete) cutter.finish();
  } catch {
    // The cutter of the whole file says what is wrong, or reads what a quote left open.
  }
  return cutter.first;
}

/** The cells of a record as rules about tables see them. */
export function rowOf(
  bytes: Buffer,
  { row, line }: Pick<RecordRange, 'row' | 'line'>,
  { encoding, delimiter }: { encoding: SpoolEncoding; delimiter: string },
): TableRow {
  // One line by itself may be one that a quote joined to others.
  const isLine = lineEndFrom(bytes, 0) >= withoutLineEnd(bytes).length;
  const openQuotes = isLine ? ([[line, line, 'rows']] as const) : [];
  const options = { delimiter, firstLine: line, openQuotes };
  const [cells = []] = parseRecords(decodeBlock(bytes, encoding), options).cells;
  const restored = cells.map(restoreFormula);
  // The fields of an exported map keep their names, blanks included.
  return { row, cells: isExportHeader(restored) ? restored : restored.map((cell) => cell.trim()) };
}

function withoutLineEnd(record: Buffer): Buffer {
  let end = record.length;
  if (record[end - 1] === LF) end--;
  if (record[end - 1] === CR) end--;
  return record.subarray(0, end);
}
