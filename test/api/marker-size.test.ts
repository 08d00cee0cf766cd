import t from 'tap';
import { asOwner, sharedTestApp } from '../support/app.js';

const { call } = await asOwner(await sharedTestApp(t));

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

const fields = (count: number, from = 0): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${from + i}`, 'x']));
const TOO_MANY = { status: 400, body: { error: { code: 'BAD_REQUEST', message: /at most 5000 members/ } } };

t.test('a marker has 5,000 custom fields at most, whichever way they come', async (t) => {
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  const path = `/maps/${map.id}/markers`;
  const place = { name: 'A', lat: 1, lng: 2 };
  const fieldsOf = async (id: number) => (await call('GET', `${path}/${id}`)).body.custom_fields;

  t.match(await call('POST', path, { ...place, custom_fields: fields(5001) }), TOO_MANY);
  const { status, body: marker } = await call('POST', path, { ...place, custom_fields: fields(5000) });
  t.equal(status, 201);
  const patch = (custom_fields: unknown) => call('PATCH', `${path}/${marker.id}`, { custom_fields });
  t.match(await patch(fields(5001)), TOO_MANY);
  t.match(await patch({ f0: 'y', more: 'x' }), TOO_MANY);
  t.same(await fieldsOf(marker.id), fields(5000), 'what is refused changes nothing');
  t.equal((await patch({ f0: null, more: 'x' })).status, 200, 'one goes, one comes');
  t.equal((await call('PATCH', `${path}/${marker.id}`, { name: 'B' })).status, 200);
  t.equal(Object.keys(await fieldsOf(marker.id)).length, 5000);

  const upload = (markers: unknown[], query = '') => call('POST', `${path}/bulk${query}`, { markers });
  t.match(await upload([{ ...place, name: 'wide', custom_fields: fields(5001) }]), {
    status: 200,
    body: { added: 0, errors: [{ code: 'value_invalid', message: /custom_fields has over 5000 members/ }] },
  });
  t.match(await upload([{ ...place, name: 'B', custom_fields: { last: 'x' } }], '?on_duplicate=overwrite'), {
    status: 200,
    body: {
      added: 0,
      updated: 0,
      errors: [{ code: 'fields_too_long', message: /custom fields are over 5000,/ }],
    },
  });
  const rows = [fields(3000), fields(3000, 3000), { f1: 'z' }].map((custom_fields) => ({
    ...place,
    name: 'in one file',
    custom_fields,
  }));
  t.match(await upload(rows, '?on_duplicate=overwrite'), {
    status: 200,
    body: { added: 1, updated: 1, errors: [{ index: 1, code: 'fields_too_long' }] },
  });
});

t.test('an object of too many members is refused before it is parsed', async (t) => {
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  const marker = { name: 'A', lat: 1, lng: 2, custom_fields: fields(60_000) };
  t.match(await call('POST', `/maps/${map.id}/markers`, marker), {
    status: 400,
    body: { error: { message: 'an object in the JSON has over 10000 members' } },
  });
});
