import type { Column, Sections } from './sections.js';

const A = 97;
const Z = 122;
/** The 26 letters, an end of a name, and digits. */
const SYMBOLS = 28;
const END = 0;
const DIGIT = 27;

function symbolAt(key: string, at: number): number {
  if (at < 0 || at >= key.length) return END;
  const code = key.charCodeAt(at);
  return code >= A && code <= Z ? code - A + 1 : DIGIT;
}

const indexOf = (a: number, b: number, c: number, d: number): number =>
  ((a * SYMBOLS + b) * SYMBOLS + c) * SYMBOLS + d;

/**
 * Which letters stand in names between two before and two after, as bits (1: a). Of the 26 letters that could be wrong or missing at
 * a place of a name, these leave some to be looked up.
 */
export class LettersBetween {
  readonly #letters: Uint32Array;

  constructor(sections: Sections) {
    this.#letters = sections.get('letters.between', 'u32');
  }

  /** Letters that may stand in a key between what ends before `end` and what begins at `begin`. */
  at(key: string, end: number, begin: number): number {
    return this.#letters[
      indexOf(symbolAt(key, end - 2), symbolAt(key, end - 1), symbolAt(key, begin), symbolAt(key, begin + 1))
    ]!;
  }
}

export function packLetters(keys: Iterable<string>): Record<string, Column> {
  const letters = new Uint32Array(SYMBOLS ** 4);
  for (const key of keys) {
    for (let at = 0; at < key.length; at++) {
      const symbol = symbolAt(key, at);
      if (symbol === DIGIT) continue;
      const [before2, before, after, after2] = [-2, -1, 1, 2].map((by) => symbolAt(key, at + by));
      letters[indexOf(before2!, before!, after!, after2!)]! |= 1 << (symbol - 1);
    }
  }
  return { 'letters.between': letters };
}
