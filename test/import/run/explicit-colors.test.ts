import t from 'tap';
import { sharedImportBench } from '../../support/import.js';

/* An overwriting import gives a marker the colour of its category only where the category becomes another. */

const bench = await sharedImportBench(t);
const { sql } = bench;
const stylesOf = async (mapId: number) =>
  (await sql`SELECT name, category, color FROM markers WHERE map_id = ${mapId} ORDER BY id`).map(
    ({ name, category, color }) => [name, category, color],
  );

for (const repeats of [false, true]) {
  t.test(
    `colours that markers have stay, ${repeats ? 'rows that repeat each other' : 'row by row'}`,
    async (t) => {
      const mapId = await bench.createMap();
      await bench.importText(
        mapId,
        'name,lat,lng,category,color\nA,1,2,Kind,navy\nB,1,3,Kind,navy\nC,1,4,Kind,\nD,1,5,,navy\n',
      );
      const kind = (await stylesOf(mapId))[2]![2];
      const rows = 'A,1,2,Kind,n\nB,1,3,Other,n\nC,1,4,Kind,n\nD,1,5,Kind,n\n';
      const text = `name,lat,lng,category,Note\n${repeats ? rows + rows : rows}`;
      t.match(await bench.importText(mapId, text, { on_duplicate: 'overwrite' }), { added: 0, updated: 4 });
      const [other] = await sql`SELECT color FROM legend_entries WHERE map_id = ${mapId} AND name = 'Other'`;
      t.same(await stylesOf(mapId), [
        ['A', 'Kind', 'navy'],
        ['B', 'Other', other!.color],
        ['C', 'Kind', kind],
        ['D', 'Kind', kind],
      ]);
      t.match(await bench.importText(mapId, text, { on_duplicate: 'overwrite' }), { added: 0, updated: 0 });
      t.same((await stylesOf(mapId))[0], ['A', 'Kind', 'navy'], 'and stay');
    },
  );
}

t.test('an explicit colour in the file counts', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, 'name,lat,lng,category,color\nA,1,2,Kind,navy\n');
  await bench.importText(mapId, 'name,lat,lng,category,color\nA,1,2,Kind,teal\n', {
    on_duplicate: 'overwrite',
  });
  t.same(await stylesOf(mapId), [['A', 'Kind', 'teal']]);
});
