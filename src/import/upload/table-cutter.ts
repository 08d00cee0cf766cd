import type { Block } from '../../format/block.js';
import { restoreFormula } from '../../format/cells/formula.js';
import { CsvBlockCutter, type CsvBlockCutterOptions } from '../../format/csv-blocks.js';
import { lineEndFrom } from '../../format/csv-bytes.js';
import { decodeBlock, encodingOf, type SpoolEncoding } from '../../format/encoding.js';
import { isExportHeader } from '../../format/exported-file.js';
import type { RecordRange } from '../../format/last-records.js';
import { parseRecords } from '../../format/records.js';
import { FOOT_ROWS } from '../columns/table/find-footer.js';
import { type FoundHeader, findHeader } from '../columns/table/find-header.js';
import type { TableRow } from '../columns/table/table-row.js';
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

/** Enough of a file to find its header. */
const SAMPLE_BYTES = 64 * 1024;
const LF = 10;
const CR = 13;

type CutDialect = Pick<
  CsvBlockCutterOptions,
  'delimiter' | 'preambleBytes' | 'targetBytes' | 'findsOpenQuotes'
>;

/**
 * Cuts a CSV file into blocks, as CsvBlockCutter does, but for the rows that are above or in its header, or
 * repeat it.
 */
export class TableCutter {
  readonly #dialect: CutDialect;
  #first: Buffer = Buffer.alloc(0);
  #cutter: CsvBlockCutter | null = null;
  /** The header among the first records; null: the client says where it is. */
  found: FoundHeader | null = null;

  constructor(
    dialect: CutDialect,
    readonly options: TableOptions,
  ) {
    this.#dialect = dialect;
  }

  get delimiter(): string {
    return this.#dialect.delimiter;
  }

  /** Records so far that are data, whatever stands at the end. */
  get records(): number {
    return Math.max(0, (this.#cutter?.records ?? 0) - FOOT_ROWS);
  }

  /** To be asked for when the file has ended. */
  get cutter(): CsvBlockCutter {
    return this.#cutter!;
  }

  /** @throws as CsvBlockCutter. So does `finish` */
  push(chunk: Buffer): Block[] {
    if (this.#cutter !== null) return this.#cutter.push(chunk);
    this.#first = this.#first.length === 0 ? chunk : Buffer.concat([this.#first, chunk]);
    return this.#first.length >= SAMPLE_BYTES ? this.#start(false) : [];
  }

  finish(): Block[] {
    const blocks = this.#cutter === null ? this.#start(true) : [];
    return [...blocks, ...this.cutter.finish()];
  }

  #start(isComplete: boolean): Block[] {
    const first = this.#first;
    const sample = first.subarray(0, SAMPLE_BYTES);
    const { headerRow, lastRow } = this.options;
    const ranges = firstRecords(sample, {
      ...this.#dialect,
      isComplete: isComplete && sample.length === first.length,
    });
    const rows = headerRow === null ? headerAmong(this.#rowsOf(sample, ranges)) : null;
    this.found = rows;
    const header =
      rows === null
        ? ranges.filter(({ row }) => row === headerRow)
        : ranges.slice(rows.at - Number(rows.hasGroups), rows.at + 1 + Number(rows.hasUnits));
    this.#cutter = new CsvBlockCutter({
      ...this.#dialect,
      maxColumns: MAX_COLUMNS,
      headerRow: headerRow ?? header.at(-1)?.row ?? null,
      repeated: header.map((range) =>
        Buffer.from(withoutLineEnd(sample.subarray(range.startByte, range.endByte))),
      ),
      lastRow,
    });
    this.#first = Buffer.alloc(0);
    return this.#cutter.push(first);
  }

  #rowsOf(sample: Buffer, ranges: readonly RecordRange[]): TableRow[] {
    const encoding = encodingOf(sample.subarray(0, ranges.at(-1)?.endByte ?? 0));
    return ranges.map((range) =>
      rowOf(sample.subarray(range.startByte, range.endByte), range, { encoding, delimiter: this.delimiter }),
    );
  }
}

const headerAmong = (rows: readonly TableRow[]): FoundHeader | null =>
  rows.length === 0 ? null : findHeader(rows);

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
