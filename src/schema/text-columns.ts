import { randomUUID } from 'node:crypto';

/**
 * Columns of texts for `string_to_array(column, separator, null)`. Joining takes no measurable time; arrays in PostgreSQL's own syntax,
 * which quotes every text, take 0.4 µs an element.
 */
export interface TextColumns<Column extends string> {
  /** Joined texts, as a string or as UTF-8. */
  columns: Record<Column, string | Buffer>;
  /** Occurs in none of the texts. */
  separator: string;
  /** Stands for null; equals none of the texts. */
  nothing: string;
}

/** Default separator and null, used while no text contains them. */
export const NEWLINE = '\n';
export const NOTHING = '\\N';

/** @param isOdd the default ones may occur in texts */
export const separatorsFor = (isOdd: boolean): { separator: string; nothing: string } =>
  isOdd ? { separator: randomUUID(), nothing: randomUUID() } : { separator: NEWLINE, nothing: NOTHING };

/** @param columns all of one length, at least 1 */
export function joinColumns<Column extends string>(
  columns: Readonly<Record<Column, readonly (string | null)[]>>,
): TextColumns<Column> {
  const names = Object.keys(columns) as Column[];
  // Texts with line breaks are rare; random separators are safe for them.
  const isOdd = names.some((name) =>
    columns[name].some((text) => text !== null && (text.includes(NEWLINE) || text === NOTHING)),
  );
  const { separator, nothing } = separatorsFor(isOdd);
  const joined = names.map((name) => [name, columns[name].map((text) => text ?? nothing).join(separator)]);
  return { columns: Object.fromEntries(joined) as Record<Column, string>, separator, nothing };
}
