/*
 * Spreadsheet programs run a cell that begins with one of these characters as a formula ("CSV injection",
 * OWASP). In the CSV that cartload writes an apostrophe stands before it, and goes again when the file is
 * read back.
 */

const LOOKS_LIKE_FORMULA = /^'*[=+\-@\t\r]/;
const NEUTRALISED = /^'+[=+\-@\t\r]/;
/** Coordinates and phone prefixes are to survive as they are. */
const PLAIN_NUMBER = /^[+-](?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Cells that already begin with apostrophes before such a character get one more, so that `restoreFormula`
 * undoes any.
 */
export const neutraliseFormula = (cell: string): string =>
  LOOKS_LIKE_FORMULA.test(cell) && !PLAIN_NUMBER.test(cell) ? `'${cell}` : cell;

/** How spreadsheet programs are told to keep leading zeros: `="01067"`. */
const QUOTED_TEXT = /^="([^"]*)"$/;

/**
 * The text that a cell stands for: without our apostrophe, or the text of a formula that is nothing but one.
 */
export function restoreFormula(cell: string): string {
  if (NEUTRALISED.test(cell)) return cell.slice(1);
  return QUOTED_TEXT.exec(cell)?.[1] ?? cell;
}

const APOSTROPHE = 39;
const EQUALS = 61;
const QUOTE = 34;
/** The characters of `NEUTRALISED` behind the apostrophes. */
const BEGINNINGS = new Set(Buffer.from('=+-@\t\r'));

/** Tells whether `restoreFormula` would take the first byte of a cell. */
export function isNeutralised(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && bytes[at] === APOSTROPHE) at++;
  return at > from && at < to && BEGINNINGS.has(bytes[at]!);
}

/** Tells whether `restoreFormula` would take the text out of a formula. */
export function isQuotedText(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] !== EQUALS || to - from < 3 || bytes[from + 1] !== QUOTE || bytes[to - 1] !== QUOTE)
    return false;
  return bytes.subarray(from + 2, to - 1).indexOf(QUOTE) === -1;
}
