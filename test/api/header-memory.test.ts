import t from 'tap';
import type { Writer } from '../../src/store/authorize.js';
import { recallMapping, rememberMapping } from '../../src/store/header-memory.js';
import { asOwner, CSV, finished, sharedTestApp } from '../support/app.js';

const { service, call } = await asOwner(await sharedTestApp(t));

async function upload(client: typeof call, text: string, meta: object | null, query = '') {
  const { body: map } = await client('POST', '/maps', { name: 'M' });
  const form = new FormData();
  if (meta) form.append('meta', JSON.stringify(meta));
  form.append('file', new Blob([text]), 'a.csv');
  const path = `/maps/${map.id}/markers/bulk${query}`;
  const { status, body } = await (meta ? client('POST', path, form) : client('POST', path, text, CSV));
  t.equal(status, 202);
  const { mapping } = await finished(client, body);
  return mapping.map(({ field, how }) => `${field ?? '-'} ${how}`);
}

t.test('a column that is to be a custom field is one, and is remembered as one', async (t) => {
  const header = 'Zt1,lat,lng,category,Zt5\n';
  const text = `${header}A,1,2,x,Open\nB,1,x,y,Shut\n`;
  const column_mapping = { name: 'Zt1', 'field:category': 'category', category: 'Zt5' };
  const read = ['name explicit', 'lat exact', 'lng exact', '- custom', 'category explicit'];
  t.same(await upload(call, text, { column_mapping, remember: true }), read);
  t.same(await upload(call, text, null), [
    'name memory',
    'lat exact',
    'lng exact',
    '- custom',
    'category memory',
  ]);
  const { data: maps } = (await call('GET', '/maps?page_size=100')).body;
  const markers = await Promise.all(maps.map(({ id }: { id: number }) => call('GET', `/maps/${id}/markers`)));
  for (const { body } of markers)
    t.match(body.data, [{ name: 'A', category: 'Open', custom_fields: { category: 'x' } }]);
  const [job] = (await call('GET', '/jobs')).body.data;
  const retried = await call('POST', `/jobs/${job.job_id}/retry`, {
    column_mapping: { lng: 'lat', lat: 'lng' },
  });
  t.equal(retried.status, 202);
  await finished(call, retried.body);
});

t.test('a confirmed mapping is used again for the same header row', async (t) => {
  const meta = { column_mapping: { name: 'Zq1', lat: 'Zq2', lng: 2 }, ignore: ['Zq4'], remember: true };
  await upload(call, 'Zq1,Zq2,Zq3,Zq4,city\nA,1,2,x,C\n', meta);
  const remembered = ['name memory', 'lat memory', 'lng memory', '- ignored', 'city exact'];
  t.same(await upload(call, 'zq1,ZQ2, Zq3 ,Zq4,City\nB,1,2,x,C\n', null), remembered);
  t.same(
    await upload(call, 'Zq1,Zq2,Zq3,Zq4,city,error\nB,1,2,x,C,because\n', null),
    [...remembered, '- ignored'],
    'a file of rejected rows has it too',
  );
  t.same(
    await upload(call, 'Zq1,Zq2,Zq3,Zq4,city\nB,1,2,x,C\n', {
      column_mapping: { lat: 'Zq3' },
      ignore: ['zq1'],
    }),
    ['- ignored', '- custom', 'lat explicit', '- ignored', 'city exact'],
    'explicit mapping and ignore win',
  );
});

t.test('it is not used with auto_map=false, for other headers, or by other accounts', async (t) => {
  const meta = { column_mapping: { name: 'Zr1', lat: 'Zr2', lng: 'Zr3' }, remember: true };
  await upload(call, 'Zr1,Zr2,Zr3\nA,1,2\n', meta);
  const fields = async (client: typeof call, text: string, query = '') =>
    (await upload(client, text, null, query)).filter((column) => column.endsWith('memory')).length;
  t.equal(await fields(call, 'Zr1,Zr2,Zr3\nB,1,2\n'), 3);
  t.equal(await fields(call, 'Zr1,Zr2,Zr3\nB,1,2\n', '?auto_map=false'), 0);
  t.equal(await fields(call, 'Zr2,Zr1,Zr3\nB,1,2\n'), 0);
  const stranger = await service.client({ email: 'stranger@example.com' });
  t.equal(await fields(stranger, 'Zr1,Zr2,Zr3\nB,1,2\n'), 0);
});

t.test(
  'an import that is refused, or was not asked to, keeps nothing; a later one replaces it',
  async (t) => {
    const header = 'Zs1,lat,lng\nA,1,2\n';
    await upload(call, header, { column_mapping: { name: 'Zs1' } });
    t.equal((await upload(call, header, null))[0]!.includes('memory'), false);
    const limited = await service.client({ quotaBulk: 0 });
    const { body: map } = await call('POST', '/maps', { name: 'M' });
    const form = new FormData();
    form.append('meta', JSON.stringify({ column_mapping: { name: 'Zs1' }, remember: true }));
    form.append('file', new Blob([header]), 'a.csv');
    t.equal((await limited('POST', `/maps/${map.id}/markers/bulk`, form)).status, 429);
    t.equal((await upload(call, header, null))[0]!.includes('memory'), false);
    await upload(call, header, { column_mapping: { city: 'Zs1' }, remember: true });
    t.equal((await upload(call, header, null, '?remember=true'))[0], 'city memory');
    await upload(call, header, { column_mapping: { name: 'Zs1' }, remember: true });
    t.equal((await upload(call, header, null))[0], 'name memory');
  },
);

t.test('of an account the newest mappings are kept', async (t) => {
  const { sql } = service.app;
  const [stranger] = await sql<[Writer]>`
    SELECT k.id AS "keyId", a.id AS "accountId" FROM accounts a JOIN api_keys k ON k.account_id = a.id
    WHERE a.email = 'stranger@example.com' LIMIT 1`;
  for (const header of ['a', 'b', 'a', 'c']) await rememberMapping(sql, stranger, header, [header], 2);
  t.same(await recallMapping(sql, stranger.accountId, 'a'), ['a']);
  t.same(await recallMapping(sql, stranger.accountId, 'b'), null);
  t.same(await recallMapping(sql, stranger.accountId, 'c'), ['c']);
});
