const LETTERS = 26;
const A = 64;
const Z = 90;
const LOWER = 32;

/** 0-based column of a reference like `AB12`. @param start of it in a longer text */
export function columnOf(reference: string, start = 0): number {
  let column = 0;
  for (let i = start; i < reference.length; i++) {
    let code = reference.charCodeAt(i);
    if (code > Z) code -= LOWER;
    if (code <= A || code > Z) break;
    column = column * LETTERS + (code - A);
  }
  return column - 1;
}

export function columnName(column: number): string {
  let name = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / LETTERS))
    name = String.fromCharCode(A + 1 + ((left - 1) % LETTERS)) + name;
  return name;
}

export const cellName = (row: number, column: number): string => `${columnName(column)}${row}`;

export interface SheetRange {
  readonly firstRow: number;
  readonly lastRow: number;
  /** 0-based. */
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** @returns null: it is no range of cells */
export function rangeOf(reference: string): SheetRange | null {
  const match = /^\$?([A-Za-z]{1,3})\$?(\d{1,7}):\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(reference);
  if (match === null) return null;
  const [, left, top, right, bottom] = match;
  return {
    firstRow: Number(top),
    lastRow: Number(bottom),
    firstColumn: columnOf(left!),
    lastColumn: columnOf(right!),
  };
}
