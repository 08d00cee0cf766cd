/*
 * Spreadsheet programs run a cell that begins with one of these characters as a formula ("CSV injection", OWASP). In the
 * CSV that cartload writes an apostrophe stands before it, and goes again when the file is read back.
 */

const LOOKS_LIKE_FORMULA = /^'*[=+\-@\t\r]/;
const NEUTRALISED = /^'+[=+\-@\t\r]/;
/** Coordinates and phone prefixes are to survive as they are. */
const PLAIN_NUMBER = /^[+-](?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?$/;

/** Cells that already begin with apostrophes before such a character get one more, so that `restoreFormula` undoes any. */
export const neutraliseFormula = (cell: string): string =>
  LOOKS_LIKE_FORMULA.test(cell) && !PLAIN_NUMBER.test(cell) ? `'${cell}` : cell;

export const restoreFormula = (cell: string): string => (NEUTRALISED.test(cell) ? cell.slice(1) : cell);

const APOSTROPHE = 39;
/** The characters of `NEUTRALISED` behind the apostrophes. */
const BEGINNINGS = new Set(Buffer.from('=+-@\t\r'));

/** Whether `restoreFormula` would take the first byte of a cell. */
export function isNeutralised(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && bytes[at] === APOSTROPHE) at++;
  return at > from && at < to && BEGINNINGS.has(bytes[at]!);
}
