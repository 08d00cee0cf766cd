import t from 'tap';
import type { Decision } from '../../../src/import/duplicates/decide.js';
import type { PreparedBlock } from '../../../src/import/prepare/prepare-block.js';
import { LegendColors } from '../../../src/import/run/legend-colors.js';
import { colorNames } from '../../../src/schema/palette-colors.js';
import { readLegend } from '../../../src/store/legend.js';
import { createOwner } from '../../support/owner.js';

const owner = await createOwner(t);
const { sql } = owner;
const palette = colorNames('standard');

/** A block with one row of each category, all kept, as far as legend colours look at it. */
const blockOf = (categories: readonly (string | null)[]): PreparedBlock =>
  ({
    rows: categories.length,
    styles: { categories: [...categories], colors: categories.map(() => null) },
    styleOf: Uint32Array.from(categories.keys()),
  }) as unknown as PreparedBlock;
const keepAll = (rows: number) => ({ keep: new Uint8Array(rows).fill(1) }) as Decision;

async function arrange() {
  const mapId = await owner.createMap();
  const asked: number[] = [];
  const legend = new LegendColors(
    (statements) => {
      asked.push(1);
      return statements(sql);
    },
    mapId,
    palette,
  );
  const colorsOf = async (...categories: (string | null)[]) =>
    (await legend.resolve(blockOf(categories), keepAll(categories.length))).colors;
  return { mapId, asked, legend, colorsOf };
}

t.test(
  'categories of later blocks keep the colours that earlier ones drew, in one statement a block',
  async (t) => {
    const { mapId, asked, colorsOf } = await arrange();
    t.same(await colorsOf('A', 'B', null), ['red', 'blue', null]);
    // The legend was empty when the first block looked: what it drew is asked for once more.
    t.same(await colorsOf('B', 'C'), ['blue', 'green']);
    asked.length = 0;
    t.same(await colorsOf('C', 'A', 'B', 'D'), ['green', 'red', 'blue', 'orange']);
    t.same(await colorsOf('D', 'A'), ['orange', 'red']);
    t.equal(asked.length, 2);
    t.same(
      (await readLegend(sql, mapId)).map(({ name }) => name),
      ['A', 'B', 'C', 'D'],
    );
  },
);

t.test(
  'a legend that is replaced or cleared between two blocks decides, and gets the categories anew',
  async (t) => {
    const { mapId, colorsOf } = await arrange();
    await colorsOf('A', 'B');
    await colorsOf('A', 'B');
    await sql`SELECT replace_legend(${mapId}, ARRAY['B'], ARRAY['gray'], ARRAY[0], ${sql.typed.texts([...palette])})`;
    t.same(await colorsOf('A', 'B'), ['red', 'gray']);
    await sql`SELECT clear_legend(${mapId})`;
    t.same(await colorsOf('B', 'A'), ['red', 'blue']);
    t.same(
      (await readLegend(sql, mapId)).map(({ name, color }) => [name, color]),
      [
        ['B', 'red'],
        ['A', 'blue'],
      ],
    );
  },
);

t.test('categories that found no room are counted once, however many blocks bring them', async (t) => {
  const { mapId, legend, colorsOf } = await arrange();
  await sql`
    INSERT INTO legend_entries (map_id, layer_id, name, color, ordering)
    SELECT ${mapId}, id, 'full ' || n, 'red', n FROM layers, generate_series(1, 5000) n WHERE map_id = ${mapId}`;
  for (let block = 0; block < 3; block++)
    t.same(await colorsOf('X', 'Y', 'full 7'), [palette[0], palette[0], 'red']);
  t.same(legend.beyond, { names: 2, atLeast: false });
});
