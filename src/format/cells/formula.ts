/*
 * Spreadsheet programs run a cell that begins with one of these characters as a formula ("CSV injection", OWASP). In the
 * CSV that cartload writes an apostrophe stands before it, and goes again when the file is read back.
 */

const LOOKS_LIKE_FORMULA = /^'*[=+\-@\t\r]/;
const NEUTRALISED = /^'+[=+\-@\t\r]/;
const MAY_BE_NEUTRALISED = /'[=+\-@\t\r]/;
/** Coordinates and phone prefixes are to survive as they are. */
const PLAIN_NUMBER = /^[+-](?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?$/;

/** Cells that already begin with apostrophes before such a character get one more, so that `restoreFormula` undoes any. */
export const neutraliseFormula = (cell: string): string =>
  LOOKS_LIKE_FORMULA.test(cell) && !PLAIN_NUMBER.test(cell) ? `'${cell}` : cell;

export const restoreFormula = (cell: string): string => (NEUTRALISED.test(cell) ? cell.slice(1) : cell);

/** Whether any cell of a text can be a neutralised one: asked once for a block, it saves a look at every cell. */
export const mayHoldFormulas = (text: string): boolean => MAY_BE_NEUTRALISED.test(text);

const APOSTROPHE = 39;

/** Restores all cells of a record in place. */
export function restoreCells(cells: string[]): void {
  for (let i = 0; i < cells.length; i++) {
    if (cells[i]!.charCodeAt(0) === APOSTROPHE) cells[i] = restoreFormula(cells[i]!);
  }
}
