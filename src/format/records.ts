/*
 * How CSV is read here. csv-blocks.ts (bytes, where records end) and this file (text, what their cells are) follow
 * this one definition; it is what csv-parse 7 does with `relax_quotes`, and the tests hold both against it.
 *
 * - A record ends at LF, CRLF or CR outside quotes, mixed as they come, or at the end of the file.
 * - A quote opens only as the very first character of a cell; anywhere else it is a plain character.
 * - Inside quotes "" stands for one quote. The first quote that is not doubled ends the quoted part, always.
 * - When delimiter, line end or end of file follows it, the cell is the text between the quotes. Otherwise the file
 *   is odd and read leniently: both quotes are kept as characters, and the cell goes on unquoted up to the next
 *   delimiter or line end: `"ab"c` is the cell `"ab"c`, `"a""b"c` is `"a"b"c`. (csv-parse drops the two quotes when
 *   a NUL follows; so do we. Such a row is refused later on.)
 * - A quote without an end is an error of the whole file.
 * - A line with nothing but spaces and tabs and without a delimiter is blank: it is no record. `""` is a record.
 * - Physical lines count every LF, CRLF and CR, within quotes and in blank lines too.
 */
import { badRequest } from '../base/errors.js';

export interface RecordBatch {
  /** Records as they stand in the file: any number of cells, neither trimmed nor padded. */
  readonly cells: string[][];
  /** 1-based physical line on which the record of the same index starts. */
  readonly lines: number[];
}

export interface RecordOptions {
  /** One ASCII character. */
  readonly delimiter: string;
  readonly firstLine: number;
}

const LF = 10;
const CR = 13;
const QUOTE = 34;

/**
 * Reads text that begins at the start of a record, one record at a time.
 *
 * Lines without a quote hop from delimiter to delimiter, the others are read cell by cell. All searches are cached
 * and only ever move forward, so that the time is linear in the text however quotes, delimiters and lines lie in it.
 *
 * Measured on Node 20.20, one thread, blocks of 1 MiB, decodeBlock included, 10 columns, MB/s and rows/s (csv-parse in
 * brackets): unquoted, 78 bytes a row, 195 and 2,450,000 (20 and 265,000); all cells quoted, 98 bytes, 160 and
 * 1,600,000 (30 and 315,000); one quoted cell with doubled quotes 140 and 1,540,000 (23 and 250,000). Tried and slower on
 * unquoted rows: split by line and by cell 134 MB/s, a charCodeAt loop 171.
 *
 * csv-parse judges this in the tests and reads what is not read here, other quotes, escapes and comments
 * (dialect-rewriter.ts), on a thread with a deadline: to keep the quotes of an odd cell it allocates and copies as much as
 * the largest cell so far: 1 MB of one long cell and 100,000 odd ones takes it 11 s, and 0.07 s here.
 *
 * @param visit gets the cells, neither trimmed nor padded, in an array that the next record uses again (a block's cells kept
 *   together outlive the young generation: collecting them took half the time of an import), and the line of its start
 * @throws AppError BAD_REQUEST on a quote without an end, naming the line on which it opens
 */
export function forEachRecord(
  text: string,
  options: RecordOptions,
  visit: (cells: string[], line: number) => void,
): void {
  const { delimiter } = options;
  const length = text.length;
  const record: string[] = [];
  let line = options.firstLine;
  let position = 0;
  // Where the next of each stands, at or after position; -1: not looked for yet, length: there is none.
  let lf = -1;
  let cr = -1;
  let quote = -1;
  let border = -1;

  while (position < length) {
    if (lf < position) lf = find(text, '\n', position);
    if (cr < position) cr = find(text, '\r', position);
    if (quote < position) quote = find(text, '"', position);
    let end = Math.min(lf, cr);

    if (quote < end) {
      const firstLine = line;
      record.length = 0;
      for (;;) {
        let quoted: string | null = null;
        if (text.charCodeAt(position) === QUOTE) {
          const close = findClosingQuote(text, position + 1);
          if (close === -1) throw badRequest(`Unterminated quote: it opens on line ${line} and never closes`);
          quoted = text.slice(position + 1, close);
          if (quoted.includes('"')) quoted = quoted.replaceAll('""', '"');
          position = close + 1;
          while (end < position) {
            line++;
            const next = lineAfter(text, end);
            if (lf < next) lf = find(text, '\n', next);
            if (cr < next) cr = find(text, '\r', next);
            end = Math.min(lf, cr);
          }
        }
        if (border < position) border = find(text, delimiter, position);
        const cellEnd = Math.min(border, end);
        if (quoted === null) record.push(text.slice(position, cellEnd));
        else if (cellEnd === position) record.push(quoted);
        else record.push(continueUnquoted(quoted, text.slice(position, cellEnd)));
        if (cellEnd === end) break;
        position = cellEnd + 1;
      }
      visit(record, firstLine);
    } else if (!isBlankLine(text, position, end, delimiter)) {
      record.length = 0;
      if (border < position) border = find(text, delimiter, position);
      while (border < end) {
        record.push(text.slice(position, border));
        position = border + 1;
        border = find(text, delimiter, position);
      }
      record.push(text.slice(position, end));
      visit(record, line);
    }
    line++;
    position = lineAfter(text, end);
  }
}

/** All records at once. */
export function parseRecords(text: string, options: RecordOptions): RecordBatch {
  const cells: string[][] = [];
  const lines: number[] = [];
  forEachRecord(text, options, (record, line) => {
    cells.push(record.slice());
    lines.push(line);
  });
  return { cells, lines };
}

function find(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from);
  return found === -1 ? text.length : found;
}

function findClosingQuote(text: string, from: number): number {
  let close = text.indexOf('"', from);
  while (close !== -1 && text.charCodeAt(close + 1) === QUOTE) close = text.indexOf('"', close + 2);
  return close;
}

/** The lenient reading of a cell that goes on after its quoted part. */
function continueUnquoted(quoted: string, rest: string): string {
  return rest.charCodeAt(0) === 0 ? quoted + rest : `"${quoted}"${rest}`;
}

function lineAfter(text: string, end: number): number {
  return end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1);
}

function isBlankLine(text: string, start: number, end: number, delimiter: string): boolean {
  for (let i = start; i < end; i++) {
    const char = text[i];
    if ((char !== ' ' && char !== '\t') || char === delimiter) return false;
  }
  return true;
}
