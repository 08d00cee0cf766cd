import { copyText, unescapeCopyText } from '../../format/cells/copy-text.js';
import type { LINE_COLUMNS } from '../../schema/marker-columns.js';

/** The columns of a line of COPY text by name; null for `\N`. */
export type CopyLine = Readonly<Record<(typeof LINE_COLUMNS)[number], string | null>>;

/** Reads a column as `escapeCopyText` and `copyText` write it. */
export const readCopyText = (column: string): string | null =>
  column === '\\N' ? null : unescapeCopyText(column);

/** @param line without its line end */
export function readCopyLine(line: string, columns: readonly (typeof LINE_COLUMNS)[number][]): CopyLine {
  const texts = line.split('\t', columns.length);
  const values = {} as Record<(typeof LINE_COLUMNS)[number], string | null>;
  for (let i = 0; i < columns.length; i++) values[columns[i]!] = readCopyText(texts[i]!);
  return values;
}

/** A line with its end. No column is an empty text: what is not there is null. */
export const writeCopyLine = (
  values: Readonly<Record<string, string | null>>,
  columns: readonly string[],
): string => `${columns.map((column) => copyText(values[column] ?? '')).join('\t')}\n`;
