import { neutraliseFormula } from '../cells/formula.js';

const NEEDS_CARE = /^'*[=+\-@\t\r]|[",\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** A cell of the CSV that cartload writes (RFC 4180): formulas neutralised, quoted where it must be. */
export function csvCell(text: string): string {
  if (!NEEDS_CARE.test(text)) return text;
  const cell = neutraliseFormula(text);
  return NEEDS_QUOTES.test(cell) ? inQuotes(cell) : cell;
}

const MAY_SEPARATE = /[",;|\t\r\n]/;

/**
 * A cell of a file whose separator is not the comma. Whatever may be taken for a separator is quoted, so that
 * who has to find out which one it is, as we do, finds no other.
 */
export function separatedCell(text: string): string {
  const cell = neutraliseFormula(text);
  return MAY_SEPARATE.test(cell) ? inQuotes(cell) : cell;
}

const inQuotes = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join()}\r\n`;
