import t from 'tap';
import { asOwner, sharedTestApp } from '../support/app.js';

const { service, call } = await asOwner(await sharedTestApp(t));

t.test('a new map is active and private, with every member there', async (t) => {
  const { status, body } = await call('POST', '/maps', { name: 'Stores', description: 'All of them' });
  t.equal(status, 201);
  t.match(body, {
    id: Number,
    name: 'Stores',
    description: 'All of them',
    owner_email: 'owner@example.com',
    status: 'active',
    created_at: /Z$/,
    updated_at: /Z$/,
    private: true,
    extended_colors: false,
    marker_count: 0,
    region_count: 0,
  });
  t.same((await call('GET', `/maps/${body.id}`)).body, body);
  t.equal((await call('POST', '/maps', { name: 'N' })).body.description, '');
});

t.test('what a map must not be is refused with the member named', async (t) => {
  for (const [body, member] of [
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 5 }, 'name'],
    [{ name: 'x', description: null }, 'description'],
    [{ name: 'nul \0' }, 'U+0000'],
  ] as const) {
    const { status, body: answer } = await call('POST', '/maps', body);
    t.equal(status, 400, JSON.stringify(body));
    t.equal(answer.error.code, 'BAD_REQUEST');
    t.ok(answer.error.message.includes(member), answer.error.message);
  }
  for (const text of [
    '',
    '[]',
    '"x"',
    'null',
    '{',
    '{"name":"x","n":9007199254740993}',
    '{"name":"x","n":1e400}',
    `{"name":"x","a":${'['.repeat(40)}${']'.repeat(40)}}`,
  ]) {
    t.equal((await call('POST', '/maps', text, { 'content-type': 'application/json' })).status, 400, text);
  }
});

t.test('a patch changes what it names and nothing else', async (t) => {
  const { body: map } = await call('POST', '/maps', { name: 'A', description: 'B' });
  const { status, body } = await call('PATCH', `/maps/${map.id}`, { private: false });
  t.equal(status, 200);
  t.same({ ...body, updated_at: '' }, { ...map, private: false, updated_at: '' });
  t.equal((await call('PATCH', `/maps/${map.id}`, { description: '' })).body.description, '');
  t.equal((await call('PATCH', `/maps/${map.id}`, { name: '' })).status, 400);
  t.equal((await call('PATCH', `/maps/${map.id}`, {})).status, 200);
});

t.test('a deleted map is gone from get and list, and cannot be deleted again', async (t) => {
  const { body: map } = await call('POST', '/maps', { name: 'Short-lived' });
  const deleted = await call('DELETE', `/maps/${map.id}`);
  t.same([deleted.status, deleted.body], [204, '']);
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    t.equal((await call(method, `/maps/${map.id}`, method === 'PATCH' ? {} : undefined)).status, 404, method);
  }
  t.same((await call('GET', '/maps?q=short-lived')).body.data, []);
});

t.test('lists are paged by a token that is bound to its list', async (t) => {
  const owner = await service.client({ email: 'pages@example.com' });
  for (let i = 0; i < 5; i++) await owner('POST', '/maps', { name: `Map ${i} 100%_` });
  const seen: string[] = [];
  let token: string | null = '';
  while (token !== null) {
    const { body }: { body: { data: { name: string }[]; page_info: { next_page_token: string | null } } } =
      await owner('GET', `/maps?page_size=2${token && `&page_token=${token}`}`);
    seen.push(...body.data.map(({ name }) => name));
    token = body.page_info.next_page_token;
  }
  t.same(
    seen,
    [0, 1, 2, 3, 4].map((i) => `Map ${i} 100%_`),
  );
  const { body } = await owner('GET', '/maps?page_size=2');
  const next = body.page_info.next_page_token;
  for (const query of [
    `q=Map&page_token=${next}`,
    `status=archived&page_token=${next}`,
    `page_token=${next}x`,
    'page_token=',
  ]) {
    t.equal((await owner('GET', `/maps?${query}`)).status, 400, query);
  }
  t.equal((await call('GET', `/maps?page_token=${next}`)).status, 400, 'of another account');
  t.equal((await owner('GET', `/maps?page_size=1000000&page_token=${next}`)).body.data.length, 3);
  for (const size of ['0', '-1', 'x', '1.5', ''])
    t.equal((await owner('GET', `/maps?page_size=${size}`)).status, 400, size);
});

t.test('q is a literal part of the name, without case', async (t) => {
  const owner = await service.client({ email: 'q@example.com' });
  for (const name of ['Ärzte 100%', 'a_b', 'axb']) await owner('POST', '/maps', { name });
  const names = async (q: string) =>
    (await owner('GET', `/maps?q=${encodeURIComponent(q)}`)).body.data.map(
      ({ name }: { name: string }) => name,
    );
  t.same(await names('ärzte'), ['Ärzte 100%']);
  t.same(await names('%'), ['Ärzte 100%']);
  t.same(await names('A_B'), ['a_b']);
  t.equal((await owner('GET', '/maps?status=deleted')).status, 400);
  t.same((await owner('GET', '/maps?status=archived')).body.data, []);
});

t.test('members that nobody may set are ignored, whatever they are called', async (t) => {
  const other = await service.client({ email: 'other@example.com' });
  const theirs = (await other('POST', '/maps', { name: 'Theirs' })).body;
  const wanted = {
    ...{ id: theirs.id, map_id: theirs.id, account_id: 1, accountId: 1, owner_email: 'other@example.com' },
    ...{
      status: 'archived',
      extended_colors: true,
      marker_count: 99,
      region_count: 99,
      deleted_at: '2026-01-01T00:00:00Z',
    },
    ...{
      created_at: '2000-01-01T00:00:00Z',
      plan: 'free',
      superuser: true,
      __proto__: { name: 'Inherited' },
    },
  };
  const { body: map } = await call('POST', '/maps', { ...wanted, name: 'Mine' });
  t.match(map, {
    name: 'Mine',
    owner_email: 'owner@example.com',
    status: 'active',
    extended_colors: false,
    marker_count: 0,
  });
  const { body: patched } = await call('PATCH', `/maps/${map.id}`, { ...wanted, name: 'Still mine' });
  t.same({ ...patched, updated_at: null }, { ...map, name: 'Still mine', updated_at: null });
  const given = { ...wanted, name: 'A', lat: 1, lng: 2 };
  const { body: marker } = await call('POST', `/maps/${map.id}/markers`, {
    ...given,
    region_source: 'census/us_county/1',
  });
  t.match(marker, { name: 'A', region_source: null });
  t.not(marker.id, theirs.id);
  const { body: changed } = await call('PATCH', `/maps/${map.id}/markers/${marker.id}`, {
    ...wanted,
    name: 'B',
  });
  t.match(changed, { id: marker.id, name: 'B', created_at: marker.created_at });
  t.same((await other('GET', `/maps/${theirs.id}`)).body, theirs, 'the other map is as it was');
});

t.test('updated_at moves when the map, its markers or its legend change, and only then', async (t) => {
  const { body: map } = await call('POST', '/maps', { name: 'Moving' });
  const path = `/maps/${map.id}`;
  let last: string = map.updated_at;
  const movesWith = async (what: string, change: () => Promise<unknown>, moves = true): Promise<void> => {
    await change();
    const { updated_at } = (await call('GET', path)).body;
    t.equal(updated_at > last, moves, what);
    const listed = (await call('GET', '/maps?q=Moving')).body.data[0];
    t.equal(listed.updated_at, updated_at, 'the list says the same');
    last = updated_at;
  };
  const marker = { name: 'A', lat: 1, lng: 2, category: 'C' };
  const { body: made } = await call('POST', `${path}/markers`, { ...marker, name: 'First' });
  await movesWith('a marker is made', () => call('POST', `${path}/markers`, marker));
  const own = `${path}/markers/${made.id}`;
  await movesWith('a marker is changed', () => call('PATCH', own, { name: 'B' }));
  await movesWith('a marker is read', () => call('GET', own), false);
  await movesWith('a marker is deleted', () => call('DELETE', own));
  const batch = (name: string) => call('POST', `${path}/markers/bulk`, { markers: [{ ...marker, name }] });
  await movesWith('markers are imported', () => batch('D'));
  await movesWith('all rows are duplicates', () => batch('D'), false);
  await movesWith('the legend is replaced', () =>
    call('PUT', `${path}/categories`, { categories: [{ name: 'C', color: 'red' }] }),
  );
  await movesWith('the legend is cleared', () => call('DELETE', `${path}/categories`));
  await movesWith('markers are deleted', () =>
    call('DELETE', `${path}/markers/bulk`, { all: true, confirm: true }),
  );
  await movesWith('the map is renamed', () => call('PATCH', path, { description: 'x' }));
});
