import { unescapeCopyText } from './copy-text.js';
import type { LINE_COLUMNS } from './prepare-block.js';

/** The columns of a line of COPY text by name; null for `\N`. */
export type CopyLine = Readonly<Record<(typeof LINE_COLUMNS)[number], string | null>>;

/** What `escapeCopyText` and `copyText` made of a text. */
export const readCopyText = (column: string): string | null =>
  column === '\\N' ? null : unescapeCopyText(column);

/** @param line without its line end */
export function readCopyLine(line: string, columns: readonly (typeof LINE_COLUMNS)[number][]): CopyLine {
  const values = line.split('\t', columns.length);
  return Object.fromEntries(columns.map((name, i) => [name, readCopyText(values[i]!)])) as CopyLine;
}
