import type { LINE_COLUMNS } from './prepare-block.js';

/** The columns of a line of COPY text by name; null for `\N`. */
export type CopyLine = Readonly<Record<(typeof LINE_COLUMNS)[number], string | null>>;

const UNESCAPED: Readonly<Record<string, string>> = { '\\': '\\', t: '\t', n: '\n', r: '\r' };

/** What `escapeCopyText` and `copyText` made of a text. */
export function readCopyText(column: string): string | null {
  if (column === '\\N') return null;
  return column.includes('\\') ? column.replace(/\\(.)/g, (_, character) => UNESCAPED[character]!) : column;
}

/** @param line without its line end */
export function readCopyLine(line: string, columns: readonly (typeof LINE_COLUMNS)[number][]): CopyLine {
  const values = line.split('\t', columns.length);
  return Object.fromEntries(columns.map((name, i) => [name, readCopyText(values[i]!)])) as CopyLine;
}
