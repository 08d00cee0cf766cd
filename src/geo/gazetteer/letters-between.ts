import type { PackedColumn, Sections } from './sections.js';

const A = 97;
const Z = 122;
/** 26 letters, the end of a name, and digits. */
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
 * For two letters before and two behind, the letters that stand between them in known names, as bits (1: a).
 * They leave few of the 26 letters to look up where one is wrong or missing.
 */
export class LettersBetween {
  readonly #letters: Uint32Array;

  constructor(sections: Sections) {
    this.#letters = sections.get('letters.between', 'u32');
  }

  /**
   * Letters that may stand between the part of a key that ends before `end` and the part that begins at
   * `begin`.
   */
  at(key: string, end: number, begin: number): number {
    return this.#letters[
      indexOf(symbolAt(key, end - 2), symbolAt(key, end - 1), symbolAt(key, begin), symbolAt(key, begin + 1))
    ]!;
  }
}

export function packLetters(keys: Iterable<string>): Record<string, PackedColumn> {
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
