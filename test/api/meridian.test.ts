import t from 'tap';
import { asOwner, importCsv, sharedTestApp } from '../support/app.js';

/* Longitudes 180 and -180 are one meridian, also where duplicates are looked for. */

const { call, newMap } = await asOwner(await sharedTestApp(t));

async function importRows(map: number, rows: string[], onDuplicate: string) {
  const { status, added, updated, skipped, error_count, errors } = await importCsv(
    call,
    map,
    `name,lat,lng,city\n${rows.join('\n')}\n`,
    `?on_duplicate=${onDuplicate}`,
  );
  const codes = errors.map(({ code }) => code);
  return { status, added, updated, skipped, error_count, codes };
}

const none = { status: 'completed', added: 0, updated: 0, skipped: 0, error_count: 0, codes: [] };
/** Written in two ways each, and what is rounded to 6 decimals. */
const PAIRS = [
  ['180', '-180'],
  ['-179.9999999', '180'],
] as const;

for (const [one, other] of PAIRS) {
  t.test(`${one} on the map and ${other} in the upload`, async (t) => {
    const map = await newMap();
    await call('POST', `/maps/${map}/markers`, { name: 'A', lat: 10, lng: Number(one) });
    await importRows(map, [`B,10,${one},`], 'skip');
    const rows = [`A,10,${other},x`, `B,10,${other},y`];
    t.same(await importRows(map, rows, 'skip'), { ...none, skipped: 2 });
    t.same(await importRows(map, rows, 'error'), {
      ...none,
      error_count: 2,
      codes: ['duplicate', 'duplicate'],
    });
    t.same(await importRows(map, rows, 'overwrite'), { ...none, updated: 2 });
    const { body } = await call('GET', `/maps/${map}/markers`);
    t.match(
      body.data.map((marker: { name: string; lng: number; address: object }) => [
        marker.name,
        marker.lng,
        marker.address,
      ]),
      [
        ['A', Number(one), { city: 'x' }],
        ['B', Number(one), { city: 'y' }],
      ],
      'they are the same markers, where they were',
    );
  });

  t.test(`${one} and ${other} in one upload`, async (t) => {
    const rows = [`A,10,${one},x`, `A,10,${other},y`, `A,10.5,${other},`, `A,10,179.9,`];
    t.same(await importRows(await newMap(), rows, 'skip'), { ...none, added: 3, skipped: 1 });
    t.same(await importRows(await newMap(), rows, 'error'), {
      ...none,
      added: 3,
      error_count: 1,
      codes: ['duplicate'],
    });
    t.same(await importRows(await newMap(), rows, 'overwrite'), { ...none, added: 3, updated: 1 });
    const map = await newMap();
    await importRows(map, ['Z,0,0,'], 'skip');
    t.same(await importRows(map, rows, 'skip'), { ...none, added: 3, skipped: 1 }, 'beside other markers');
  });
}

t.test('a dry run says the same', async (t) => {
  const map = await newMap();
  await importRows(map, ['A,10,180,'], 'skip');
  const { body } = await call(
    'POST',
    `/maps/${map}/markers/bulk?dry_run=true`,
    'name,lat,lng\nA,10,-180\nB,10,180\nB,10,-180\n',
    { 'content-type': 'text/csv' },
  );
  t.match(body, { counts: { added: 1, skipped: 2 } });
});
