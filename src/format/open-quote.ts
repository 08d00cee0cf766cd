import { badRequest } from '../base/errors.js';
import { cellsOfLine, isProper, lineEndFrom } from './csv-bytes.js';

/**
 * Lines of the file, both included, that quotes join to one record though a quote among them is none, or may
 * be none. `rows`: each line is a record, and a quote that does not close on its line is a character;
 * `unclear`: nobody knows, and the record is rejected.
 */
export type OpenQuote = readonly [firstLine: number, lastLine: number, reading: 'rows' | 'unclear'];

/** A longer record is read as its quotes say: a cell so long is rejected anyway. */
export const MAX_REREAD_BYTES = 1 << 20;

/**
 * Lines that are rows by their number of cells alone: no text has so many lines with as many delimiters each.
 */
const MANY_LINES = 8;
/** Columns that have to hold numbers on each line where there are fewer. */
const MIN_NUMBERS = 2;

/**
 * Tells what a record is whose quotes hold line ends. Programs that do not quote write `6 ft` as `"6 ft`;
 * such a quote swallows the rows up to the next one. They are rows where each line has as many cells as the
 * header. A quote that ends where its cell ends may enclose just such a text, so then the lines must look
 * like rows in their numbers, too, or be many.
 * @param columns cells of the header
 */
export function readAgain(
  record: Buffer,
  delimiter: number,
  columns: number,
): OpenQuote[2] | 'as its quotes say' {
  const lines = countRows(record, delimiter, columns);
  if (!isProper(record, delimiter)) return lines > 0 && columns > 1 ? 'rows' : 'unclear';
  const looksLikeRows =
    lines > 0 && columns > 2 && (lines >= MANY_LINES || haveNumbers(record, delimiter, columns));
  return looksLikeRows ? 'rows' : 'as its quotes say';
}

/** @returns 0 where a line has another number of cells than the header, beyond which cells may be empty */
function countRows(record: Buffer, delimiter: number, columns: number): number {
  let rows = 0;
  for (let from = 0; from < record.length; ) {
    const end = lineEndFrom(record, from);
    const { cells, filled } = cellsOfLine(record, from, end, delimiter);
    if (filled > 0) {
      if (cells < columns || filled > columns) return 0;
      rows++;
    }
    from = end + 1;
  }
  return rows;
}

const NUMBER = /^[ \t]*[+-]?\d+(?:[.,]\d+)?[ \t]*$/;

/** Tells whether the same columns hold numbers on each line, some of them at least. */
function haveNumbers(record: Buffer, delimiter: number, columns: number): boolean {
  let numeric = Array.from({ length: columns }, (_, column) => column);
  for (const line of record.toString('latin1').split(/[\r\n]+/)) {
    const cells = line.split(String.fromCharCode(delimiter));
    // A delimiter within quotes moves the cells behind it, which is rare enough to lose.
    if (line.trim() !== '') numeric = numeric.filter((column) => NUMBER.test(cells[column] ?? ''));
    if (numeric.length < MIN_NUMBERS) return false;
  }
  return true;
}

/** Open quotes of an upload, whose places are stored with its job. */
const MAX_OPEN_QUOTES = 20_000;

/** @throws AppError BAD_REQUEST */
export function checkOpenQuotes(count: number, line: number): void {
  if (count <= MAX_OPEN_QUOTES) return;
  throw badRequest(
    `More than ${MAX_OPEN_QUOTES} quotes open or close within cells and join lines, the last on line ${line}: give the option quote= (empty) if no cell of the file is quoted`,
  );
}

/** Refuses a file whose last quote does not close. @param where it opens */
export const unterminated = (where: string) =>
  badRequest(
    `Unterminated quote: ${where} and never closes. Close the quote or double it, or give the option quote= (empty) if no cell of the file is quoted`,
  );
