import t from 'tap';
import { sharedImportBench } from '../../support/import.js';

/* default_radius is for circles without a radius, and never takes the radius away that a circle was given. */

const bench = await sharedImportBench(t);
const { sql } = bench;
const radiiOf = async (mapId: number) =>
  Object.fromEntries(
    (await sql`SELECT name, type, radius FROM markers WHERE map_id = ${mapId}`).map(
      ({ name, type, radius }) => [name, type === 'circle' ? radius : type],
    ),
  );
const CIRCLES = { on_duplicate: 'overwrite', marker_type: 'circle', default_radius: 7 } as const;

for (const repeats of [false, true]) {
  t.test(
    `radii that circles have stay, ${repeats ? 'rows that repeat each other' : 'row by row'}`,
    async (t) => {
      const mapId = await bench.createMap();
      await bench.importText(
        mapId,
        'name,lat,lng,radius,Marker Type\nA,1,2,9,circle\nB,1,3,,pin\nC,1,4,3,circle\n',
      );
      const rows = 'A,1,2,,n\nB,1,3,,n\nC,1,4,4,n\nD,1,5,,n\n';
      const text = `name,lat,lng,radius,Note\n${repeats ? rows + rows : rows}`;
      t.match(await bench.importText(mapId, text, CIRCLES), { added: 1, updated: 3 });
      t.same(await radiiOf(mapId), { A: 9, B: 7, C: 4, D: 7 });
      t.match(await bench.importText(mapId, text, CIRCLES), { added: 0, updated: 0 });
      t.same(await radiiOf(mapId), { A: 9, B: 7, C: 4, D: 7 });
    },
  );
}

t.test('a row of the same file that says a radius counts before one that says none', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, 'name,lat,lng,radius\nA,1,2,9\nA,1,2,\n', CIRCLES);
  t.same(await radiiOf(mapId), { A: 9 });
});

t.test('a circle becomes a pin without a radius', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, 'name,lat,lng,radius\nA,1,2,9\n', CIRCLES);
  await bench.importText(mapId, 'name,lat,lng\nA,1,2\n', { on_duplicate: 'overwrite' });
  const markers = await sql`SELECT type, radius FROM markers WHERE map_id = ${mapId}`;
  t.same(markers, [{ type: 'pin', radius: null }]);
});
