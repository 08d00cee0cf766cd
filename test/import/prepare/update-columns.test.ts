import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { copyText } from '../../../src/format/cells/copy-text.js';
import type { PreparedBlock } from '../../../src/import/prepare/prepare-block.js';
import { type Update, updatesOf, updatesOfLines } from '../../../src/import/prepare/update-columns.js';
import { LINE_COLUMNS, UPDATED_COLUMNS, type UpdatedRows } from '../../../src/schema/marker-columns.js';
import { runs } from '../../support/runs.js';

type Values = Update['values'];
const OF_LINE = UPDATED_COLUMNS.filter(
  (column) => column !== 'id' && (LINE_COLUMNS as readonly string[]).includes(column),
) as (keyof Values)[];

/**
 * Values that PostgreSQL reads of the rows: `string_to_array(column, separator, nothing)`, and the shared
 * ones for each.
 */
function readRows({ differing, shared, separator, nothing }: UpdatedRows, rows: number) {
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(
      UPDATED_COLUMNS.map((column) => {
        const texts = differing.get(column)?.toString().split(separator);
        const text = texts === undefined ? shared.get(column)! : texts[row]!;
        return [column, text === nothing ? null : text];
      }),
    ),
  );
}

const written = (updates: readonly Update[]) =>
  updates.map(({ id, values }) => ({ ...values, id: String(id) }));

const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }) },
  fc.constantFrom('\\N', '\\', 'a\nb', 'tab\there', '\r', 'a\\nb', '\\\\N', 'C:\\new', '\n', 'A'),
);
const text = fc.option(hostile);
/** Colour of a palette, unlike all other texts. */
const color = fc.option(fc.constantFrom('red', 'dark_blue'));
const values = fc.record(
  Object.fromEntries(
    UPDATED_COLUMNS.filter((column) => column !== 'id').map((column) => [
      column,
      column === 'color' ? color : text,
    ]),
  ),
  { noNullPrototype: true },
) as unknown as fc.Arbitrary<Values>;
const updates = fc
  .array(values, { minLength: 1, maxLength: 6 })
  .map((all): Update[] => all.map((each, i) => ({ id: i + 1, values: each })));

t.test('values are read as they were given, whatever they hold', async () => {
  fc.assert(
    fc.property(updates, (given) =>
      isDeepStrictEqual(readRows(updatesOf(given), given.length), written(given)),
    ),
    { numRuns: runs(200, 1000) },
  );
});

t.test('rows of lines are read as the values that they were written from', async () => {
  const row = fc.record({ values, isWanted: fc.boolean(), flag: fc.boolean() });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (rows) => {
      const wanted = rows.flatMap(({ isWanted }, at) => (isWanted ? [at] : []));
      if (wanted.length === 0) return true;
      const lines = rows.map((each) =>
        LINE_COLUMNS.map((column) =>
          OF_LINE.includes(column as keyof Values)
            ? copyText(each.values[column as keyof Values] ?? '')
            : '7',
        ).join('\t'),
      );
      const lineEnds: number[] = [];
      let bytes = Buffer.alloc(0);
      for (const line of lines) {
        bytes = Buffer.concat([bytes, Buffer.from(line)]);
        lineEnds.push(bytes.length);
        bytes = Buffer.concat([bytes, Buffer.from('\n   ')]);
        lineEnds.push(bytes.length);
      }
      const flags = Uint8Array.from(rows, ({ flag }) => Number(flag));
      const prepared: Partial<PreparedBlock> = {
        ...{ lines: bytes, lineEnds: Uint32Array.from(lineEnds), rows: rows.length, removed: null },
        styleOf: Uint32Array.from(rows, (_, at) => at),
        styles: {
          categories: rows.map((each) => each.values.category),
          colors: rows.map((each) => each.values.color),
        },
        ...{ impliesCountry: flags, impliesRadius: null },
      };
      const found = updatesOfLines(
        prepared as PreparedBlock,
        flags,
        wanted,
        wanted.map((at) => at + 100),
      );
      const expected = wanted.map((at) => {
        const flag = String(rows[at]!.flag);
        const told = { removed: null, derives_color: flag, implies_country: flag, implies_radius: 'false' };
        return { id: at + 100, values: { ...rows[at]!.values, ...told } };
      });
      return isDeepStrictEqual(readRows(found, wanted.length), written(expected));
    }),
    { numRuns: runs(200, 1000) },
  );
});

t.test('a column with one text for all rows is told once, but for what tells rows apart', async (t) => {
  const nothing = Object.fromEntries(UPDATED_COLUMNS.map((column) => [column, null])) as unknown as Values;
  const same = { ...nothing, name: 'A', cell: '5', city: 'Paris' };
  const { differing, shared } = updatesOf([
    { id: 1, values: { ...same, zip: '1' } },
    { id: 2, values: { ...same, zip: '2' } },
  ]);
  t.same([...differing.keys()], ['id', 'name', 'cell', 'zip']);
  t.equal(shared.get('city'), 'Paris');
  t.equal(shared.get('street'), null);
});
