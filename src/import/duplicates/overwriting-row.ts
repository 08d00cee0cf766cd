import type { CopyLine } from '../prepare/copy-line.js';
import { KEY_WORDS } from '../prepare/duplicate-key.js';
import type { PreparedBlock } from '../prepare/prepare-block.js';
import { OVERWRITTEN_COLUMNS, type OverwritingRow, type RowValues } from './overwrite.js';

type Block = Pick<
  PreparedBlock,
  'branches' | 'impliesCountry' | 'impliesRadius' | 'keys' | 'removed' | 'styleOf' | 'styles'
>;

/**
 * A row of a block on its way to its marker.
 * @param line the row's
 * @param met the marker of the map that it meets; null: none
 * @param derivesColor whether the colour of its style is the legend's; by default where the style has none yet
 */
export function overwritingRow(
  { branches, impliesCountry, impliesRadius, keys, removed, styleOf, styles }: Block,
  row: number,
  line: CopyLine,
  met: OverwritingRow['met'],
  derivesColor = styles.colors[styleOf[row]!] === null,
): OverwritingRow {
  const style = styleOf[row]!;
  return {
    key: keyAt(keys, row),
    branch: branches !== null && branches.addressKeys[row] !== 0 ? keyAt(branches.keys, row) : null,
    derivesColor,
    impliesCountry: impliesCountry?.[row] === 1,
    impliesRadius: impliesRadius?.[row] === 1,
    values: valuesOf({ ...line, category: styles.categories[style]!, color: styles.colors[style]! }),
    removed: removed?.get(row) ?? null,
    met,
  };
}

const keyAt = (keys: Uint32Array, row: number): string =>
  keys.subarray(row * KEY_WORDS, (row + 1) * KEY_WORDS).join();

function valuesOf(from: RowValues): RowValues {
  const values = {} as RowValues;
  for (const column of OVERWRITTEN_COLUMNS) values[column] = from[column];
  return values;
}
