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

const indexOf = (a: number, b: number, c: number): number => (a * SYMBOLS + b) * SYMBOLS + c;

/**
 * Which letters stand between others in names, as bits (1: a). Of the 26 letters that could be wrong or missing at a place of a name,
 * these leave a half to be looked up.
 */
export class LettersBetween {
  /** By the two letters before, and the one after. */
  readonly #behindTwo: Uint32Array;
  /** By the letter before, and the two after. */
  readonly #beforeTwo: Uint32Array;

  constructor(sections: Sections) {
    this.#behindTwo = sections.get('letters.behindTwo', 'u32');
    this.#beforeTwo = sections.get('letters.beforeTwo', 'u32');
  }

  /** Letters that may stand in a key between what ends before `end` and what begins at `begin`. */
  at(key: string, end: number, begin: number): number {
    const before = symbolAt(key, end - 1);
    const after = symbolAt(key, begin);
    return (
      this.#behindTwo[indexOf(symbolAt(key, end - 2), before, after)]! &
      this.#beforeTwo[indexOf(before, after, symbolAt(key, begin + 1))]!
    );
  }
}

export function packLetters(keys: Iterable<string>): Record<string, Column> {
  const behindTwo = new Uint32Array(SYMBOLS ** 3);
  const beforeTwo = new Uint32Array(SYMBOLS ** 3);
  for (const key of keys) {
    for (let at = 0; at < key.length; at++) {
      const bit = 1 << (key.charCodeAt(at) - A);
      const before = symbolAt(key, at - 1);
      const after = symbolAt(key, at + 1);
      if (symbolAt(key, at) === DIGIT) continue;
      behindTwo[indexOf(symbolAt(key, at - 2), before, after)]! |= bit;
      beforeTwo[indexOf(before, after, symbolAt(key, at + 2))]! |= bit;
    }
  }
  return { 'letters.behindTwo': behindTwo, 'letters.beforeTwo': beforeTwo };
}
