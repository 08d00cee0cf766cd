import { KEY_WORDS } from '../../markers/duplicate-key.js';
import { OVERWRITTEN_COLUMNS, PLACED_COLUMNS } from '../../schema/marker-columns.js';
import { codeAmong, type Match } from '../../schema/match.js';
import type { CopyLine } from '../prepare/copy-line.js';
import type { PreparedBlock } from '../prepare/prepare-block.js';
import type { OverwritingRow, RowValues } from './overwrite.js';

type Block = Pick<
  PreparedBlock,
  'branches' | 'coded' | 'impliesCountry' | 'impliesRadius' | 'keys' | 'removed' | 'styleOf' | 'styles'
>;

/**
 * A row of a block on its way to its marker.
 * @param line the row's
 * @param met the marker of the map that it meets; null: none
 * @param match the code by which the import matches rows; null: it matches them by place
 * @param derivesColor whether the colour of its style is the legend's; by default where the style has none
 * yet
 */
export function overwritingRow(
  { branches, coded, impliesCountry, impliesRadius, keys, removed, styleOf, styles }: Block,
  row: number,
  line: CopyLine,
  met: OverwritingRow['met'],
  match: Match | null,
  derivesColor = styles.colors[styleOf[row]!] === null,
): OverwritingRow {
  const style = styleOf[row]!;
  // Rows of the same place have nothing to do with a marker that has a code.
  const isOfCode = match !== null && met !== null && codeAmong(met.values[match.column], match.name) !== '';
  const hasBranch = !isOfCode && branches !== null && branches.addressKeys[row] !== 0;
  return {
    key: isOfCode ? `marker ${met.id}` : keyAt(keys, row),
    branch: hasBranch ? keyAt(branches.keys, row) : null,
    derivesColor,
    impliesCountry: impliesCountry?.[row] === 1,
    impliesRadius: impliesRadius?.[row] === 1,
    values: valuesOf(
      { ...line, category: styles.categories[style]!, color: styles.colors[style]! },
      coded?.[row] === 1,
    ),
    removed: removed?.get(row) ?? null,
    met,
  };
}

const keyAt = (keys: Uint32Array, row: number): string =>
  keys.subarray(row * KEY_WORDS, (row + 1) * KEY_WORDS).join();

function valuesOf(from: RowValues, isCoded: boolean): RowValues {
  const values = {} as RowValues;
  for (const column of OVERWRITTEN_COLUMNS) values[column] = from[column];
  if (isCoded) for (const column of PLACED_COLUMNS) values[column] = from[column] ?? null;
  return values;
}
