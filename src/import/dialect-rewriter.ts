import type { DeclaredDialect } from './declared-dialect.js';
import { GrowingBytes } from './growing-bytes.js';

const LF = 10;
const CR = 13;
const QUOTE = 34;
const SPACE = 32;
const TAB = 9;
/** Of a part of the dialect that the file does not have: no byte. */
const NONE = -1;

/** Where the next byte stands. */
type State =
  | 'cell start'
  | 'unquoted'
  | 'quoted'
  | 'behind an escape'
  /** Behind a quote within quotes, where quotes are doubled. */
  | 'behind a quote'
  | 'behind closed quotes'
  | 'comment';

/** Whether a file is read as it is: `csv-blocks.ts` and `records.ts` know double quotes that are doubled, and no comments. */
export const needsRewriting = (dialect: DeclaredDialect): boolean =>
  dialect.quote !== '"' || dialect.escape !== '"' || dialect.comment !== '';

/**
 * Writes CSV of a declared dialect as what the other stages read: the same delimiter, double quotes that are doubled, no
 * comments. Follows the definition at the top of records.ts with another quote, and beyond it:
 *
 * - Within quotes an escape that is not the quote goes, and what follows it is text, whatever it is: `\n` is `n`.
 * - A line that begins with the comment character is blank, whatever else is in it.
 *
 * Each line end outside quotes becomes an LF, one for one, and those within quotes stay: lines keep their numbers. What has
 * no end (an open quote) or is too long is left for the cutter to refuse, which sees the same.
 *
 * csv-parse judges this in the tests. It would be the other way to do this, in 17 MB/s and on a thread for each upload, and
 * with `relax_quotes` in quadratic time (records.ts): here 1 MB of one long cell and 100,000 odd ones takes 0.04 s.
 * Measured on Node 20.20, one thread, chunks of 64 KiB, 10 columns, MB/s: unquoted 180, all cells quoted 200.
 */
export class DialectRewriter {
  readonly #delimiter: number;
  readonly #quote: number;
  readonly #escape: number;
  readonly #comment: number;
  readonly #maxCellBytes: number;

  #state: State = 'cell start';
  /** A record ended with CR: an LF that follows belongs to it. */
  #afterCr = false;
  /** No cell of the open record is written yet. */
  #firstCell = true;
  /** The open cell as text, without its quotes. */
  readonly #cell = new GrowingBytes(4096);
  #quoted = false;
  /** The beginning of an overlong cell is written already. */
  #begun = false;
  /** Last byte that was added to the open cell. */
  #lastHeld = NONE;
  /** LFs that escapes set apart from the CR before them: the line that each of them was follows the record. */
  #lostLines = 0;

  #out = new GrowingBytes(0);

  /**
   * @param dialect with its delimiter, declared or found
   * @param maxCellBytes more of a cell is not held back; default 8 MiB, the length of a record that is refused anyway
   */
  constructor(dialect: DeclaredDialect & { readonly delimiter: string }, maxCellBytes = 8 << 20) {
    const byte = (text: string): number => (text === '' ? NONE : text.charCodeAt(0));
    this.#delimiter = byte(dialect.delimiter);
    this.#quote = byte(dialect.quote);
    this.#escape = byte(dialect.escape);
    this.#comment = byte(dialect.comment);
    this.#maxCellBytes = maxCellBytes;
  }

  /** The bytes to go on with, which are the caller's: what this chunk completes. */
  push(chunk: Buffer): Buffer {
    this.#out = new GrowingBytes(chunk.length + 64);
    for (let i = 0; i < chunk.length; ) i = this.#step(chunk, i);
    return this.#out.bytes.subarray(0, this.#out.length);
  }

  /** To be called once, after the last chunk. */
  finish(): Buffer {
    this.#out = new GrowingBytes(this.#cell.length + 64);
    if (this.#state === 'quoted' || this.#state === 'behind an escape') this.#beginQuoted();
    else if (this.#state !== 'comment') this.#endRecord();
    return this.#out.bytes.subarray(0, this.#out.length);
  }

  /** Reads from `from` on as far as the state stays the same. @returns where to go on */
  #step(chunk: Buffer, from: number): number {
    const byte = chunk[from]!;
    switch (this.#state) {
      case 'cell start':
        if (this.#afterCr) {
          this.#afterCr = false;
          if (byte === LF) return from + 1;
        }
        if (byte === this.#comment && this.#firstCell) this.#state = 'comment';
        else if (byte === this.#quote) {
          this.#quoted = true;
          this.#state = 'quoted';
        } else {
          this.#state = 'unquoted';
          return from;
        }
        return from + 1;
      case 'unquoted':
        return this.#readUnquoted(chunk, from);
      case 'quoted':
        return this.#readQuoted(chunk, from);
      case 'behind an escape':
        if (byte === LF && this.#lastHeld === CR) this.#lostLines++;
        this.#hold(chunk, from, from + 1);
        this.#state = 'quoted';
        return from + 1;
      case 'behind a quote':
        if (byte !== this.#quote) {
          this.#state = 'behind closed quotes';
          return from;
        }
        this.#hold(chunk, from, from + 1);
        this.#state = 'quoted';
        return from + 1;
      case 'behind closed quotes':
        if (byte !== this.#delimiter && byte !== LF && byte !== CR) this.#keepQuotes();
        this.#state = 'unquoted';
        return from;
      case 'comment':
        return this.#skipComment(chunk, from);
    }
  }

  #readUnquoted(chunk: Buffer, from: number): number {
    const delimiter = this.#delimiter;
    let i = from;
    for (; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (byte === delimiter || byte === LF || byte === CR) break;
    }
    this.#hold(chunk, from, i);
    if (i === chunk.length) return i;
    if (chunk[i] === delimiter) {
      this.#endCell(false);
      this.#out.add(delimiter);
    } else {
      this.#endLine(chunk[i]!);
    }
    return i + 1;
  }

  #readQuoted(chunk: Buffer, from: number): number {
    const quote = this.#quote;
    const escaping = this.#escape;
    let i = from;
    for (; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (byte === quote || byte === escaping) break;
    }
    this.#hold(chunk, from, i);
    if (i === chunk.length) return i;
    if (chunk[i] === escaping) this.#state = escaping === quote ? 'behind a quote' : 'behind an escape';
    else this.#state = 'behind closed quotes';
    return i + 1;
  }

  #skipComment(chunk: Buffer, from: number): number {
    let i = from;
    while (i < chunk.length && chunk[i] !== LF && chunk[i] !== CR) i++;
    if (i === chunk.length) return i;
    this.#endLine(chunk[i]!);
    return i + 1;
  }

  #endLine(byte: number): void {
    this.#endRecord();
    this.#out.add(LF);
    for (; this.#lostLines > 0; this.#lostLines--) this.#out.add(LF);
    this.#afterCr = byte === CR;
  }

  #endRecord(): void {
    this.#endCell(this.#firstCell);
    this.#firstCell = true;
  }

  /** @param alone the record has no other cell: quotes make it one even where it is blank */
  #endCell(alone: boolean): void {
    if (this.#begun) {
      this.#putDoubled();
      this.#out.add(QUOTE);
    } else if (!alone || this.#quoted || !isBlank(this.#cell)) {
      this.#putCell(alone && this.#quoted);
    }
    this.#cell.length = 0;
    this.#quoted = false;
    this.#begun = false;
    this.#lastHeld = NONE;
    this.#firstCell = false;
    this.#state = 'cell start';
  }

  #hold(chunk: Buffer, from: number, to: number): void {
    this.#cell.addRange(chunk, from, to);
    if (to > from) this.#lastHeld = chunk[to - 1]!;
    if (this.#cell.length > this.#maxCellBytes) this.#beginQuoted();
  }

  #beginQuoted(): void {
    if (!this.#begun) this.#out.add(QUOTE);
    this.#putDoubled();
    this.#cell.length = 0;
    this.#begun = true;
  }

  /** A cell that goes on behind its quotes is text as a whole. */
  #keepQuotes(): void {
    const mark = Buffer.of(this.#quote);
    if (!this.#begun) {
      const held = Buffer.from(this.#cell.bytes.subarray(0, this.#cell.length));
      this.#cell.length = 0;
      this.#hold(mark, 0, 1);
      this.#hold(held, 0, held.length);
    }
    this.#hold(mark, 0, 1);
  }

  #putCell(quoted: boolean): void {
    const { bytes, length } = this.#cell;
    if (!quoted && isPlain(this.#cell, this.#delimiter)) {
      this.#out.addRange(bytes, 0, length);
      return;
    }
    this.#out.add(QUOTE);
    this.#putDoubled();
    this.#out.add(QUOTE);
  }

  #putDoubled(): void {
    const { bytes, length } = this.#cell;
    for (let i = 0; i < length; i++) {
      const byte = bytes[i]!;
      this.#out.add(byte);
      if (byte === QUOTE) this.#out.add(QUOTE);
    }
  }
}

function isBlank({ bytes, length }: GrowingBytes): boolean {
  for (let i = 0; i < length; i++) if (bytes[i] !== SPACE && bytes[i] !== TAB) return false;
  return true;
}

/** Whether a cell needs no quotes. */
function isPlain({ bytes, length }: GrowingBytes, delimiter: number): boolean {
  for (let i = 0; i < length; i++) {
    const byte = bytes[i];
    if (byte === delimiter || byte === QUOTE || byte === LF || byte === CR) return false;
  }
  return true;
}
