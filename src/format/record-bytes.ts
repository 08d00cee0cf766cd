import { blanksFrom, emptinessOf, isEmptyRecord } from './csv-bytes.js';

const TAB = 9;
const LF = 10;
const CR = 13;
const QUOTE = 34;
const APOSTROPHE = 39;
const PLUS = 43;
const COMMA = 44;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
/** Bytes of numbers besides digits and a point. */
const IN_NUMBERS = new Set(Buffer.from(',eE+-'));
/** A cell that begins so is a formula (cells/formula.ts); a sign may begin a number. */
const FORMULAS = new Set([TAB, CR, 61, 64]); // = and @

const endsCell = (byte: number): boolean => byte === COMMA || byte === LF || byte === CR;
const isQuote = (byte: number): boolean => byte === QUOTE;

type Beginning = 'harmless' | 'formula' | 'unclear';

/**
 * Where the records of a block with commas lie, by the definition at the top of csv-cells.ts, and which of
 * them are what cartload writes itself, but for apostrophes before formulas: quoted by RFC 4180. Makes no
 * cells, most of whose cost is their collection.
 */
export class RecordBytes {
  /**
   * Offsets in bytes: the beginning of the record, the byte behind it, and where the next one is looked for.
   */
  start = 0;
  end = 0;
  next = 0;
  /**
   * The record has as many cells as there are columns, each written as cartload would, or with quotes it
   * could do without.
   */
  isCanonical = false;
  /** Offsets where the record lacks an apostrophe before a formula to be canonical, ascending. */
  readonly formulas: number[] = [];

  constructor(
    readonly bytes: Buffer,
    readonly columns: number,
  ) {}

  /** Goes on to the next record. @returns false when there is none */
  advance(): boolean {
    while (this.next < this.bytes.length) {
      this.#scan(this.next);
      // The LF of a CRLF is a blank line then.
      this.next = this.end + 1;
      if (!isEmptyRecord(emptinessOf(this.bytes, this.start, this.end, COMMA))) return true;
    }
    return false;
  }

  #scan(start: number): void {
    const { bytes } = this;
    let canonical = true;
    let cells = 0;
    let at = start;
    this.formulas.length = 0;
    for (;;) {
      cells++;
      const first = blanksFrom(bytes, at, COMMA);
      if (first > at && bytes[first] === QUOTE) {
        canonical = false;
        at = first;
      }
      if (bytes[at] === QUOTE) {
        canonical = this.#begins(at + 1, isQuote) && canonical;
        at = this.#closingQuote(at + 1) + 1;
        canonical &&= at >= bytes.length || endsCell(bytes[at]!);
      } else if (!endsCell(bytes[at]!)) canonical = this.#begins(at, endsCell) && canonical;
      for (; at < bytes.length && !endsCell(bytes[at]!); at++) canonical &&= bytes[at] !== QUOTE;
      if (bytes[at] !== COMMA) break;
      at++;
    }
    this.start = start;
    this.end = at;
    this.isCanonical = canonical && cells === this.columns;
  }

  /** The first quote from `at` on that is not doubled; the end of the bytes when there is none. */
  #closingQuote(at: number): number {
    const { bytes } = this;
    let close = at;
    for (; close < bytes.length; close++) {
      if (bytes[close] !== QUOTE) continue;
      if (bytes[close + 1] !== QUOTE) break;
      close++;
    }
    return close;
  }

  /** Notes a formula that begins at `at`. @returns whether that is all there is to be done with the cell */
  #begins(at: number, isEnd: (byte: number) => boolean): boolean {
    const first = this.bytes[at]!;
    const beginning = first === PLUS || first === MINUS ? this.#afterSign(at + 1, isEnd) : null;
    if (beginning === 'formula' || FORMULAS.has(first)) this.formulas.push(at);
    return beginning !== 'unclear' && first !== APOSTROPHE;
  }

  /**
   * Digits and at most one point are a number, a phone number is none; what else numbers may look like is
   * left to others.
   */
  #afterSign(from: number, isEnd: (byte: number) => boolean): Beginning {
    const { bytes } = this;
    let digits = 0;
    let points = 0;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte >= ZERO && byte <= NINE) digits++;
      else if (byte === DOT) points++;
      else if (isEnd(byte)) break;
      else return IN_NUMBERS.has(byte) ? 'unclear' : 'formula';
    }
    return digits > 0 && points <= 1 ? 'harmless' : 'unclear';
  }
}
