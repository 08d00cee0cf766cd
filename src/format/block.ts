import type { OpenQuote } from './open-quote.js';

/** A longer record is never read. */
export const MAX_RECORD_BYTES = 8 << 20;

/** Consecutive rows of a sheet, each with so many line ends within its cells. */
export type TallRows = readonly [firstRow: number, rows: number, lineEnds: number];

/** Consecutive records whose lines follow each other; line 0: they have none. */
export type LineRun = readonly [firstLine: number, records: number];

/** Bytes of a block, counted from its first. */
export type LeftOutRange = readonly [from: number, to: number];

/** A range of the spool that holds whole records: the unit of work of the parsing threads. */
export interface Block {
  /** 0-based. */
  readonly index: number;
  readonly startByte: number;
  /** Exclusive. */
  readonly endByte: number;
  /** 0-based number of the block's first data record. */
  readonly firstRecord: number;
  readonly records: number;
  /** 1-based physical line of the file on which the block starts. */
  readonly firstLine: number;
  /**
   * The block is one record that is too long: it is reported as a row error, and its bytes are never read.
   */
  readonly oversize?: true;
  /**
   * Ranges between its records that are none of them, from its first byte: headers that the file repeats
   * (left-out.ts).
   */
  readonly leftOut?: readonly LeftOutRange[];
  /** Rows that take several lines, in the block of a sheet: there rows count, not lines (tall-rows.ts). */
  readonly tallRows?: readonly TallRows[];
  /** Lines of another file, where the records come from it (kept-rows.ts). */
  readonly sourceLines?: readonly LineRun[];
  /** Lines that quotes join though they are not to, in order: readers take them as they say. */
  readonly openQuotes?: readonly OpenQuote[];
}

/**
 * Gathers consecutive records into blocks of about targetBytes. A record longer than maxRecordBytes gets a
 * block of its own. No block is longer than both targetBytes and one record, whatever lies between the
 * records.
 */
export class BlockBuilder {
  readonly #targetBytes: number;
  readonly #maxRecordBytes: number;
  #finished: Block[] = [];
  #index = 0;
  #records = 0;
  #startByte = 0;
  #endByte = 0;
  #firstLine = 0;
  #open = 0;
  #leftOut: LeftOutRange[] = [];
  #openQuotes: OpenQuote[] = [];
  /** Ranges behind the last record: they are in the block if another record is. */
  #behind: LeftOutRange[] = [];

  constructor(targetBytes: number, maxRecordBytes: number) {
    for (const [name, value] of Object.entries({ targetBytes, maxRecordBytes })) {
      if (!(value >= 1)) throw new RangeError(`${name} must be at least 1, got ${value}`);
    }
    this.#targetBytes = targetBytes;
    this.#maxRecordBytes = maxRecordBytes;
  }

  /** Records added so far. */
  get records(): number {
    return this.#records;
  }

  /** @param openQuote lines among which the record's are */
  add(startByte: number, endByte: number, line: number, openQuote: OpenQuote | null = null): void {
    const oversize = endByte - startByte > this.#maxRecordBytes;
    if (this.#open > 0 && (oversize || endByte - this.#startByte > this.#targetBytes)) this.#close(false);
    if (this.#open === 0) {
      this.#startByte = startByte;
      this.#firstLine = line;
    }
    if (this.#behind.length > 0) {
      this.#leftOut.push(...this.#behind);
      this.#behind = [];
    }
    if (openQuote !== null && this.#openQuotes.at(-1) !== openQuote) this.#openQuotes.push(openQuote);
    this.#open++;
    this.#records++;
    this.#endByte = endByte;
    if (oversize) this.#close(true);
  }

  /** Leaves out a range that is no record, behind those that were added. */
  leaveOut(startByte: number, endByte: number): void {
    if (this.#open > 0) this.#behind.push([startByte - this.#startByte, endByte - this.#startByte]);
  }

  /** The blocks finished since the last call; with `all`, the unfinished one too. */
  take(all: boolean): Block[] {
    if (all && this.#open > 0) this.#close(false);
    const blocks = this.#finished;
    this.#finished = [];
    return blocks;
  }

  #close(oversize: boolean): void {
    this.#finished.push({
      index: this.#index++,
      startByte: this.#startByte,
      endByte: this.#endByte,
      firstRecord: this.#records - this.#open,
      records: this.#open,
      firstLine: this.#firstLine,
      ...(oversize ? { oversize } : {}),
      ...(this.#leftOut.length > 0 ? { leftOut: this.#leftOut } : {}),
      ...(this.#openQuotes.length > 0 ? { openQuotes: this.#openQuotes } : {}),
    });
    this.#open = 0;
    this.#leftOut = [];
    this.#openQuotes = [];
    this.#behind = [];
  }
}
