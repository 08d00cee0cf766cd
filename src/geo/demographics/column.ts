import { lowerBound } from '../../base/lower-bound.js';

/** 32-bit words before the arrays: number of rows, bytes of all texts. */
const HEADER_WORDS = 2;

/**
 * Number below 2^32 for a region code of at most five digits and capital letters (`94103`, `06075`, `06`,
 * `DE`): the code's length and its characters in base 36. Distinct codes have distinct numbers.
 * @returns -1 for any other text
 */
function numberOf(code: string): number {
  return /^[0-9A-Z]{1,5}$/.test(code) ? code.length * 36 ** 5 + Number.parseInt(code, 36) : -1;
}

/**
 * Packs the values of one demographic field by region, for look-ups in place by all threads and for storage
 * in the database.
 * @param values region code and text; each code once, no text empty
 * @returns little-endian 32-bit words: number of rows, bytes of text, codes as ascending numbers, end of each
 * text; then the texts in UTF-8
 * @throws RangeError for a text that is no region code, or a code that occurs twice
 */
export function packColumn(values: Iterable<readonly [code: string, text: string]>): Uint8Array {
  const entries = Array.from(values, ([code, text]) => ({ code, number: numberOf(code), text }));
  entries.sort((a, b) => a.number - b.number);
  const texts = entries.map(({ text }) => Buffer.from(text));
  const textBytes = texts.reduce((sum, { length }) => sum + length, 0);
  const rows = entries.length;
  const packed = new Uint8Array(4 * (HEADER_WORDS + 2 * rows) + textBytes);
  const view = new DataView(packed.buffer);
  view.setUint32(0, rows, true);
  view.setUint32(4, textBytes, true);
  let end = 0;
  entries.forEach(({ code, number }, row) => {
    if (number === -1) throw new RangeError(`${JSON.stringify(code)} is not a region code`);
    if (row > 0 && number === entries[row - 1]!.number)
      throw new RangeError(`region code ${code} occurs twice`);
    const text = texts[row]!;
    packed.set(text, packed.length - textBytes + end);
    end += text.length;
    view.setUint32(4 * (HEADER_WORDS + row), number, true);
    view.setUint32(4 * (HEADER_WORDS + rows + row), end, true);
  });
  return packed;
}

/** Reads a column that `packColumn` wrote. */
export class DemographicColumn {
  readonly #codes: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #texts: Buffer;

  /** @throws RangeError when the buffer is shorter than its header says */
  constructor(packed: SharedArrayBuffer) {
    const [rows = 0, textBytes = 0] = new Uint32Array(packed, 0, HEADER_WORDS);
    this.#codes = new Uint32Array(packed, 4 * HEADER_WORDS, rows);
    this.#ends = new Uint32Array(packed, 4 * (HEADER_WORDS + rows), rows);
    this.#texts = Buffer.from(packed, 4 * (HEADER_WORDS + 2 * rows), textBytes);
  }

  get rows(): number {
    return this.#codes.length;
  }

  /** The text of a region; '' for a region without a value. */
  textOf(code: string): string {
    const number = numberOf(code);
    const at = lowerBound(this.#codes, number);
    if (this.#codes[at] !== number) return '';
    return this.#texts.toString('utf8', at === 0 ? 0 : this.#ends[at - 1]!, this.#ends[at]!);
  }
}

/** Copies a column into shared memory. */
export function sharedColumn(packed: Uint8Array): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(packed.length);
  new Uint8Array(shared).set(packed);
  return shared;
}
