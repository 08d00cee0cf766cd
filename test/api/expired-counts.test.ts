import t from 'tap';
import { settleExpired } from '../../src/store/maps.js';
import { asOwner, importCsv, sharedTestApp } from '../support/app.js';

const { service, call } = await asOwner(await sharedTestApp(t));

t.test('rows that have expired already are imported, and never counted', async (t) => {
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  const upload = (text: string, query = '') => importCsv(call, map.id, text, query);
  const rows = (from: number, to: number, expire: string) =>
    Array.from({ length: to - from }, (_, i) => `P${from + i},1,${from + i},${expire}\n`).join('');
  const count = async () => (await call('GET', `/maps/${map.id}`)).body.marker_count;
  const there = async () => (await service.app.sql`SELECT FROM markers WHERE map_id = ${map.id}`).length;

  const first = `name,lat,lng,expire\n${rows(0, 10, '2001-02-03')}${rows(10, 15, '2099-01-01')}`;
  const { body: dryRun } = await call('POST', `/maps/${map.id}/markers/bulk?dry_run=true`, first, {
    'content-type': 'text/csv',
  });
  const told =
    '10 rows have an expire date that has passed: the markers that they make are in no list, search or picture.';
  t.equal(dryRun.notes.at(-1), told);
  t.equal((await upload(first)).notes.at(-1), told);
  t.equal(await count(), 5);
  await settleExpired(service.app.sql, map.id);
  t.equal(await count(), 5, 'settled');
  await upload(`name,lat,lng,expire\n${rows(20, 30, '2001-02-03')}${rows(30, 35, '2099-01-01')}`);
  t.same([await count(), await there()], [10, 30], 'more of them');
  await upload(`name,lat,lng,expire\n${rows(0, 30, '2099-01-01')}`);
  t.same([await count(), await there()], [35, 35], 'those that come back live');
  await upload(`name,lat,lng,expire\n${rows(0, 35, '2002-01-01')}`, '?on_duplicate=overwrite');
  t.same([await count(), await there()], [0, 35], 'all overwritten with a date that has passed');
});
