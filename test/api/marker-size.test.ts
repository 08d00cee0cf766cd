import t from 'tap';
import { startTestApp } from '../support/app.js';

const service = await startTestApp(t);
const call = await service.client();

t.test('patches cannot make a marker longer than 8 MiB, and it stays as it was', async (t) => {
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  const { body: marker } = await call('POST', `/maps/${map.id}/markers`, { name: 'A', lat: 1, lng: 2 });
  const path = `/maps/${map.id}/markers/${marker.id}`;
  const fields = (from: number) =>
    Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${from + i}`, 'x'.repeat(32_000)]));
  for (let i = 0; i < 8; i++)
    t.equal((await call('PATCH', path, { custom_fields: fields(30 * i) })).status, 200);
  const refused = await call('PATCH', path, { custom_fields: fields(240) });
  t.match(refused, {
    status: 400,
    body: { error: { code: 'BAD_REQUEST', message: /at most 8388608 bytes/ } },
  });
  t.equal(Object.keys((await call('GET', path)).body.custom_fields).length, 240);
  t.equal((await call('PATCH', path, { custom_fields: { f0: null } })).status, 200, 'less is always allowed');
});

t.test('the names of custom fields have 4 MiB together; values beyond stay with their markers', async (t) => {
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  const key = (i: number) => `${i} ${'k'.repeat(999_000)}`;
  for (let i = 0; i < 6; i++) {
    const custom_fields = { [key(i)]: 'v' };
    t.equal(
      (await call('POST', `/maps/${map.id}/markers`, { name: 'A', lat: 1, lng: i, custom_fields })).status,
      201,
    );
  }
  const { body } = await call('GET', `/maps/${map.id}/fields`);
  t.same(
    body.fields.map(({ name }: { name: string }) => name.split(' ')[0]),
    ['0', '1', '2', '3'],
  );
  const { body: page } = await call('GET', `/maps/${map.id}/markers?page_size=2`);
  t.same(page.data[1].custom_fields, { [key(1)]: 'v' });
});
