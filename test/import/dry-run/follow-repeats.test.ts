import t from 'tap';
import { followRepeats, unfollowedNotes } from '../../../src/import/dry-run/follow-repeats.js';
import type { OverwritingRows } from '../../../src/import/dry-run/overwriting-rows.js';
import { PreviewLegend } from '../../../src/import/dry-run/preview-legend.js';
import type { RowValues } from '../../../src/import/duplicates/overwrite.js';
import { OVERWRITTEN_COLUMNS } from '../../../src/schema/marker-columns.js';

const EMPTY = Object.fromEntries(OVERWRITTEN_COLUMNS.map((column) => [column, null])) as RowValues;
const BLOCK = { index: 0, startByte: 0, endByte: 9, firstLine: 2 };

/** Follows rows of one marker, two a block, the first of which repeats none. */
async function follow(values: Partial<RowValues>[], characters = 100) {
  const blocks = values.flatMap((_, i) => (i % 2 === 0 ? [{ ...BLOCK, firstRecord: i, records: 2 }] : []));
  const marked = {
    marksOf: () => Uint8Array.of(1, 1),
    isRepeat: (record: number) => record > 0,
  } as unknown as OverwritingRows;
  const legend = new PreviewLegend(new Map([['B', 'blue']]), ['blue']);
  const settled: [number, string][] = [];
  const unfollowed = await followRepeats(
    { blocks, marked, legend, nowMs: 0, workers: 1 },
    async ({ firstRecord }) => ({
      rows: values.slice(firstRecord, firstRecord + 2).map((some, i) => {
        const derivesColor = some.color === undefined;
        const incoming = { key: 'k', values: { ...EMPTY, type: 'pin', ...some }, derivesColor, met: null };
        return { record: firstRecord + i, fileLine: 0, characters, incoming };
      }),
    }),
    ({ record }, effect) => settled.push([record, effect]),
  );
  return { settled, unfollowed };
}

t.test('a row that repeats others has the effect that is left for it, blocks apart', async (t) => {
  t.same((await follow([{ city: 'X' }, { city: 'X' }, { city: 'Y' }, { zip: '1' }, { zip: '1' }])).settled, [
    [1, 'unchanged'],
    [2, 'updated'],
    [3, 'updated'],
    [4, 'unchanged'],
  ]);
});

t.test('a category gives its marker the colour of the legend', async (t) => {
  const { settled } = await follow([{}, { category: 'B' }, { color: 'blue' }, { color: 'red' }]);
  t.same(
    settled.map(([, effect]) => effect),
    ['updated', 'unchanged', 'updated'],
  );
});

t.test('rows beyond the memory are not followed, and told', async (t) => {
  const { settled, unfollowed } = await follow([{}, {}, {}, {}], 20 * 1024 * 1024);
  t.same([settled.length, unfollowed], [2, 1]);
  t.same(unfollowedNotes(0), []);
  t.match(unfollowedNotes(1), [/: 1 of the rows that count as updated may change nothing\.$/]);
});
