import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { asOwner, type Client, finished, sharedTestApp } from '../support/app.js';

const { service, sql, call, newMap } = await asOwner(await sharedTestApp(t));
const clone = (id: number, body: object = {}, client: Client = call) =>
  client('POST', `/maps/${id}/clone`, { name: 'Copy', ...body });
const bulkDelete = (id: number, body: object) =>
  call('DELETE', `/maps/${id}/markers/bulk`, { ...body, confirm: true });

/** `pins` and `areas` markers, every column of which is filled in some of them. */
async function fill(mapId: number, pins: number, areas: number): Promise<void> {
  await sql`
    WITH new AS (
      INSERT INTO markers (map_id, id, name, type, lat, lng, cell, radius, street, street2, city, state, country, zip,
                           custom_fields, extras, region_source, area, address_key, expires_at, category, color, created_at)
      SELECT ${mapId}::bigint, nextval('marker_ids'), 'Ort ' || i || ' ☃', CASE WHEN i <= ${pins}::integer THEN 'pin' ELSE 'us_zip' END,
        i % 90, i % 180, i * 1000, CASE WHEN i % 7 = 0 THEN i END, i || ' Main St', 'Suite ' || i, 'Köln', 'NW', 'DE', '0' || i,
        json_build_object('__proto__', i::text, 'Note', 'n' || i), CASE WHEN i % 3 = 0 THEN json_build_object('county', 'C' || i) END,
        CASE WHEN i > ${pins}::integer THEN 'census/us_zip/0' || i END,
        CASE WHEN i % 11 = 0 THEN gen_random_uuid() END, CASE WHEN i % 13 = 0 THEN i END,
        CASE WHEN i % 5 = 0 THEN now() + interval '1 day' END, 'Category ' || i % 4, 'red', now() - i * interval '1 minute'
      FROM generate_series(1, ${pins + areas}::integer) i RETURNING type)
    SELECT add_counts(${mapId}::bigint, count(*), count(*) FILTER (WHERE is_area(type))) FROM new`;
}

interface Contents {
  digest: string;
  markers: number;
  areas: number;
}

/** All that a copy must have in common with its source, in the order of ids. */
async function contents(mapId: number): Promise<Contents> {
  const [row] = await sql<[Contents]>`
    SELECT md5(string_agg((to_jsonb(m) - 'id' - 'map_id')::text, ',' ORDER BY id)) AS digest, count(*) AS markers,
           count(*) FILTER (WHERE is_area(type)) AS areas FROM markers m WHERE map_id = ${mapId}`;
  return row;
}

async function counts(mapId: number): Promise<Omit<Contents, 'digest'>> {
  const { body } = await call('GET', `/maps/${mapId}`);
  return { markers: body.marker_count, areas: body.region_count };
}

t.test('a clone of 20,000 markers has every column of every one, in the same order', async (t) => {
  const source = await newMap();
  await fill(source, 15_000, 5_000);
  const { status, body } = await clone(source);
  t.equal(status, 201);
  t.match(body, { name: 'Copy', marker_count: 20_000, region_count: 5_000 });
  const copied = await contents(body.id);
  t.same(copied, await contents(source));
  t.same(await counts(body.id), { markers: copied.markers, areas: copied.areas });
  const [ids] =
    await sql`SELECT count(DISTINCT id) AS n FROM markers WHERE map_id IN (${source}, ${body.id})`;
  t.equal(ids!.n, 40_000, 'no id is used twice');
  t.equal(
    (await call('POST', `/maps/${body.id}/markers`, { name: 'A', lat: 1, lng: 2 })).status,
    201,
    'nor given again',
  );
});

t.test(
  'a clone is active and private with description, palette, legend and fields, and costs no quota',
  async (t) => {
    const owner = await service.client({ email: 'quota@example.com', quotaMaps: 1 });
    const { body: map } = await owner('POST', '/maps', { name: 'Source', description: 'About ☃' });
    const path = `/maps/${map.id}`;
    for (const [category, color] of [
      ['B', 'green'],
      ['A', undefined],
    ])
      await owner('POST', `${path}/markers`, {
        name: 'x',
        lat: 1,
        lng: 2,
        category,
        ...(color && { color }),
        custom_fields: { [`${category} €`]: '5.00 €', constructor: 'c' },
      });
    await owner('PATCH', path, { private: false });
    await sql`UPDATE maps SET palette = 'extended' WHERE id = ${map.id}`;
    await owner('POST', `${path}/archive`);
    await owner('POST', `${path}/shares`, { email: 'friend@example.com', access_level: 'viewer' });
    const { status, body } = await clone(map.id, { name: ' 名前 ' }, owner);
    t.equal(status, 201);
    t.match(body, {
      name: ' 名前 ',
      description: 'About ☃',
      owner_email: 'quota@example.com',
      status: 'active',
      private: true,
      extended_colors: true,
      marker_count: 2,
    });
    const legendAndFields = async (id: number) => ({
      legend:
        await sql`SELECT name, color, ordering FROM legend_entries e JOIN layers l ON l.map_id = e.map_id AND l.id = layer_id
                      WHERE e.map_id = ${id} AND is_default ORDER BY ordering, position`,
      fields:
        await sql`SELECT name, type, ordering FROM field_definitions WHERE map_id = ${id} ORDER BY ordering, id`,
    });
    const copied = await legendAndFields(body.id);
    t.same(copied, await legendAndFields(map.id));
    t.equal(copied.legend.length, 2);
    t.equal(copied.fields.length, 3);
    t.same((await owner('GET', `/maps/${body.id}/shares`)).body.shares, []);
    t.same((await owner('GET', '/me')).body.quotas.maps, { limit: 1, used: 1 });
    t.equal((await clone(body.id, {}, owner)).status, 201, 'a clone of a clone');
  },
);

t.test('pinned markers and areas are chosen independently', async (t) => {
  const source = await newMap();
  await fill(source, 30, 12);
  for (const [options, expected] of [
    [{}, { markers: 42, areas: 12 }],
    [{ include_markers: false }, { markers: 12, areas: 12 }],
    [{ include_regions: false }, { markers: 30, areas: 0 }],
    [
      { include_markers: false, include_regions: false },
      { markers: 0, areas: 0 },
    ],
  ] as const) {
    const { body } = await clone(source, options);
    t.same(await counts(body.id), expected, JSON.stringify(options));
    const { markers, areas } = await contents(body.id);
    t.same({ markers, areas }, expected);
  }
  const empty = await clone(await newMap());
  t.match([empty.status, empty.body.marker_count], [201, 0]);
});

t.test('expired markers stay behind', async (t) => {
  const source = await newMap();
  await fill(source, 10, 4);
  await sql`UPDATE markers SET expires_at = now() - interval '1 second' WHERE map_id = ${source} AND id % 2 = 0`;
  const { body } = await clone(source);
  t.equal((await contents(body.id)).markers, 7);
  t.same(await counts(body.id), await counts(source));
});

t.test('what happens to a clone leaves the source as it is, and the other way round', async (t) => {
  const source = await newMap();
  await fill(source, 50, 10);
  const before = await contents(source);
  const { body } = await clone(source);
  const { body: page } = await call('GET', `/maps/${body.id}/markers?page_size=1`);
  await call('PATCH', `/maps/${body.id}/markers/${page.data[0].id}`, { name: 'Changed', category: 'New' });
  await bulkDelete(body.id, { categories: ['New', 'Category 1'] });
  await call('POST', `/maps/${body.id}/markers`, {
    name: 'A',
    lat: 1,
    lng: 2,
    custom_fields: { Only: 'here' },
  });
  t.same(await contents(source), before);
  t.same(await sql`SELECT name FROM legend_entries WHERE map_id = ${source}`, []);
  t.same(await sql`SELECT name FROM field_definitions WHERE map_id = ${source}`, []);
  const changed = await contents(body.id);
  await bulkDelete(source, { all: true });
  await call('DELETE', `/maps/${source}`);
  t.same(await contents(body.id), changed);
});

t.test('a clone taken during an import is of one moment, and knows the fields of what it has', async (t) => {
  const source = await newMap();
  const rows = Array.from({ length: 40_000 }, (_, i) => `P${i},${i % 90},${i % 180},${i}`);
  const { body: job } = await call(
    'POST',
    `/maps/${source}/markers/bulk`,
    `name,lat,lng,Visitors\n${rows.join('\n')}`,
    { 'content-type': 'text/csv' },
  );
  const clones = [];
  while (clones.length < 4) {
    clones.push((await clone(source)).body.id);
    await delay(20);
  }
  for (const id of clones) {
    const { markers, areas } = await contents(id);
    t.same(await counts(id), { markers, areas });
    const fields = await sql`SELECT name, type FROM field_definitions WHERE map_id = ${id}`;
    if (markers > 0) t.same(fields, [{ name: 'Visitors', type: 'number' }]);
  }
  t.equal((await finished(call, job)).added, 40_000);
});

t.test('clones and bulk deletes of one map at the same time leave exact counts everywhere', async (t) => {
  const source = await newMap();
  await fill(source, 6_000, 2_000);
  const all = await Promise.all([
    clone(source),
    bulkDelete(source, { categories: ['Category 1', 'Category 2'] }),
    clone(source, { include_markers: false }),
    bulkDelete(source, { all: true }),
    ...Array.from({ length: 10 }, (_, i) =>
      call('POST', `/maps/${source}/markers`, { name: `x${i}`, lat: i, lng: i }),
    ),
    clone(source, { include_regions: false }),
  ]);
  t.ok(all.every(({ status }) => status === 200 || status === 201));
  const clones = all.filter(({ body }) => body.name === 'Copy').map(({ body }) => body.id);
  for (const id of [source, ...clones]) {
    const { markers, areas } = await contents(id);
    t.same(await counts(id), { markers, areas }, `map ${id}`);
  }
});

t.test('what a clone must not be is refused with the member named', async (t) => {
  const source = await newMap();
  for (const [body, member] of [
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: ' \n' }, 'name'],
    [{ name: null }, 'name'],
    [{ name: 'x', include_markers: 'yes' }, 'include_markers'],
    [{ name: 'x', include_regions: null }, 'include_regions'],
  ] as const) {
    const { status, body: answer } = await call('POST', `/maps/${source}/clone`, body);
    t.equal(status, 400, JSON.stringify(body));
    t.ok(answer.error.message.includes(member), answer.error.message);
  }
  t.equal((await clone(source, { name: 'x', __proto__: { include_markers: 1 } })).status, 201);
});
