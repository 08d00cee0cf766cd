import { decodeCell } from './decode.js';

/** Texts that programs write for no value: no place is called so. */
const BY_PROGRAMS = String.raw`null|\[null\]|\(null\)|<null>|<na>|\\n|#n\/a|#null!|#value!|#ref!|#name\?|#div\/0!|#num!|n\/a|nat|-+|–+|—+`;
/**
 * Texts that people write for no value. `NA` is Namibia and a province of Italy, `None` and `Nan` are towns.
 */
const BY_PEOPLE = String.raw`nan|na|n\.a\.|none|nil|undefined|nd|n\.d\.|n\/d|s\/d|k\.\s?a\.|\.+|\?+|unknown`;

const EMPTY = new RegExp(`^(?:${BY_PROGRAMS}|${BY_PEOPLE})$`, 'i');
const EMPTY_PLACE = new RegExp(`^(?:${BY_PROGRAMS})$`, 'i');

/** Tells whether a cell says in a word that it is empty. */
export const isEmptyWord = (text: string): boolean => EMPTY.test(text);

/** The same for a part of an address: only what is no name and no code. pandas writes `nan`. */
export const isEmptyPlace = (text: string): boolean =>
  EMPTY_PLACE.test(text) || text === 'nan' || text === 'NaN';

/** The same for a category, which may be called `Unknown`. */
export const isEmptyCategory = (text: string): boolean =>
  EMPTY.test(text) && text.toLowerCase() !== 'unknown';

/**
 * For the first byte of each word, in lower case: the most bytes that a word has, and its second letter where
 * all have the same.
 */
const STARTS: Readonly<Record<string, readonly [longest: number, second?: string]>> = {
  n: [4],
  u: [9, 'n'],
  s: [3, '/'],
  k: [7, '.'],
  '[': [6],
  '(': [6],
  '<': [6],
  '#': [7],
  '\\': [2],
  '-': [12],
  '.': [12],
  '?': [12],
  // First byte of the two longer dashes in UTF-8.
  '\u00e2': [12],
};
const LONGEST = new Uint8Array(256);
const SECOND = new Uint8Array(256);
for (const [first, [longest, second]] of Object.entries(STARTS))
  for (const letter of [first, first.toUpperCase()]) {
    const byte = first < '\u0080' ? letter.charCodeAt(0) : first.charCodeAt(0);
    LONGEST[byte] = longest;
    SECOND[byte] = second?.charCodeAt(0) ?? 0;
  }

/**
 * Tells whether a cell is one of these words. Its bytes tell of nearly all cells that they are none: a string
 * of each takes a third longer than reading it.
 */
export function isEmptyCell(
  bytes: Buffer,
  from: number,
  to: number,
  test: (text: string) => boolean,
): boolean {
  const length = to - from;
  if (length === 0 || length > LONGEST[bytes[from]!]!) return false;
  const second = SECOND[bytes[from]!]!;
  if (length > 1) {
    const byte = bytes[from + 1]!;
    if (second !== 0 && byte !== second && (byte | 0x20) !== second) return false;
    // Negative numbers.
    if (byte >= 48 && byte <= 57) return false;
  }
  return test(decodeCell(bytes, from, to));
}
