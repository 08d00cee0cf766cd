import t from 'tap';
import { sharedImportBench } from '../../support/import.js';

/* default_country is for rows without a country, and never takes the country away that a marker was given. */

const bench = await sharedImportBench(t);
const { sql } = bench;
const countriesOf = async (mapId: number) =>
  Object.fromEntries(
    (await sql`SELECT name, country FROM markers WHERE map_id = ${mapId}`).map(({ name, country }) => [
      name,
      country,
    ]),
  );

for (const repeats of [false, true]) {
  t.test(
    `countries that markers have stay, ${repeats ? 'rows that repeat each other' : 'row by row'}`,
    async (t) => {
      const mapId = await bench.createMap();
      await bench.importText(
        mapId,
        'name,lat,lng,city,country\nA,52.5,13.4,,Germany\nB,1,3,,\nC,1,4,,Gabon\nD,,,Paris,Frankreich\n',
      );
      const rows = 'A,52.5,13.4,,,n\nB,1,3,,,n\nC,1,4,,Kongo,n\nD,,,Paris,,n\n';
      const text = `name,lat,lng,city,country,Note\n${repeats ? rows + rows : rows}`;
      const options = { on_duplicate: 'overwrite', default_country: 'FR' } as const;
      t.match(await bench.importText(mapId, text, options), { added: 0, updated: 4 });
      t.same(await countriesOf(mapId), { A: 'Germany', B: 'FR', C: 'Kongo', D: 'Frankreich' });
      t.match(await bench.importText(mapId, text, options), { added: 0, updated: 0 });
      t.same(await countriesOf(mapId), { A: 'Germany', B: 'FR', C: 'Kongo', D: 'Frankreich' });
    },
  );
}

t.test('a row of the same file that names a country counts before one that names none', async (t) => {
  const mapId = await bench.createMap();
  const text = 'name,lat,lng,country\nA,52.5,13.4,Germany\nA,52.5,13.4,\n';
  await bench.importText(mapId, text, { on_duplicate: 'overwrite', default_country: 'FR' });
  t.same(await countriesOf(mapId), { A: 'Germany' });
});
