/*
 * How CSV is read here. csv-blocks.ts (where records end) and this file (what their cells are) follow this
 * one definition; it is what csv-parse 7 does with `relax_quotes`, but that it does not pass over blanks
 * around quotes; the tests hold both against it.
 *
 * - A record ends at LF, CRLF or CR outside quotes, mixed as they come, or at the end of the file.
 * - A quote opens only as the first character of a cell, blanks (spaces and tabs) aside; anywhere else it is
 *   a plain character.
 * - Inside quotes "" stands for one quote. The first quote that is not doubled ends the quoted part, always.
 * - When delimiter, line end or end of file follows it, blanks aside, the cell is the text between the
 *   quotes. Otherwise the file is odd and read leniently: both quotes are kept as characters, and the cell
 *   goes on unquoted up to the next delimiter or line end: `"ab"c` is the cell `"ab"c`, `"a""b"c` is
 *   `"a"b"c`. (csv-parse drops the two quotes when a NUL follows; so do we. Such a row is refused later on.)
 * - A quote without an end is an error of the whole file.
 * - Lines that csv-blocks.ts names as `openQuotes` are read as these say (open-quote.ts); csv-parse knows
 *   nothing of that.
 * - A record whose cells are all empty, or hold nothing but spaces and tabs, is none, as a blank line is
 *   none.
 * - Physical lines count every LF, CRLF and CR, within quotes and in blank lines too.
 */
import { decodeCell } from './cells/decode.js';
import { isNeutralised, isQuotedText } from './cells/formula.js';
import { trimmedFrom, trimmedTo } from './cells/trim.js';
import { blanksFrom, isBlankRange, lineEndFrom } from './csv-bytes.js';
import { type OpenQuote, unterminated } from './open-quote.js';

const LF = 10;
const CR = 13;
const SPACE = 32;
const QUOTE = 34;
const APOSTROPHE = 39;
const EQUALS = 61;
const FIRST_CELLS = 64;
/** A tab is a blank within quotes, whatever separates cells. */
const NO_DELIMITER = -1;

/** A character of ASCII that is no blank. */
const isInk = (byte: number): boolean => byte > SPACE && byte < 0x80;

export interface CsvOptions {
  /** One ASCII character. */
  readonly delimiter: string;
  readonly firstLine: number;
  /** Open quotes of the block. */
  readonly openQuotes?: readonly OpenQuote[] | undefined;
}

/**
 * The cells of one record after the other as ranges of bytes, neither trimmed nor padded: a string is made of
 * a cell only for who asks.
 */
export class CsvCells {
  /** First byte of each cell of the record, and the one behind its last. */
  from = new Int32Array(FIRST_CELLS);
  to = new Int32Array(FIRST_CELLS);
  /** Cells of the record. */
  count = 0;
  /** 1-based physical line on which the record starts. */
  line = 0;
  /** Length of the record as it stands in the file: no cell has more. */
  recordBytes = 0;
  /** Where the rows of the record are unclear: the last line that may be one of them; else 0. */
  unclearTo = 0;
  /** Some cell of the block has a NUL character. */
  readonly hasNul: boolean;
  readonly #delimiter: number;
  /** 1 for each byte that ends a cell without quotes. */
  readonly #ends = new Uint8Array(256);
  readonly #openQuotes: readonly OpenQuote[];
  #openQuote = 0;
  /** Where quotes close at the latest. */
  #limit: number;
  /** A quote that does not close on its line is a character. */
  #mayStayOpen = false;
  #at = 0;
  #line: number;

  /**
   * @param bytes UTF-8 that begins at the start of a record; cells with doubled quotes are written over
   * themselves, which makes them shorter
   */
  constructor(
    readonly bytes: Buffer,
    { delimiter, firstLine, openQuotes = [] }: CsvOptions,
  ) {
    this.#openQuotes = openQuotes;
    this.#limit = bytes.length;
    this.hasNul = bytes.includes(0);
    this.#delimiter = delimiter.charCodeAt(0);
    for (const byte of [this.#delimiter, LF, CR]) this.#ends[byte] = 1;
    this.#line = firstLine;
  }

  /** One record of these cells. */
  static of(texts: readonly string[]): CsvCells {
    const encoded = texts.map((text) => Buffer.from(text));
    const cells = new CsvCells(Buffer.concat(encoded), { delimiter: ',', firstLine: 1 });
    cells.pad(texts.length);
    for (const { length } of encoded) {
      cells.from[cells.count] = cells.recordBytes;
      cells.recordBytes += length;
      cells.to[cells.count++] = cells.recordBytes;
    }
    return cells;
  }

  /**
   * Goes on to the next record.
   * @returns false when there is none
   * @throws AppError BAD_REQUEST on a quote without an end
   */
  advance(): boolean {
    while (this.#at < this.bytes.length) if (this.#scan()) return true;
    return false;
  }

  /** Does to each cell what `restoreFormula` does to its text. */
  restoreFormulas(): void {
    const { bytes, from, to } = this;
    for (let cell = 0; cell < this.count; cell++) {
      const first = bytes[from[cell]!]!;
      if (first === APOSTROPHE && isNeutralised(bytes, from[cell]!, to[cell]!)) from[cell]!++;
      else if (first === EQUALS && isQuotedText(bytes, from[cell]!, to[cell]!)) {
        from[cell]! += 2;
        to[cell]!--;
      }
    }
  }

  trim(): void {
    const { bytes, from, to } = this;
    for (let cell = 0; cell < this.count; cell++) {
      const start = from[cell]!;
      const end = to[cell]!;
      // Most cells are empty, or begin and end with a letter or a digit.
      if (start === end || (isInk(bytes[start]!) && isInk(bytes[end - 1]!))) continue;
      from[cell] = trimmedFrom(bytes, start, end);
      to[cell] = trimmedTo(bytes, from[cell]!, end);
    }
  }

  text(cell: number): string {
    return decodeCell(this.bytes, this.from[cell]!, this.to[cell]!);
  }

  /** All cells as strings. */
  texts(): string[] {
    const texts: string[] = [];
    for (let cell = 0; cell < this.count; cell++) texts.push(this.text(cell));
    return texts;
  }

  /** Gives the record empty cells until it has so many at least; `count` stays. */
  pad(cells: number): void {
    while (this.from.length < cells) this.#widen();
    for (let cell = this.count; cell < cells; cell++) this.from[cell] = this.to[cell] = 0;
  }

  /** Settles how far the quotes of the next record reach. */
  #meetOpenQuotes(): void {
    while ((this.#openQuotes[this.#openQuote]?.[1] ?? Infinity) < this.#line) this.#openQuote++;
    const [from, to, reading] = this.#openQuotes[this.#openQuote] ?? [Infinity, 0, 'unclear'];
    const isMet = from <= this.#line;
    this.unclearTo = isMet && reading === 'unclear' ? to : 0;
    this.#mayStayOpen = isMet && reading === 'rows';
    this.#limit = this.#mayStayOpen ? lineEndFrom(this.bytes, this.#at) : this.bytes.length;
  }

  /** Tells whether a cell of the record holds more than blanks. */
  #hasText(): boolean {
    for (let cell = 0; cell < this.count; cell++)
      if (!isBlankRange(this.bytes, this.from[cell]!, this.to[cell]!, NO_DELIMITER)) return true;
    return false;
  }

  /** @returns false where all cells are empty */
  #scan(): boolean {
    if (this.#openQuotes.length > 0) this.#meetOpenQuotes();
    const { bytes } = this;
    const start = this.#at;
    const length = this.#limit;
    this.line = this.#line;
    let count = 0;
    let at = start;
    for (; ; at++) {
      if (count === this.from.length) this.#widen();
      const first = bytes[at]! > SPACE ? at : blanksFrom(bytes, at, this.#delimiter);
      at = bytes[first] === QUOTE ? this.#scanQuoted(first, count++) : this.#scanPlain(at, count++);
      if (at >= length || bytes[at] !== this.#delimiter) break;
    }
    this.count = count;
    this.recordBytes = at - start;
    this.#line++;
    this.#at = at + (bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1);
    // Most records begin with a letter or a digit.
    return (this.to[0]! > this.from[0]! && bytes[this.from[0]!]! > SPACE) || this.#hasText();
  }

  /** A cell without quotes around it. @returns where it ends */
  #scanPlain(start: number, cell: number): number {
    const { bytes } = this;
    const length = this.#limit;
    const ends = this.#ends;
    let at = start;
    while (at < length && ends[bytes[at]!] === 0) at++;
    this.from[cell] = start;
    this.to[cell] = at;
    return at;
  }

  /** A cell that begins with a quote at `start`. @returns where it ends */
  #scanQuoted(start: number, cell: number): number {
    const { bytes } = this;
    const length = this.#limit;
    const opensOn = this.#line;
    let isDoubled = false;
    let close = start + 1;
    for (; close < length; close++) {
      const byte = bytes[close]!;
      if (byte > QUOTE) continue;
      if (byte === QUOTE) {
        if (bytes[close + 1] !== QUOTE) break;
        isDoubled = true;
        close++;
      } else if (byte === CR || (byte === LF && bytes[close - 1] !== CR)) this.#line++;
    }
    if (close >= length) {
      if (!this.#mayStayOpen) throw unterminated(`it opens on line ${opensOn}`);
      return this.#scanPlain(start, cell);
    }
    let end = close + 1;
    while (end < length && this.#ends[bytes[end]!] === 0) end++;
    this.from[cell] = start + 1;
    this.to[cell] = close;
    const isOdd = end > close + 1 && blanksFrom(bytes, close + 1, this.#delimiter) < end;
    if (isDoubled || isOdd) this.#rewrite(start, close, isOdd ? end : close + 1, cell);
    return end;
  }

  /**
   * Writes a cell over itself: with single quotes for doubled ones, and leniently where it goes on behind its
   * quotes.
   */
  #rewrite(start: number, close: number, end: number, cell: number): void {
    const { bytes } = this;
    const keepsQuotes = end > close + 1 && bytes[close + 1] !== 0;
    let to = keepsQuotes ? start + 1 : start;
    for (let at = start + 1; at < close; at++) {
      bytes[to++] = bytes[at]!;
      if (bytes[at] === QUOTE) at++;
    }
    if (keepsQuotes) bytes[to++] = QUOTE;
    for (let at = close + 1; at < end; at++) bytes[to++] = bytes[at]!;
    this.from[cell] = start;
    this.to[cell] = to;
  }

  #widen(): void {
    const [from, to] = [this.from, this.to];
    this.from = new Int32Array(2 * from.length);
    this.to = new Int32Array(2 * from.length);
    this.from.set(from);
    this.to.set(to);
  }
}
