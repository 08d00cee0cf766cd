import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { type Client, finished, importCsv, startTestApp } from '../support/app.js';
import { deleteMarkers, updateMarkers } from '../support/change-markers.js';

const service = await startTestApp(t);
const OPTIONS = { email: 'nearby@example.com', quotaMarkers: 100_000 };
let accounts = 0;
/** Each test has an account of its own, as results are of all its maps. */
const newAccount = async (): Promise<{ call: Client; email: string }> => {
  const email = `owner${++accounts}@example.com`;
  return { call: await service.client({ ...OPTIONS, email }), email };
};
const newMap = async (call: Client, name = 'M'): Promise<number> =>
  (await call('POST', '/maps', { name })).body.id;
const newPin = async (call: Client, map: number, body: object): Promise<number> => {
  const { status, body: marker } = await call('POST', `/maps/${map}/markers`, body);
  t.equal(status, 201);
  return marker.id;
};
interface Result {
  id: number;
  map: number;
  title: string;
  distanceKm: number;
  distanceMi: number;
}
const near = async (call: Client, query: string): Promise<Result[]> => {
  const { status, body } = await call('GET', `/nearby?${query}`);
  t.equal(status, 200, JSON.stringify(body));
  return body.results;
};
const idsNear = async (call: Client, query: string): Promise<number[]> =>
  (await near(call, query)).map(({ id }) => id);

t.test('pins of all maps come nearest first, with everything there is to see', async (t) => {
  const { call } = await newAccount();
  const first = await newMap(call, 'Erste Karte ✓');
  const second = await newMap(call, 'Second');
  const berlin = await newPin(call, first, {
    name: 'Größe 🗺',
    lat: 52.52,
    lng: 13.405,
    category: 'Shops',
    address: { street: 'Main St 1', city: 'Köln' },
  });
  const potsdam = await newPin(call, second, { name: 'P', lat: 52.4, lng: 13.06 });
  const circle = await newPin(call, second, { name: 'C', lat: 0, lng: 0, type: 'circle', radius: 3 });
  const results = await near(call, 'lat=52.52&lng=13.405');
  t.match(results[0], { distanceKm: 0, distanceMi: 0 });
  t.same(
    results.map(({ id, map }) => [id, map]),
    [
      [berlin, first],
      [potsdam, second],
      [circle, second],
    ],
  );
  t.same(results[0], {
    id: berlin,
    map: first,
    mapName: 'Erste Karte ✓',
    title: 'Größe 🗺',
    lat: 52.52,
    lng: 13.405,
    distanceMi: 0,
    distanceKm: 0,
    type: 'pin',
    category: 'Shops',
    color: 'red',
    address: { street: 'Main St 1', city: 'Köln' },
  });
  t.match(results[1], { mapName: 'Second', category: null, color: null, address: {} });
  t.equal(results[1]!.distanceKm.toFixed(1), '26.9');
  t.equal((results[1]!.distanceKm / results[1]!.distanceMi).toFixed(6), '1.609344');
  t.match(results[2], { type: 'circle' });
});

t.test('n is 5 by default and 25 at most; radius is in miles unless units says otherwise', async (t) => {
  const { call } = await newAccount();
  const map = await newMap(call);
  const ids: number[] = [];
  for (let i = 0; i < 27; i++) ids.push(await newPin(call, map, { name: `${i}`, lat: 0, lng: i / 10 }));
  t.same(await idsNear(call, 'lat=0&lng=0'), ids.slice(0, 5));
  t.same(await idsNear(call, 'lat=0&lng=0&n=1'), ids.slice(0, 1));
  t.same(await idsNear(call, 'lat=0&lng=0&n=1000'), ids.slice(0, 25));
  // A tenth of a degree is 11.12 km or 6.91 miles.
  t.same(await idsNear(call, 'lat=0&lng=0&radius=14'), ids.slice(0, 3));
  t.same(await idsNear(call, 'lat=0&lng=0&radius=14&units=mi'), ids.slice(0, 3));
  t.same(await idsNear(call, 'lat=0&lng=0&radius=14&units=km'), ids.slice(0, 2));
  t.same(await idsNear(call, 'lat=0&lng=0&radius=0'), ids.slice(0, 1));
  t.same(await idsNear(call, 'lat=10&lng=0&radius=1'), []);
});

t.test('what cannot be understood is 400', async (t) => {
  const { call } = await newAccount();
  for (const query of [
    '',
    'lat=1',
    'lng=1',
    'lat=91&lng=1',
    'lat=1&lng=181',
    'lat=a&lng=1',
    'lat=1&lng=1&n=0',
    'lat=1&lng=1&n=-1',
    'lat=1&lng=1&n=1.5',
    'lat=1&lng=1&radius=-1',
    'lat=1&lng=1&radius=x',
    'lat=1&lng=1&units=yards',
    'lat=1&lng=1&maps=',
    'lat=1&lng=1&maps=a',
    'lat=1&lng=1&maps=1,',
    'lat=1&lng=1&maps=0',
    'lat=1&lng=1&maps=1;2',
    'lat=1&lng=1&maps=9007199254740993',
  ]) {
    const { status, body } = await call('GET', `/nearby?${query}`);
    t.same([status, body.error?.code], [400, 'BAD_REQUEST'], query);
  }
});

t.test('maps chooses among the readable ones; one that is not is 404', async (t) => {
  const { call } = await newAccount();
  const other = await newAccount();
  const [a, b] = [await newMap(call), await newMap(call)];
  const foreign = await newMap(other.call);
  const inA = await newPin(call, a, { name: 'A', lat: 1, lng: 1 });
  const inB = await newPin(call, b, { name: 'B', lat: 1, lng: 1 });
  t.same(await idsNear(call, 'lat=1&lng=1'), [inA, inB]);
  t.same(await idsNear(call, `lat=1&lng=1&maps=${b}`), [inB]);
  t.same(await idsNear(call, `lat=1&lng=1&maps=${b},${a},${b}`), [inA, inB]);
  for (const maps of [`${foreign}`, `${a},${foreign}`, '999999999', `${a},999999999`]) {
    const { status, body } = await call('GET', `/nearby?lat=1&lng=1&maps=${maps}`);
    t.same([status, body.error.code], [404, 'NOT_FOUND'], maps);
  }
  await call('POST', `/maps/${a}/archive`);
  t.same(await idsNear(call, `lat=1&lng=1&maps=${a}`), [], 'archived: readable, and contributes nothing');
  await call('DELETE', `/maps/${a}`);
  t.equal((await call('GET', `/nearby?lat=1&lng=1&maps=${a}`)).status, 404);
});

t.test('every write is seen by the next search', async (t) => {
  const { call, email } = await newAccount();
  const other = await newAccount();
  const map = await newMap(call, 'Old');
  const search = () => idsNear(call, 'lat=1&lng=1');
  t.same(await search(), []);
  const id = await newPin(call, map, { name: 'A', lat: 1, lng: 1 });
  t.same(await search(), [id]);
  const far = await newPin(call, map, { name: 'B', lat: 2, lng: 2 });
  await call('PATCH', `/maps/${map}/markers/${id}`, { lat: 40, lng: 40 });
  t.same(await search(), [far, id]);
  await call('PATCH', `/maps/${map}/markers/${id}`, { name: 'New name', category: 'X' });
  t.match((await near(call, 'lat=1&lng=1'))[1], { title: 'New name', category: 'X' });
  await call('PATCH', `/maps/${map}`, { name: 'New' });
  t.match((await near(call, 'lat=1&lng=1'))[1], { mapName: 'New' });
  await call('DELETE', `/maps/${map}/markers/${far}`);
  t.same(await search(), [id]);
  await call('POST', `/maps/${map}/archive`);
  t.same(await search(), []);
  await call('POST', `/maps/${map}/restore`);
  t.same(await search(), [id]);
  await call('DELETE', `/maps/${map}`);
  t.same(await search(), []);
  await call('POST', `/maps/${map}/restore`);
  t.same(await search(), [id]);

  const theirs = () => idsNear(other.call, 'lat=1&lng=1');
  t.same(await theirs(), []);
  const share = await call('POST', `/maps/${map}/shares`, { email: other.email, access_level: 'viewer' });
  t.same(await theirs(), [id]);
  t.same(await idsNear((await newAccount()).call, 'lat=1&lng=1'), [], 'it is shared with nobody else');
  await call('POST', `/maps/${map}/archive`);
  t.same(await theirs(), []);
  await call('POST', `/maps/${map}/restore`);
  t.same(await theirs(), [id]);
  await call('DELETE', `/maps/${map}`);
  t.same(await theirs(), []);
  await call('POST', `/maps/${map}/restore`);
  t.same(await theirs(), [id], 'it is shared still');
  t.same(await idsNear(other.call, `lat=1&lng=1&maps=${map}`), [id]);
  await call('DELETE', `/maps/${map}/shares/${share.body.id}`);
  t.same(await theirs(), []);
  await call('POST', `/maps/${map}/transfer`, { new_owner_email: other.email });
  t.same([await search(), await theirs()], [[], [id]]);
  await other.call('POST', `/maps/${map}/transfer`, { new_owner_email: email });
  t.same([await search(), await theirs()], [[id], []]);

  const clone = (await call('POST', `/maps/${map}/clone`, { name: 'Copy' })).body.id;
  t.equal((await search()).length, 2);
  await call('DELETE', `/maps/${clone}/markers/bulk`, { confirm: true, all: true });
  t.same(await search(), [id]);
});

t.test('an import is found when it is done, and a bulk delete at once', async (t) => {
  const { call } = await newAccount();
  const map = await newMap(call);
  const keep = await newPin(call, map, { name: 'K', lat: 80, lng: 0, category: 'Keep' });
  t.same(await idsNear(call, 'lat=0&lng=0'), [keep]);
  const some = Array.from({ length: 300 }, (_, i) => ({ name: `s${i}`, lat: 0, lng: i / 100 }));
  const answer = await call('POST', `/maps/${map}/markers/bulk`, { markers: some });
  t.match(answer, { status: 200, body: { added: 300 } });
  t.same(
    (await near(call, 'lat=0&lng=0&n=3')).map(({ title }) => title),
    ['s0', 's1', 's2'],
    'answered when it was done',
  );
  const rows = Array.from({ length: 20_000 }, (_, i) => `c${i},${(i % 100) / 10},${90 + i / 1000},C${i % 2}`);
  const csv = `name,lat,lng,category\n${rows.join('\n')}\n`;
  t.match(await importCsv(call, map, csv), { status: 'completed', added: 20_000 });
  const begin = performance.now();
  while ((await near(call, 'lat=0&lng=90&n=1'))[0]!.title !== 'c0') {
    t.ok(performance.now() - begin < 30_000);
    await delay(20);
  }
  await call('DELETE', `/maps/${map}/markers/bulk`, { confirm: true, categories: ['C0'] });
  t.same(
    (await near(call, 'lat=0&lng=90&n=1')).map(({ title }) => title),
    ['c1'],
  );
  await call('DELETE', `/maps/${map}/markers/bulk`, { confirm: true, categories: ['C1'] });
  t.same(
    (await near(call, 'lat=0&lng=90&n=25&radius=11000&units=km')).length,
    25,
    'those of the small batch',
  );
  await call('DELETE', `/maps/${map}/markers/bulk`, { confirm: true, all: true });
  t.same(await idsNear(call, 'lat=0&lng=0'), []);
});

t.test('expired markers are left out, whether they came so or become so', async (t) => {
  const { call } = await newAccount();
  const map = await newMap(call);
  await call(
    'POST',
    `/maps/${map}/markers/bulk`,
    'name,lat,lng,expire\nA,1,1,2001-01-01\nB,1,2,2999-01-01\n',
    {
      'content-type': 'text/csv',
    },
  ).then(({ body }) => finished(call, body));
  const titles = async () => (await near(call, 'lat=1&lng=1')).map(({ title }) => title);
  while ((await titles()).length === 0) await delay(20);
  t.same(await titles(), ['B']);
  const { sql } = service.app;
  await updateMarkers(sql, map, sql`expires_at = now() - interval '1 hour'`, sql`name = 'B'`);
  // Another process wrote it, as far as this one knows.
  while ((await titles()).length > 0) await delay(20);
  t.same(await titles(), []);
});

t.test('writes that this process does not hear of are seen all the same', async (t) => {
  const { call } = await newAccount();
  const map = await newMap(call);
  const id = await newPin(call, map, { name: 'A', lat: 1, lng: 1 });
  t.same(await idsNear(call, 'lat=1&lng=1'), [id]);
  const { sql } = service.app;
  await updateMarkers(sql, map, sql`name = 'Z'`);
  while ((await near(call, 'lat=1&lng=1'))[0]!.title !== 'Z') await delay(20);
  await deleteMarkers(sql, map);
  while ((await idsNear(call, 'lat=1&lng=1')).length > 0) await delay(20);
  t.same(await idsNear(call, 'lat=1&lng=1'), []);
});
