import fc from 'fast-check';
import t from 'tap';
import { planOverwrite, type RowValues } from '../../../src/import/duplicates/overwrite.js';
import { OVERWRITTEN_COLUMNS } from '../../../src/schema/marker-columns.js';
import { runs } from '../../support/runs.js';

const EMPTY = Object.fromEntries(OVERWRITTEN_COLUMNS.map((column) => [column, null])) as RowValues;
const values = (some: Partial<RowValues>): RowValues => ({ ...EMPTY, type: 'pin', ...some });

t.test('rows on one marker become one change, counted row by row', async (t) => {
  const met = { id: 7, values: values({ city: 'X', category: 'A', color: 'red' }) };
  const plan = planOverwrite([
    { key: 'a', values: values({ city: 'X' }), met },
    { key: 'a', values: values({ city: 'Y' }), met },
    { key: 'a', values: values({ zip: '1' }), met },
    { key: 'a', values: values({ city: 'Y' }), met },
    { key: 'b', values: values({ city: 'Z' }), met: null },
    { key: 'b', values: values({ zip: '2' }), met: null },
  ]);
  t.match(plan, { added: 1, updated: 3, unchanged: 2 });
  t.same(
    plan.changes.map(({ id, row, values }) => [id, row, values.city, values.zip]),
    [
      [7, 0, 'Y', '1'],
      [null, 4, 'Z', '2'],
    ],
  );
});

t.test('what says the same in other words changes nothing', async (t) => {
  const met = {
    id: 7,
    values: values({
      type: 'circle',
      radius: '5',
      custom_fields: '{"b": "2", "a": "1"}',
      expires_at: '2030-01-01T00:00:00.000Z',
    }),
  };
  const same = values({
    type: 'circle',
    radius: '5.0',
    custom_fields: '{"a":"1"}',
    expires_at: '2030-01-01T00:00:00Z',
  });
  t.match(planOverwrite([{ key: 'a', values: same, met }]), { unchanged: 1, changes: [] });
  for (const other of [
    { ...same, type: 'pin' },
    { ...same, radius: null },
    { ...same, custom_fields: '{"a":"2"}' },
    { ...same, custom_fields: '{"toString":"2"}' },
    { ...same, expires_at: '2030-01-02T00:00:00Z' },
  ]) {
    t.match(planOverwrite([{ key: 'a', values: other, met }]), { updated: 1 });
  }
});

t.test('what a row removes is gone, unless it or a later row has it', async (t) => {
  const met = { id: 7, values: values({ city: 'X', zip: '1', extras: '{"county":"K"}', address_key: '5' }) };
  const removed = { columns: ['city'], custom_fields: ['a'], extras: ['county'] };
  t.match(planOverwrite([{ key: 'a', values: values({}), removed, met }]), {
    updated: 1,
    changes: [{ id: 7, removed }],
  });
  t.match(planOverwrite([{ key: 'a', values: values({ city: 'Y' }), removed, met }]), {
    changes: [{ values: { city: 'Y' }, removed }],
  });
  const other = { columns: ['zip'], custom_fields: ['a', 'b'], extras: [] };
  t.match(
    planOverwrite([
      { key: 'a', values: values({ custom_fields: '{"b":"1"}' }), removed, met },
      { key: 'a', values: values({ city: 'Z' }), removed: other, met },
      { key: 'a', values: values({}), removed: other, met },
    ]),
    {
      updated: 2,
      unchanged: 1,
      changes: [
        {
          values: { city: 'Z', zip: null, custom_fields: null },
          removed: { columns: ['city', 'zip'], custom_fields: ['a', 'b'], extras: ['county'] },
        },
      ],
    },
  );
  const gone = { columns: ['city'], custom_fields: ['x'], extras: [] };
  const bare = { id: 7, values: values({ zip: '1' }) };
  t.match(planOverwrite([{ key: 'a', values: values({}), removed: gone, met: bare }]), {
    unchanged: 1,
    changes: [],
  });
});

t.test('a row that would make its marker too long changes nothing; those around it do', async (t) => {
  // Three bytes a character in UTF-8: half of the 8 MiB.
  const half = (name: string): string => JSON.stringify({ [name]: '語'.repeat((4 << 20) / 3 - 20) });
  const met = { id: 7, values: values({ custom_fields: half('a') }) };
  const plan = planOverwrite([
    { key: 'a', values: values({ custom_fields: half('b') }), met },
    { key: 'a', values: values({ custom_fields: half('c'), city: 'X' }), met },
    { key: 'a', values: values({ custom_fields: half('a') }), met },
    { key: 'a', values: values({ city: 'Y' }), met },
    { key: 'b', values: values({ custom_fields: half('a') }), met: null },
    { key: 'b', values: values({ custom_fields: half('b') }), met: null },
    { key: 'b', values: values({ custom_fields: half('c') }), met: null },
  ]);
  t.match(plan, { added: 1, updated: 3, unchanged: 1, tooLong: [1, 6] });
  t.same(
    plan.changes.map(({ id, row, updates, repeats, values: { city } }) => ({
      id,
      row,
      updates,
      repeats,
      city,
    })),
    [
      { id: 7, row: 0, updates: [0, 3], repeats: [2], city: 'Y' },
      { id: null, row: 4, updates: [5], repeats: [], city: null },
    ],
  );
});

/** A marker one row after the other (docs/decisions.md#json). */
function apply(marker: RowValues, row: RowValues): RowValues {
  const merged = (column: 'custom_fields' | 'extras') =>
    row[column] === null
      ? marker[column]
      : JSON.stringify({ ...JSON.parse(marker[column] ?? '{}'), ...JSON.parse(row[column]) });
  const next = { ...marker, type: row.type, radius: row.radius };
  for (const column of OVERWRITTEN_COLUMNS) if (row[column] !== null) next[column] = row[column];
  return { ...next, custom_fields: merged('custom_fields'), extras: merged('extras') };
}

const canonical = (marker: RowValues): string =>
  JSON.stringify(marker, (_, value) =>
    typeof value === 'string' && value.startsWith('{') ? Object.entries(JSON.parse(value)).sort() : value,
  );

t.test('any rows come to what they come to one by one', async () => {
  const text = fc.option(fc.constantFrom('1', '2'), { nil: null });
  const json = fc.option(
    fc
      .dictionary(fc.constantFrom('a', 'b', '__proto__'), fc.constantFrom('1', '2'), { minKeys: 1 })
      .map((o) => JSON.stringify(o)),
    { nil: null },
  );
  const marker = fc.record({
    type: fc.constantFrom('pin', 'circle'),
    radius: text,
    city: text,
    category: text,
    color: text,
    custom_fields: json,
    extras: json,
    expires_at: fc.option(fc.constantFrom('2001-01-01', '2099-01-01'), { nil: null }),
  });
  const upload = fc.record({
    onMap: fc.dictionary(fc.constantFrom('k0', 'k1'), marker),
    rows: fc.array(fc.tuple(fc.constantFrom('k0', 'k1', 'k2'), marker), { maxLength: 12 }),
  });
  fc.assert(
    fc.property(upload, ({ onMap, rows }) => {
      const stored = new Map(
        Object.entries(onMap).map(([key, some], i) => [key, { id: i + 1, values: values(some) }]),
      );
      const isOver = ({ expires_at }: RowValues): boolean => expires_at === '2001-01-01';
      const metBy = (key: string) => {
        const met = stored.get(key);
        return met === undefined || isOver(met.values) ? null : met;
      };
      const plan = planOverwrite(
        rows.map(([key, some]) => ({ key, values: values(some), met: metBy(key) })),
        Date.parse('2026-01-01'),
      );
      const expected = new Map([...stored].map(([key, { values }]) => [key, values]));
      const counts = { added: 0, updated: 0, unchanged: 0 };
      for (const [key, some] of rows) {
        const met = expected.get(key);
        const before = met && isOver(met) ? undefined : met;
        const after = before ? apply(before, values(some)) : values(some);
        if (!before) counts.added++;
        else if (canonical(before) === canonical(after)) counts.unchanged++;
        else counts.updated++;
        expected.set(key, after);
      }
      const found = new Map([...stored].map(([key, { values }]) => [key, values]));
      for (const { id, row, values: change } of plan.changes) {
        const key = rows[row]![0];
        found.set(key, id === null ? change : apply(found.get(key)!, change));
      }
      const { added, updated, unchanged } = plan;
      return (
        JSON.stringify({ added, updated, unchanged }) === JSON.stringify(counts) &&
        [...expected].every(([key, marker]) => canonical(found.get(key)!) === canonical(marker))
      );
    }),
    { numRuns: runs(400, 2000) },
  );
});
