import { neutraliseFormula } from '../cells/formula.js';

const NEEDS_CARE = /^'*[=+\-@\t\r]|[",\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** A cell of the CSV that cartload writes (RFC 4180): formulas neutralised, quoted where it must be. */
export function csvCell(text: string): string {
  if (!NEEDS_CARE.test(text)) return text;
  const cell = neutraliseFormula(text);
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join()}\r\n`;
