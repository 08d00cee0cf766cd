import { createHash } from 'node:crypto';
import t from 'tap';
import { asOwner, importCsv, sharedTestApp } from '../support/app.js';

const { service, call } = await asOwner(await sharedTestApp(t));

async function newMap() {
  const { id } = (await call('POST', '/maps', { name: 'M' })).body;
  const path = `/maps/${id}/fields`;
  return {
    path,
    mark: async (custom_fields: object) =>
      (await call('POST', `/maps/${id}/markers`, { name: 'm', lat: 1, lng: 2, custom_fields })).body,
    load: (csv: string) => importCsv(call, id, csv),
    markers: `/maps/${id}/markers`,
    fields: async (): Promise<{ id: number; name: string; type: string; ordering: number }[]> =>
      (await call('GET', path)).body.fields,
  };
}
const brief = (fields: { name: string; type: string }[]) => fields.map(({ name, type }) => [name, type]);

t.test(
  'fields are told in the order in which markers brought them, with the type of their values',
  async (t) => {
    const map = await newMap();
    t.same(await call('GET', map.path).then(({ status, body }) => [status, body]), [200, { fields: [] }]);
    await map.mark({ Price: '$1,200.50', Site: 'https://example.com' });
    await map.mark({ Site: 'none', Note: 'some text', Opened: '2026-01-31' });
    const fields = await map.fields();
    t.same(
      fields.map(({ name, type, ordering }) => [name, type, ordering]),
      [
        ['Price', 'currency', 0],
        ['Site', 'url', 1],
        ['Note', 'text', 2],
        ['Opened', 'date', 3],
      ],
    );
    for (const field of fields) {
      t.same(Object.keys(field), ['id', 'name', 'type', 'ordering']);
      t.ok(Number.isSafeInteger(field.id) && field.id > 0);
    }
    t.equal(new Set(fields.map(({ id }) => id)).size, 4);
  },
);

t.test('an import defines its fields by all their values, and keeps the types that are there', async (t) => {
  const map = await newMap();
  await map.mark({ Code: '7' });
  const job = await map.load(
    'name,lat,lng,Code,Kennung,Fee,Since,Link,Mixed\n' +
      'a,1,1,x,01234,"1.200,50 €",31.12.2026,https://example.com/a,1\n' +
      'b,1,2,y,10001,12 €,1.2.2027,http://example.com,zwei\n',
  );
  t.match(job, { status: 'completed', error_count: 0 });
  t.same(brief(await map.fields()), [
    ['Code', 'number'],
    ['Kennung', 'text'],
    ['Fee', 'currency'],
    ['Since', 'date'],
    ['Link', 'url'],
    ['Mixed', 'text'],
  ]);
});

t.test('definitions outlive their markers', async (t) => {
  const map = await newMap();
  const marker = await map.mark({ Phone: '555' });
  const fields = await map.fields();
  await call('PATCH', `${map.markers}/${marker.id}`, { custom_fields: { Phone: null } });
  t.same(await map.fields(), fields);
  await call('DELETE', `${map.markers}/${marker.id}`);
  t.same(await map.fields(), fields);
  t.equal(fields.length, 1);
});

t.test('field names are any text: odd ones, one apart from another, and very long ones', async (t) => {
  const map = await newMap();
  // Digests, as what can be compressed would fit an index as it is.
  const long = Array.from({ length: 400 }, (_, i) => createHash('sha256').update(`${i}`).digest('hex')).join(
    '',
  );
  const names = [
    '__proto__',
    'constructor',
    'x',
    'X',
    '🍕',
    '"\\',
    '{a,b}',
    "'; --",
    ' ',
    '',
    `${long}1`,
    `${long}2`,
  ];
  await map.mark(Object.fromEntries(names.map((name) => [name, '1'])));
  t.same(
    (await map.fields()).map(({ name }) => name),
    names,
  );
  await map.mark(Object.fromEntries(names.map((name) => [name, '2'])));
  t.equal((await map.fields()).length, names.length);
});

t.test('parallel markers with one new field define it once', async (t) => {
  const map = await newMap();
  await Promise.all(Array.from({ length: 20 }, (_, i) => map.mark({ same: '1', [`own ${i % 4}`]: '1' })));
  const fields = await map.fields();
  t.equal(fields.length, 5);
  t.same(
    fields.map(({ ordering }) => ordering),
    [0, 1, 2, 3, 4],
  );
});

t.test('fields are read-only, and only of one’s own maps', async (t) => {
  const map = await newMap();
  const other = await service.client({ email: 'other@example.com' });
  const readOnly = await service.client({ scope: 'read_only' });
  t.equal((await readOnly('GET', map.path)).status, 200);
  t.equal((await other('GET', map.path)).status, 404);
  t.equal((await call('GET', '/maps/999999/fields')).status, 404);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const { status, body } = await call(method, map.path, method === 'DELETE' ? undefined : {});
    t.same([status, body.error.code], [404, 'NOT_FOUND'], method);
  }
});

t.test('fields that no marker has can be removed, and make room', async (t) => {
  const map = await newMap();
  const marker = await map.mark({ 'Odd "name"\n': 'x', Kept: 'y', Gone: 'z' });
  await map.mark({ Kept: 'y' });
  t.same((await call('DELETE', `${map.path}/unused`)).body, { deleted: 0 }, 'all are used');
  await call('PATCH', `${map.markers}/${marker.id}`, { custom_fields: { Gone: null } });
  t.same((await call('DELETE', `${map.path}/unused`)).body, { deleted: 1 });
  t.same(
    (await map.fields()).map(({ name }) => name),
    ['Odd "name"\n', 'Kept'],
  );
  await map.mark({ Gone: '5' });
  t.same(brief(await map.fields()).at(-1), ['Gone', 'number'], 'defined anew, by its new values');
  const { path } = await newMap();
  t.same((await call('DELETE', `${path}/unused`)).body, { deleted: 0 }, 'of an empty map');
});

t.test('what a full map had no room for is defined when its unused fields are removed', async (t) => {
  const map = await newMap();
  const names = Array.from({ length: 1000 }, (_, i) => `f${i}`);
  const of = (values: string[]) => [...values, ...Array(1002 - values.length).fill('')].join();
  await map.load(
    `name,lat,lng,${names.join()},late,later\n` +
      `full,1,1,${of(names)}\n` +
      `rest,2,2,${of(['', 'x', ...Array(998).fill(''), '1', '2'])}\n`,
  );
  t.equal((await map.fields()).length, 1000);
  const [full] = (await call('GET', map.markers)).body.data;
  await call('DELETE', `${map.markers}/${full.id}`);
  t.same((await call('DELETE', `${map.path}/unused`)).body, { deleted: 999 });
  t.same(
    (await map.fields()).map(({ name }) => name),
    ['f1', 'late', 'later'],
  );
  const { body } = await call('GET', `${map.markers}.csv`);
  // Names of the imports of the last day stand there, too, whatever has become of their rows.
  const [header, row] = String(body)
    .split('\r\n')
    .map((line) => line.split(','));
  t.same(
    ['f1', 'late', 'later'].map((name) => row![header!.indexOf(name)]),
    ['x', '1', '2'],
  );
  t.same((await call('DELETE', `${map.path}/unused`)).body, { deleted: 0 });
});

t.test('a removal, which looks at all markers, takes a turn of slow changes', async (t) => {
  const { changes } = service.app.work.queues;
  const [{ account_id }] = (await service.app.sql`SELECT account_id FROM maps LIMIT 1`) as [
    { account_id: number },
  ];
  const caller = { accountId: account_id, signal: new AbortController().signal };
  const map = await newMap();
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = changes.run(caller, () => released);
  const removal = call('DELETE', `${map.path}/unused`);
  while (changes.waiting === 0) await new Promise(setImmediate);
  t.equal((await call('GET', map.path)).status, 200);
  release();
  t.same((await removal).body, { deleted: 0 });
  await held;
});
