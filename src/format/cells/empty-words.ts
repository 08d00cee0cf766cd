import { decodeCell } from './decode.js';

/** What programs write for no value: no place is called so. */
const BY_PROGRAMS = String.raw`null|\[null\]|\(null\)|<null>|<na>|\\n|#n\/a|#null!|#value!|#ref!|#name\?|#div\/0!|#num!|n\/a|nat|-+|–+|—+`;
/** What people write for no value. `NA` is Namibia and a province of Italy, `None` and `Nan` are towns. */
const BY_PEOPLE = String.raw`nan|na|n\.a\.|none|nil|undefined|nd|n\.d\.|n\/d|s\/d|k\.\s?a\.|\.+|\?+|unknown`;

const EMPTY = new RegExp(`^(?:${BY_PROGRAMS}|${BY_PEOPLE})$`, 'i');
const EMPTY_PLACE = new RegExp(`^(?:${BY_PROGRAMS})$`, 'i');

/** Whether a cell says in a word that it is empty. */
export const isEmptyWord = (text: string): boolean => EMPTY.test(text);

/** The same for a part of an address: only what is no name and no code. pandas writes `nan`. */
export const isEmptyPlace = (text: string): boolean =>
  EMPTY_PLACE.test(text) || text === 'nan' || text === 'NaN';

/** The same for a category, which may be called `Unknown`. */
export const isEmptyCategory = (text: string): boolean =>
  EMPTY.test(text) && text.toLowerCase() !== 'unknown';

/** Bytes of the longest of these words, but for rows of dashes. */
const LONGEST = 12;
const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;

/** Whether a cell is one of these words: most cells are not, by their length or a digit at the start. */
export function isEmptyCell(
  bytes: Buffer,
  from: number,
  to: number,
  test: (text: string) => boolean,
): boolean {
  if (to === from || to - from > LONGEST) return false;
  const first = bytes[from]!;
  if (isDigit(first) || (to - from > 1 && isDigit(bytes[from + 1]!))) return false;
  return test(decodeCell(bytes, from, to));
}
