import { exportedColumns } from '../../format/exported-file.js';
import { countErrorColumns } from './error-column.js';

/** A column of an upload, before it is known what it means. */
export interface Column {
  /** 0-based position in the file. */
  readonly index: number;
  /** Unique within the header row. */
  readonly name: string;
  /** Name before a suffix made it unique. */
  readonly original: string;
  /** The header cell is empty, `name` provisional: the column is dropped when all its cells are empty. */
  readonly unnamed?: true;
}

/** Length of a name in UTF-16 code units; longer ones are cut, before a suffix is added. */
export const MAX_COLUMN_NAME = 200;

/**
 * Names the columns of a header row. Names are trimmed, cut to MAX_NAME_LENGTH and freed of NUL, which
 * PostgreSQL cannot store. Of equal names the first stays and later ones get ` (2)`, ` (3)`, skipping what
 * the row has of its own; upper and lower case differ. An empty cell gets `Column N`, N being its 1-based
 * position. The custom fields of an exported map keep their names as they are, and may be called what other
 * columns are.
 */
export function readColumnNames(cells: readonly string[]): Column[] {
  const exported = exportedColumns(cells);
  const names = cells.map((cell, index) =>
    exported?.[index] === undefined ? cleanName(cell) : cell.replaceAll('\0', ''),
  );
  const keepsName = (index: number): boolean =>
    exported !== null &&
    ((exported[index] ?? 'custom') !== 'custom' || index >= cells.length - countErrorColumns(cells));
  const taken = new Set(names);
  const seen = new Set<string>();
  const nextSuffix = new Map<string, number>();

  const makeUnique = (name: string): string => {
    let suffix = nextSuffix.get(name) ?? 2;
    while (taken.has(`${name} (${suffix})`)) suffix++;
    nextSuffix.set(name, suffix + 1);
    const unique = `${name} (${suffix})`;
    taken.add(unique);
    return unique;
  };

  return names.map((name, index) => {
    if (keepsName(index)) return { index, name, original: name };
    if (name === '' && exported?.[index] === undefined) {
      const provisional = `Column ${index + 1}`;
      if (taken.has(provisional)) {
        return { index, name: makeUnique(provisional), original: '', unnamed: true };
      }
      taken.add(provisional);
      return { index, name: provisional, original: '', unnamed: true };
    }
    const unique = seen.has(name) ? makeUnique(name) : name;
    seen.add(name);
    return { index, name: unique, original: name };
  });
}

/** A name as columns have it: trimmed, without NUL, and cut. */
export function cleanName(cell: string): string {
  const name = cell.replaceAll('\0', '').trim();
  if (name.length <= MAX_COLUMN_NAME) return name;
  // Not between the halves of a surrogate pair.
  const last = name.charCodeAt(MAX_COLUMN_NAME - 1);
  const cut = last >= 0xd800 && last <= 0xdbff ? MAX_COLUMN_NAME - 1 : MAX_COLUMN_NAME;
  return name.slice(0, cut).trim();
}
