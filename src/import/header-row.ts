/** A column of an upload, before it is known what it means. */
export interface Column {
  /** 0-based position in the file. */
  readonly index: number;
  /** Unique within the header row. */
  readonly name: string;
  /** The header cell is empty, `name` provisional: the column is dropped when all its cells are empty. */
  readonly unnamed?: true;
}

/** In UTF-16 code units; longer names are cut, before a suffix is added. */
export const MAX_NAME_LENGTH = 200;

/**
 * Names the columns of a header row. Names are trimmed, cut to MAX_NAME_LENGTH and freed of NUL, which PostgreSQL
 * cannot store. Of equal names the first stays and later ones get ` (2)`, ` (3)`, skipping what the row has of its
 * own; upper and lower case differ. An empty cell gets `Column N`, N being its 1-based position.
 */
export function readHeader(cells: readonly string[]): Column[] {
  const names = cells.map(cleanName);
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
    if (name === '') {
      const provisional = `Column ${index + 1}`;
      if (taken.has(provisional)) return { index, name: makeUnique(provisional), unnamed: true };
      taken.add(provisional);
      return { index, name: provisional, unnamed: true };
    }
    if (seen.has(name)) return { index, name: makeUnique(name) };
    seen.add(name);
    return { index, name };
  });
}

function cleanName(cell: string): string {
  const name = cell.replaceAll('\0', '').trim();
  if (name.length <= MAX_NAME_LENGTH) return name;
  // Not between the halves of a surrogate pair.
  const last = name.charCodeAt(MAX_NAME_LENGTH - 1);
  const cut = last >= 0xd800 && last <= 0xdbff ? MAX_NAME_LENGTH - 1 : MAX_NAME_LENGTH;
  return name.slice(0, cut).trim();
}
