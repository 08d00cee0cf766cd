import { badRequest } from '../../base/errors.js';
import { MAX_RECORD_BYTES } from '../block.js';
import { cellName } from './cell-reference.js';
import { CsvOutput } from './csv-output.js';
import type { RowSink } from './row-sink.js';
import { SheetFindings } from './sheet-findings.js';

export const MAX_ROWS = 1_048_576;
const MAX_SHEET_COLUMNS = 16_384;
/**
 * So many columns without a header may stand right of the others, each in its place: cells further out are no
 * part of the table.
 */
const MARGIN = 100;
/** The header is one of so many rows: a title above it has fewer columns than the table. */
const HEAD_ROWS = 30;
const LF = 10;
const SPACE = 32;
const QUOTE = 34;

interface HeadRow {
  readonly row: number;
  /** Cells as they stand in CSV. */
  readonly cells: string[];
  readonly hasQuotes: boolean;
  readonly isHidden: boolean;
}

/**
 * The rows of a sheet as CSV: a record for each row that is not empty, on the line that is the row's number,
 * but for line ends within cells, which `findings` counts. Gaps between rows are blank lines.
 */
export class SheetRecords implements RowSink {
  readonly maxCellBytes = Number.POSITIVE_INFINITY;
  readonly findings = new SheetFindings();
  readonly output = new CsvOutput();
  readonly #maxColumns: number;
  /** Rows that were written, the header among them. */
  count = 0;
  /** The last row that was seen, 1-based; 0: before the first. */
  row = 0;
  /** The last row that was written. */
  #written = 0;
  /** Where the last record begins in the output. */
  #lastFrom = 0;
  /** The row may go on: it is not written yet. */
  #isOpen = false;
  #isHidden = false;
  readonly #cells: string[] = [];
  /** Bytes of those. */
  #size = 0;
  #isFilled = false;
  #hasQuotes = false;
  columnLimit = MAX_SHEET_COLUMNS;
  /** The first rows; null: they are written. */
  #head: HeadRow[] | null = [];
  #headSize = 0;

  constructor(maxColumns: number) {
    this.#maxColumns = maxColumns;
  }

  /** Tells whether rows may still be what says how wide the table is: they wait until that is settled. */
  get isInHead(): boolean {
    return this.#head !== null;
  }

  /**
   * Tells whether the row is too long to be read as a record: its other cells are left out, as nobody reads
   * them.
   */
  get isFull(): boolean {
    return this.isTooLong(this.#size);
  }

  isTooLong(bytes: number): boolean {
    return bytes > MAX_RECORD_BYTES;
  }

  get columns(): number {
    return this.#isOpen ? this.#cells.length : 0;
  }

  /** Bytes that can be taken. */
  get waiting(): number {
    return this.#lastFrom;
  }

  /** Tells whether a row waits to be written, as it may go on. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  open(row: number, isHidden: boolean): void {
    if (this.#isOpen && row === this.row) {
      this.#isHidden ||= isHidden;
      return;
    }
    this.closeRow();
    this.row = row;
    this.#isOpen = true;
    this.#isHidden = isHidden;
    this.#cells.length = 0;
    this.#size = 0;
    this.#isFilled = false;
    this.#hasQuotes = false;
    if (row === this.#written) this.#takeBack();
  }

  /** @param text as it stands in CSV */
  set(column: number, text: string): void {
    if (text === '' || this.isFull) return;
    if (column >= this.columnLimit) {
      this.findings.farCells.note(cellName(this.row, column));
      return;
    }
    this.#size += text.length;
    while (this.#cells.length < column) this.#cells.push('');
    this.#cells[column] = text;
    this.#isFilled ||= !isBlankCell(text);
    this.#hasQuotes ||= text.charCodeAt(0) === QUOTE;
  }

  /** Ends the row that is open. */
  closeRow(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (!this.#isFilled) return;
    const { row } = this;
    const closed = { row, cells: this.#cells, hasQuotes: this.#hasQuotes, isHidden: this.#isHidden };
    if (this.#head === null) {
      this.#write(closed);
      return;
    }
    this.#head.push({ ...closed, cells: [...this.#cells] });
    this.#headSize += this.#size;
    if (this.#head.length === HEAD_ROWS || this.#headSize > MAX_RECORD_BYTES) this.#settleHead();
  }

  finish(): void {
    this.closeRow();
    this.#settleHead();
  }

  #write({ row, cells, hasQuotes, isHidden }: HeadRow): void {
    const from = this.begin(row);
    this.output.write(cells.join(','));
    const { row: last } = this;
    this.end(row, from, cells.length, hasQuotes);
    this.row = last;
    if (isHidden) this.findings.hiddenRows++;
  }

  /** Takes what is written, but for the last record, whose row may go on. */
  take(): Buffer {
    const taken = this.output.take(this.#lastFrom);
    this.#lastFrom = 0;
    return taken;
  }

  /** Takes back the last record, whose row goes on. */
  #takeBack(): void {
    const { output, findings } = this;
    const record = output.bytes.toString('latin1', this.#lastFrom, output.length - 1);
    this.#cells.push(...cellsOf(record));
    output.length = this.#lastFrom;
    this.#written--;
    this.count--;
    findings.tallRows.takeBack(this.row);
    this.#size = record.length;
    this.#isFilled = true;
    this.#hasQuotes = record.includes('"');
  }

  /** Begins the record of a row, whose cells are written next. @returns where it begins in the output */
  begin(row: number): number {
    this.output.repeat(LF, row - this.#written - 1);
    return this.output.length;
  }

  /** @param hasQuotes whether any cell has: no other has line ends */
  end(row: number, from: number, columns: number, hasQuotes: boolean): void {
    const { output, findings } = this;
    const lineEnds = hasQuotes ? countLineEnds(output.bytes, from, output.length) : 0;
    if (lineEnds > 0) findings.tallRows.add(row, lineEnds);
    output.repeat(LF, 1);
    findings.see(columns);
    this.row = row;
    this.#written = row;
    this.#lastFrom = from;
    this.count++;
  }

  /** Writes the first rows without what stands far right of the table. */
  #settleHead(): void {
    const head = this.#head;
    if (head === null) return;
    this.#head = null;
    const width = widthOf(head);
    for (const { row, cells, ...rest } of head) {
      for (let far = width; far < cells.length; far++)
        if (cells[far]) this.findings.farCells.note(cellName(row, far));
      cells.length = Math.min(width, cells.length);
      if (cells.length > this.#maxColumns)
        throw badRequest(`Too many columns: row ${row} has more than ${this.#maxColumns}`);
      if (cells.some((cell) => cell && !isBlankCell(cell))) this.#write({ row, cells, ...rest });
    }
    this.columnLimit = Math.min(width + MARGIN, this.#maxColumns);
  }
}

/** Columns of the table: up to the last one that is not far right of most cells. */
function widthOf(head: readonly HeadRow[]): number {
  const filled: number[] = [];
  for (const { cells } of head)
    for (const [column, cell] of cells.entries()) if (cell) filled[column] = (filled[column] ?? 0) + 1;
  let width = 0;
  let most = 0;
  let inGroup = 0;
  let last = 0;
  // The array has holes.
  filled.forEach((count, column) => {
    if (column - last > MARGIN) inGroup = 0;
    inGroup += count;
    last = column;
    if (inGroup <= most) return;
    most = inGroup;
    width = column + 1;
  });
  return width;
}

/** The cells of a record as they stand in it. */
function cellsOf(record: string): string[] {
  const cells: string[] = [];
  for (let from = 0, end = 0; end < record.length; from = end + 1) {
    if (record.charCodeAt(from) === QUOTE)
      for (end = record.indexOf('"', from + 1) + 1; record.charCodeAt(end) === QUOTE; )
        end = record.indexOf('"', end + 1) + 1;
    else end = record.indexOf(',', from);
    if (end === -1) end = record.length;
    cells.push(record.slice(from, end));
  }
  return cells;
}

/** @param text as it stands in CSV */
function isBlankCell(text: string): boolean {
  const first = text.charCodeAt(0);
  return (first <= SPACE || first === QUOTE) && /^"?[\s"]*$/.test(text);
}

function countLineEnds(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (bytes[at] === LF) count++;
  return count;
}
