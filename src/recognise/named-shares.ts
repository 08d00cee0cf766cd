import type { KnownNames, NamedKinds } from '../geo/gazetteer/known-names.js';

/** Longer cells are no names. */
const MAX_CELL = 60;
const MAX_ROWS = 80;
/** Twelve values were no better by cross-validation. */
const MAX_VALUES = 6;

export type NamedShares = Readonly<Record<keyof NamedKinds, number>>;

/** Shares, 0..1, of a column's first distinct values that are names of each kind; empty where there are neither values nor names to compare with. */
export function namedShares(
  rows: readonly (readonly string[])[],
  index: number,
  names: KnownNames | null,
): Partial<NamedShares> {
  const values = new Set<string>();
  for (const row of rows.slice(0, MAX_ROWS)) {
    const cell = (row[index] ?? '').trim();
    if (cell !== '' && cell.length <= MAX_CELL) values.add(cell);
    if (values.size === MAX_VALUES) break;
  }
  if (names === null || values.size === 0) return {};
  const shares = { town: 0, state: 0, county: 0, postalCode: 0 };
  for (const value of values) {
    const kinds = names.kindsOf(value);
    for (const kind of KINDS) if (kinds[kind]) shares[kind] += 1 / values.size;
  }
  return shares;
}

const KINDS = ['town', 'state', 'county', 'postalCode'] as const satisfies readonly (keyof NamedKinds)[];
