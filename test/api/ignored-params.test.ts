import t from 'tap';
import { asOwner, CSV, finished, sharedTestApp } from '../support/app.js';

const { call, newMap } = await asOwner(await sharedTestApp(t));

const ignored = async (...request: Parameters<typeof call>): Promise<string | null> =>
  (await call(...request)).headers.get('x-ignored-params');

t.test(
  'query parameters that nobody reads are told on every answer, and nothing where all are read',
  async (t) => {
    const map = await newMap();
    t.equal(await ignored('GET', `/maps/${map}/markers?category=VIP&page_size=5`), 'category');
    t.equal(await ignored('GET', `/maps/${map}?b,c=1&%zz`), 'b%2Cc, %25zz', 'where no query is read, too');
    t.equal(await ignored('GET', `/maps/${map}/markers?page_size=0&x`), 'x', 'on a refusal');
    t.equal(await ignored('GET', `/maps/${map}/markers?page_size=5`), null);
  },
);

t.test('members that nobody reads are told, and the others count', async (t) => {
  const map = await newMap();
  const created = await call('POST', `/maps/${map}/markers`, {
    name: 'A',
    lat: 1,
    lng: 2,
    colour: 'red',
    address: { town: 'x' },
    custom_fields: { any: 'name' },
  });
  t.equal(created.status, 201);
  t.equal(created.headers.get('x-ignored-params'), 'colour, address.town');
  const categories = [{ name: 'C', colr: 'red' }];
  t.equal(await ignored('PUT', `/maps/${map}/categories`, { categories }), 'categories[].colr');
});

t.test('a bulk delete refuses what it does not know, and deletes nothing', async (t) => {
  const map = await newMap();
  await call('POST', `/maps/${map}/markers`, { name: 'A', lat: 1, lng: 2 });
  const all = { all: true, confirm: true };
  const query = await call('DELETE', `/maps/${map}/markers/bulk?dry_run=true`, all);
  t.equal(query.status, 400);
  t.match(query.body.error.message, /^unexpected "dry_run": nothing was done; send only all, /);
  const member = await call('DELETE', `/maps/${map}/markers/bulk`, { ...all, category: 'A' });
  t.equal(member.status, 400);
  t.equal((await call('GET', `/maps/${map}`)).body.marker_count, 1);
  t.same((await call('DELETE', `/maps/${map}/markers/bulk`, all)).body, { deleted: 1 });
});

t.test('an import says in a note what it did not read: parameters, parts, options, members', async (t) => {
  const note = (names: string): string => `Unknown parameters and members were ignored: ${names}.`;
  const map = await newMap();
  const path = `/maps/${map}/markers/bulk`;
  const text = 'name,lat,lng\nA,1,2\n';

  const sent = await call('POST', `${path}?on_duplicates=skip`, text, CSV);
  t.equal(sent.headers.get('x-ignored-params'), 'on_duplicates');
  t.same((await finished(call, sent.body)).notes, [note('on_duplicates (did you mean "on_duplicate"?)')]);

  const form = new FormData();
  form.set('author', 'me');
  form.set(
    'meta',
    JSON.stringify({ ondup: 1, demographics: { fields: ['population'], lvl: 1 }, dry_run: true }),
  );
  form.set('file', new Blob([text], { type: 'text/csv' }), 'a.csv');
  const dry = await call('POST', path, form);
  t.equal(dry.headers.get('x-ignored-params'), 'author, meta.ondup, meta.demographics.lvl');
  t.ok(dry.body.notes.includes(note('author, meta.ondup, meta.demographics.lvl')));

  const json = await call('POST', path, {
    source: 'crm',
    markers: [
      { name: 'B', lat: 1, lng: 2, description: 'x', address: { town: 'y' } },
      { name: 'C', lat: 1, lng: 2, description: 'x', category: 'c', custom_fields: { any: 'z' } },
    ],
  });
  t.equal(json.headers.get('x-ignored-params'), 'source, markers[].description, markers[].address.town');
  const mapped = await call('POST', `${path}?column_mapping=${encodeURIComponent('{"city":"x"}')}`, {
    markers: [],
  });
  t.equal(mapped.headers.get('x-ignored-params'), 'column_mapping', 'of JSON it is read with auto_map alone');
});

t.test('column_mapping is an option of the query, too, in both of its readings', async (t) => {
  const map = await newMap();
  for (const mapping of [
    { name: 1, lat: 'Y', lng: 'X' },
    { Shop: 'name', Y: 'lat', X: 'lng' },
  ]) {
    const query = `?on_duplicate=overwrite&auto_map=false&column_mapping=${encodeURIComponent(JSON.stringify(mapping))}`;
    const { body } = await call('POST', `/maps/${map}/markers/bulk${query}`, 'X,Shop,Y\n2,A,1\n', CSV);
    const job = await finished(call, body);
    t.same(
      job.mapping.map(({ field, how }) => [field, how]),
      [
        ['lng', 'explicit'],
        ['name', 'explicit'],
        ['lat', 'explicit'],
      ],
    );
    t.same(job.notes, []);
  }
  const { body } = await call('GET', `/maps/${map}/markers`);
  t.match(body.data, [{ name: 'A', lat: 1, lng: 2 }]);
  for (const text of ['[1]', '{"name":-1}', '{', '{"name":true}']) {
    const path = `/maps/${map}/markers/bulk?column_mapping=${encodeURIComponent(text)}`;
    const refused = await call('POST', path, 'a\n', CSV);
    t.equal(refused.status, 400);
    t.match(refused.body.error.message, /^column_mapping/);
    t.notMatch(refused.body.error.message, 'Content-Type');
  }
  const bare = await call('POST', `/maps/${map}/markers/bulk?column_mapping=name`, 'a\n', CSV);
  t.match(
    bare.body.error.message,
    /^column_mapping: Not valid JSON: .*The query takes it as a JSON object, URL-encoded\.$/,
  );
});

t.test('the same options in another order are the same upload, and get the same job', async (t) => {
  const map = await newMap();
  const form = (meta: object): FormData => {
    const parts = new FormData();
    parts.set('meta', JSON.stringify(meta));
    parts.set('file', new Blob(['Shop,lat,lng\nA,1,2\n'], { type: 'text/csv' }), 'a.csv');
    return parts;
  };
  const send = (meta: object) =>
    call('POST', `/maps/${map}/markers/bulk`, form(meta), { 'idempotency-key': 'k1' });
  const first = await send({
    marker_type: 'circle',
    default_radius: 2,
    column_mapping: { name: 'Shop', lat: 1 },
  });
  const again = await send({
    column_mapping: { lat: 1, name: 'Shop' },
    default_radius: 2,
    marker_type: 'circle',
  });
  t.equal(again.status, 202);
  t.equal(again.body.job_id, first.body.job_id);
  t.equal((await send({ marker_type: 'circle', default_radius: 3 })).status, 400);
});

t.test('every operation that reads tells a parameter that it does not know', async (t) => {
  const map = await newMap();
  const marker = (await call('POST', `/maps/${map}/markers`, { name: 'A', lat: 1, lng: 2 })).body.id;
  const { body } = await call(
    'POST',
    `/maps/${map}/markers/bulk`,
    'name,lat,lng\nA,1,2\nA,x,2\nA,1,2\n',
    CSV,
  );
  const { job_id: job } = await finished(call, body);
  const webhook = (await call('POST', '/webhooks', { url: 'https://example.org/' })).body.id;
  const { paths } = (await call('GET', '/openapi.json')).body;
  const reading = Object.keys(paths).filter(
    (path) => paths[path].get !== undefined && !path.startsWith('/images/'),
  );
  t.ok(reading.length > 12);
  for (const path of reading) {
    const tile = { z: 0, x: 0, y: 0 };
    const ids: Record<string, unknown> = {
      ...{ map_id: map, marker_id: marker, job_id: job, webhook_id: webhook, ...tile },
    };
    const named = path.replace(/\{(\w+)\}/g, (_, name) => String(ids[name]));
    const needed = path === '/nearby' ? 'lat=1&lng=2&' : '';
    t.equal(await ignored('GET', `${named}?${needed}nonsense=1`), 'nonsense', path);
  }
});
