import t from 'tap';
import { readFields } from '../../../src/store/fields.js';
import { sharedImportBench } from '../../support/import.js';

/* Only rows that become markers define custom fields, and say of what type they are. */

const bench = await sharedImportBench(t);
const fieldsOf = async (mapId: number) =>
  (await readFields(bench.sql, mapId)).map(({ name, type }) => [name, type]);

t.test('an upload of which nothing was imported defines nothing', async (t) => {
  const mapId = await bench.createMap();
  const rejected = 'name,lat,lng,One,Two\n,1,2,a,b\nB,x,3,a,b\nC,,,a,b\n';
  t.match(await bench.importText(mapId, rejected), { added: 0, error_count: 3 });
  t.same(await fieldsOf(mapId), []);
  const json = [{ name: 'A', lat: 1, lng: 2, custom_fields: { One: 'a', Two: 5 } }];
  await bench.importText(mapId, JSON.stringify({ markers: json }), { format: 'json' });
  t.same(await fieldsOf(mapId), []);
});

t.test('rejected and skipped rows widen no type', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, 'name,lat,lng\nOld,1,2\n');
  const rows = 'A,1,3,5,\n,1,4,many,x\nB,x,4,many,x\nOld,1,2,many,x\nA,1,3,many,x\nC,1,6,7,\n';
  t.match(await bench.importText(mapId, `name,lat,lng,Count,Extra\n${rows}`), {
    added: 2,
    skipped: 2,
    error_count: 2,
  });
  t.same(await fieldsOf(mapId), [['Count', 'number']]);
});

t.test('an uploaded file that is skipped as a whole defines nothing', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, 'name,lat,lng\nA,1,2\nB,1,3\n');
  t.match(await bench.importText(mapId, 'name,lat,lng,New\nA,1,2,x\nB,1,3,y\n'), { skipped: 2 });
  t.same(await fieldsOf(mapId), []);
});

t.test('a type that only a skipped row of the first block has is learned from a later one', async (t) => {
  const mapId = await bench.createMap();
  const long = 'x'.repeat(20_000);
  const filler = Array.from({ length: 80 }, (_, i) => `F${i},${i},1,1,${long}\n`).join('');
  const text = `name,lat,lng,Count,Note\nA,1,3,5,\nA,1,3,many,\n${filler}Z,80,9,text,\n`;
  await bench.importText(mapId, text);
  t.same(await fieldsOf(mapId), [
    ['Count', 'text'],
    ['Note', 'text'],
  ]);
});
