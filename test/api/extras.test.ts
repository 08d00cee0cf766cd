import t from 'tap';
import type { Marker } from '../../src/schema/marker.js';
import { EXTRA_MEMBERS } from '../../src/schema/marker.js';
import { asOwner, importCsv, sharedTestApp } from '../support/app.js';

const { service, call, newMap } = await asOwner(await sharedTestApp(t));

const place = { name: 'A', lat: 1, lng: 2 };
const EXTRAS = {
  county: 'Kings',
  photo_url: 'https://example.com/a.jpg',
  photo_width: '640',
  photo_height: '480',
  videosite_id: 'v1',
  video_width: '1280',
  video_height: '720',
  expire: '2999-12-31',
  location_code: 'LOC-7',
  drive_time: '15',
};
const extrasOf = (marker: Partial<Marker>) =>
  Object.fromEntries(EXTRA_MEMBERS.flatMap((member) => (member in marker ? [[member, marker[member]]] : [])));

t.test(
  'each additional member can be written with a new marker, changed by a patch, and removed by null',
  async (t) => {
    const map = await newMap();
    const created = await call<Marker>('POST', `/maps/${map}/markers`, { ...place, ...EXTRAS });
    t.equal(created.headers.get('x-ignored-params'), null);
    t.same(extrasOf(created.body), EXTRAS);
    const path = `/maps/${map}/markers/${created.body.id}`;
    const patched = await call<Marker>('PATCH', path, { photo_url: ' b ', county: null, expire: '' });
    const { county: _county, expire: _expire, ...rest } = EXTRAS;
    t.same(extrasOf(patched.body), { ...rest, photo_url: 'b' });
    t.match(patched.body, place, 'and all else stays');
    t.same((await call('GET', path)).body, patched.body);
    const nothing = Object.fromEntries(EXTRA_MEMBERS.map((member) => [member, null]));
    t.same(extrasOf((await call('PATCH', path, nothing)).body), {});
    t.same(extrasOf((await call('POST', `/maps/${map}/markers`, { ...place, ...nothing })).body), {});
  },
);

t.test('a marker expires by what is written, and no longer does when that is removed', async (t) => {
  const map = await newMap();
  const { body } = await call('POST', `/maps/${map}/markers`, { ...place, expire: '2999-12-31' });
  const path = `/maps/${map}/markers/${body.id}`;
  await call('PATCH', path, { expire: null });
  const [kept] = await service.app.sql`SELECT expires_at FROM markers WHERE id = ${body.id}`;
  t.equal(kept!.expires_at, null);
  t.equal((await call('PATCH', path, { expire: '2001-01-01' })).status, 200);
  t.equal((await call('GET', path)).status, 404);
  t.equal((await call('GET', `/maps/${map}`)).body.marker_count, 0);
});

t.test('what cannot be read is refused and names the member, and changes nothing', async (t) => {
  const map = await newMap();
  const { body } = await call('POST', `/maps/${map}/markers`, place);
  for (const [member, value] of [
    ['expire', 'soon'],
    ['expire', '2027-02-30'],
    ['drive_time', '0'],
    ['drive_time', '100000'],
    ['drive_time', '1.5'],
    ['photo_width', 640],
    ['location_code', 'x'.repeat(32_001)],
  ] as const) {
    for (const [method, path, base] of [
      ['POST', `/maps/${map}/markers`, place],
      ['PATCH', `/maps/${map}/markers/${body.id}`, {}],
    ] as const) {
      const refused = await call(method, path, { ...base, [member]: value });
      t.equal(refused.status, 400, `${method} ${member}`);
      t.ok(refused.body.error.message.startsWith(member), refused.body.error.message);
    }
  }
  t.equal((await call('GET', `/maps/${map}`)).body.marker_count, 1);
});

t.test('the minutes of an area that was drawn cannot be changed without drawing it', async (t) => {
  const map = await newMap();
  await importCsv(call, map, 'name,lat,lng,drive_time\nA,1,2,15\n', '?marker_type=drive_time');
  const [id] = (await call('GET', `/maps/${map}/markers`)).body.data.map((marker: Marker) => marker.id);
  await service.app
    .sql`UPDATE markers SET type = 'drive_time', area = gen_random_uuid(), region_source = 'estimate/drive_time/15' WHERE id = ${id}`;
  const path = `/maps/${map}/markers/${id}`;
  const refused = await call('PATCH', path, { drive_time: '20' });
  t.equal(refused.status, 400);
  t.match(refused.body.error.message, /^the drive_time of a marker with an area cannot be changed/);
  t.equal((await call('PATCH', path, { drive_time: '15', location_code: 'L' })).status, 200);
  t.match((await call('PATCH', path, { type: 'pin', drive_time: '20' })).body, {
    type: 'pin',
    drive_time: '20',
  });
});

t.test('a JSON batch takes them, and what is no date or number of minutes is a rejected row', async (t) => {
  const map = await newMap();
  const { body, headers } = await call('POST', `/maps/${map}/markers/bulk`, {
    markers: [
      { ...place, ...EXTRAS },
      { ...place, name: 'B', expire: 'soon' },
      { ...place, name: 'C', photo_url: 7 },
      { ...place, name: 'D', county: null, location_code: '' },
    ],
  });
  t.equal(headers.get('x-ignored-params'), null);
  t.match(body, {
    added: 2,
    errors: [
      { index: 1, code: 'expire_invalid', column: 'expire' },
      { index: 2, code: 'value_invalid' },
    ],
  });
  const { data } = (await call<{ data: Marker[] }>('GET', `/maps/${map}/markers`)).body;
  t.same(data.map(extrasOf), [EXTRAS, {}]);
});

t.test('what a marker says itself counts before the custom field that is read as the same', async (t) => {
  const map = await newMap();
  await call('POST', `/maps/${map}/markers/bulk?auto_map=true`, {
    markers: [
      { ...place, expire: '2998-01-01', custom_fields: { expire: '2999-01-01', location_code: 'X' } },
      { ...place, name: 'B', custom_fields: { expire: '2999-01-01', location_code: 'Y' } },
    ],
  });
  const { data } = (await call<{ data: Marker[] }>('GET', `/maps/${map}/markers`)).body;
  t.same(data.map(extrasOf), [
    { expire: '2998-01-01', location_code: 'X' },
    { expire: '2999-01-01', location_code: 'Y' },
  ]);
});

t.test('null in an overwriting JSON import removes, and in a new marker is as absent', async (t) => {
  const map = await newMap();
  const path = `/maps/${map}/markers/bulk?on_duplicate=overwrite`;
  const custom_fields = { Phone: '5', Note: 'x' };
  const address = { street: '1 Mill Lane', city: 'Leeds' };
  const nothing = { expire: null, county: null, custom_fields: { Phone: null }, address: { street: null } };
  const stored = async () => {
    const { data } = (await call<{ data: Marker[] }>('GET', `/maps/${map}/markers`)).body;
    return data.map((marker) => [marker.address, marker.custom_fields, extrasOf(marker)]);
  };
  const send = async (...markers: object[]) =>
    (await call('POST', path, { markers: markers.map((marker) => ({ ...place, ...marker })) })).body;
  t.match(await send(nothing), { added: 1 });
  t.same(await stored(), [[{}, {}, {}]]);
  const full = { ...EXTRAS, custom_fields, address };
  t.match(await send(full), { updated: 1 });
  const preview = await call('POST', `${path}&dry_run=true`, { markers: [{ ...place, ...nothing }] });
  t.match(preview.body.counts, { total: 1, updated: 1 });
  t.match(await send(nothing), { updated: 1, unchanged: 0 });
  const { expire: _expire, county: _county, ...others } = EXTRAS;
  const left = [[{ city: 'Leeds' }, { Note: 'x' }, others]];
  t.same(await stored(), left);
  const [row] = await service.app.sql`SELECT expires_at FROM markers WHERE map_id = ${map}`;
  t.equal(row!.expires_at, null);
  t.match(await send(nothing), { updated: 0, unchanged: 1 }, 'there is nothing left to remove');
  t.same(await stored(), left);

  t.match(await send(full, nothing), { updated: 2 }, 'rows of one marker, one after the other');
  t.same(await stored(), left);
  t.match(await send(nothing, full), { updated: 1, unchanged: 1 });
  t.same(await stored(), [[address, custom_fields, EXTRAS]]);
  t.match(await send(nothing, { custom_fields: { Phone: '6' }, expire: '2998-01-01' }), { updated: 2 });
  t.same(await stored(), [
    [{ city: 'Leeds' }, { Note: 'x', Phone: '6' }, { ...others, expire: '2998-01-01' }],
  ]);
  t.match(await send({ custom_fields: { Phone: null, Note: null } }), { updated: 1 });
  t.same((await stored())[0]![1], {}, 'nothing is left of them');
  t.equal((await call('GET', `/maps/${map}`)).body.marker_count, 1);
});

t.test('an empty cell of an overwriting import keeps what is there', async (t) => {
  const map = await newMap();
  await call('POST', `/maps/${map}/markers`, { ...place, ...EXTRAS });
  t.match(
    await importCsv(call, map, 'name,lat,lng,expire,location_code\nA,1,2,,NEW\n', '?on_duplicate=overwrite'),
    { updated: 1 },
  );
  const { data } = (await call<{ data: Marker[] }>('GET', `/maps/${map}/markers`)).body;
  t.same(data.map(extrasOf), [{ ...EXTRAS, location_code: 'NEW' }]);
});

t.test('q finds a location code, before the map is indexed and after', async (t) => {
  const map = await newMap();
  await call('POST', `/maps/${map}/markers`, {
    ...place,
    location_code: 'Lager "Süd" 7',
    county: 'Nirgends',
  });
  await call('POST', `/maps/${map}/markers`, { ...place, name: 'B' });
  const found = async (q: string) =>
    (await call('GET', `/maps/${map}/markers/search?q=${encodeURIComponent(q)}`)).body.data.map(
      ({ name }: Marker) => name,
    );
  const check = async () => {
    t.same(await found('lager "süd"'), ['A']);
    t.same(await found('nirgends'), []);
  };
  await check();
  while ((await service.app.sql`SELECT advance_search_index(${map}, 1000) AS more`)[0]!.more);
  const [text] = await service.app
    .sql`SELECT text FROM search_texts WHERE map_id = ${map} ORDER BY marker_id LIMIT 1`;
  t.equal(text!.text, 'a\nlager "süd" 7');
  await check();
});
