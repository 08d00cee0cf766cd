import t from 'tap';
import { asOwner, sharedTestApp } from '../support/app.js';

const { call, newMap } = await asOwner(await sharedTestApp(t));
const mapId = await newMap();
const create = (body: object) => call('POST', `/maps/${mapId}/markers`, body);

t.test('a marker comes back as it was sent, with every member there', async (t) => {
  const { status, body } = await create({
    name: 'Store',
    lat: 52.52,
    lng: 13.405,
    address: { street: 'Main St 1', city: 'Berlin', zip: '01234' },
    category: 'Shops',
    custom_fields: { Phone: '555', ['__proto__']: 'plain' },
  });
  t.equal(status, 201);
  t.match(body, {
    map_id: mapId,
    name: 'Store',
    type: 'pin',
    address: { street: 'Main St 1', city: 'Berlin', zip: '01234' },
    lat: 52.52,
    lng: 13.405,
    radius: null,
    radius_unit: null,
    category: 'Shops',
    color: 'red',
    region_source: null,
    created_at: /Z$/,
    updated_at: body.created_at,
  });
  t.same(Object.entries(body.custom_fields), [
    ['Phone', '555'],
    ['__proto__', 'plain'],
  ]);
  t.same((await call('GET', `/maps/${mapId}/markers/${body.id}`)).body, body);
  t.equal(({} as { plain?: string }).plain, undefined);
});

t.test('updated_at moves with a change of the marker, and with nothing else', async (t) => {
  const { body: map } = await call('POST', '/maps', { name: 'Moving' });
  const markers = `/maps/${map.id}/markers`;
  const given = {
    name: 'A',
    lat: 1,
    lng: 2,
    category: 'C',
    custom_fields: { Phone: '5', Fax: '6' },
    location_code: 'X',
  };
  const { body: made } = await call('POST', markers, given);
  let last = made;
  const moves = async (what: string, change: () => Promise<{ status: number }>, isMoved: boolean) => {
    const before = (await call('GET', `/maps/${map.id}`)).body.updated_at;
    t.equal((await change()).status, 200, what);
    const { body: marker } = await call('GET', `${markers}/${made.id}`);
    t.equal(marker.updated_at > last.updated_at, isMoved, what);
    t.equal(marker.created_at, made.created_at);
    if (!isMoved) t.same(marker, last, what);
    const after = (await call('GET', `/maps/${map.id}`)).body.updated_at;
    t.equal(after > before, isMoved, `the map: ${what}`);
    last = marker;
  };
  const patch = (body: object) => call('PATCH', `${markers}/${made.id}`, body);
  const batch = (query: string, marker: object) =>
    call('POST', `${markers}/bulk?on_duplicate=${query}`, { markers: [marker] });
  await moves('a patch of nothing', () => patch({}), false);
  await moves(
    'a patch with what it has',
    () => patch({ ...given, custom_fields: { Fax: '6', Phone: '5' } }),
    false,
  );
  await moves('a patch', () => patch({ custom_fields: { Phone: '7' } }), true);
  await moves('a skipped row', () => batch('skip', { ...given, category: 'D' }), false);
  await moves(
    'a row with what it has',
    () => batch('overwrite', { ...given, custom_fields: { Phone: '7' } }),
    false,
  );
  await moves('a row that changes it', () => batch('overwrite', { ...given, category: 'D' }), true);
  await moves(
    'a patch with what it has, in other order',
    () => patch({ custom_fields: { Fax: '6', Phone: '5' } }),
    false,
  );
  await call('DELETE', `/maps/${map.id}/categories`);
  const before = (await call('GET', `/maps/${map.id}`)).body.updated_at;
  t.same((await patch({ category: 'D' })).body, last, 'the marker stays');
  t.ok(
    (await call('GET', `/maps/${map.id}`)).body.updated_at > before,
    'its category is in the legend again',
  );
});

t.test('what a marker must not be is 400', async (t) => {
  for (const body of [
    {},
    { name: 'A' },
    { name: 'A', lat: 1 },
    { name: 'A', lng: 1 },
    { name: '', lat: 1, lng: 2 },
    { name: 'A', lat: 90.1, lng: 2 },
    { name: 'A', lat: 1, lng: -180.1 },
    { name: 'A', lat: '1', lng: 2 },
    { name: 'A', lat: null, lng: 2 },
    { name: 'A', address: 'Main St 1' },
    { name: 'A', address: { city: 'Qqxyzzville' } },
    { name: 'A', lat: 1, lng: 2, type: 'nonsense' },
    { name: 'A', lat: 1, lng: 2, type: 'drive_time' },
    { name: 'A', lat: 1, lng: 2, type: 'pinned_drive_time' },
    { name: 'A', lat: 1, lng: 2, type: 'circle' },
    { name: 'A', lat: 1, lng: 2, type: 'circle', radius: 0 },
    { name: 'A', lat: 1, lng: 2, type: 'circle', radius: 12_501 },
    { name: 'A', lat: 1, lng: 2, type: 'circle', radius: 21_000, radius_unit: 'km' },
    { name: 'A', lat: 1, lng: 2, type: 'circle', radius: 1, radius_unit: 'feet' },
    { name: 'A', lat: 1, lng: 2, color: '#ff0000' },
    { name: 'A', lat: 1, lng: 2, color: 'no such colour' },
    { name: 'A', lat: 1, lng: 2, custom_fields: { a: 1 } },
    { name: 'A', lat: 1, lng: 2, custom_fields: ['a'] },
  ]) {
    const { status, body: answer } = await create(body);
    t.equal(status, 400, JSON.stringify(body));
    t.equal(answer.error?.code, 'BAD_REQUEST');
  }
});

t.test('kilometres become miles; without its area a marker becomes a pin', async (t) => {
  const circle = (
    await create({ name: 'C', lat: 1, lng: 180, type: 'pinned_circle', radius: 1.609344, radius_unit: 'km' })
  ).body;
  t.match(circle, { type: 'pinned_circle', radius: 1, radius_unit: 'miles' });
  const zip = (await create({ name: 'Z', lat: 1, lng: 2, type: 'us_zip', address: { zip: '00000' } })).body;
  t.match(zip, { type: 'pin', region_source: null, radius: null, radius_unit: null });
});

t.test('a colour is read without case, and wins over the category’s', async (t) => {
  const { body } = await create({ name: 'A', lat: 1, lng: 2, category: 'Shops', color: ' Sky BLUE ' });
  t.equal(body.color, 'sky blue');
});

t.test('a patch changes what it names; null removes; members merge', async (t) => {
  const { body: marker } = await create({
    name: 'A',
    lat: 1,
    lng: 2,
    address: { city: 'X', zip: '1' },
    category: 'Shops',
    custom_fields: { a: '1', b: '2' },
  });
  const path = `/maps/${mapId}/markers/${marker.id}`;
  const patched = async (body: object) => (await call('PATCH', path, body)).body;
  t.same(await patched({}), marker);
  const renamed = await patched({ name: 'B' });
  t.same(renamed, { ...marker, name: 'B', updated_at: renamed.updated_at });
  t.same((await patched({ custom_fields: { a: null, c: '3' } })).custom_fields, { b: '2', c: '3' });
  t.same((await patched({ custom_fields: null })).custom_fields, {});
  t.match(await patched({ lat: 3, lng: 4, address: { city: null, street: 'S' } }), {
    lat: 3,
    lng: 4,
    address: { street: 'S', zip: '1' },
  });
  t.match(await patched({ category: 'Depots' }), { category: 'Depots', color: 'blue' });
  t.match(await patched({ color: 'black' }), { category: 'Depots', color: 'black' });
  t.match(await patched({ name: 'C' }), { color: 'black' });
  t.match(await patched({ color: null }), { color: 'blue' });
  t.match(await patched({ category: null }), { category: null, color: null });
  t.match(await patched({ type: 'circle', radius: 2 }), { type: 'circle', radius: 2, radius_unit: 'miles' });
  t.match(await patched({ type: 'pinned_circle' }), { type: 'pinned_circle', radius: 2 });
  t.match(await patched({ type: 'pin' }), { type: 'pin', radius: null, radius_unit: null });
});

t.test('a patch that cannot be is 400 and changes nothing', async (t) => {
  const { body: marker } = await create({ name: 'A', lat: 1, lng: 2, type: 'circle', radius: 3 });
  const path = `/maps/${mapId}/markers/${marker.id}`;
  for (const body of [
    { lat: 5 },
    { lng: 5 },
    { radius: null },
    { type: 'drive_time' },
    { name: '' },
    { name: null },
    { address: { city: 'Qqxyzzville' } },
    { color: '#fff' },
    { lat: null, lng: null },
  ]) {
    t.equal((await call('PATCH', path, body)).status, 400, JSON.stringify(body));
  }
  t.same((await call('GET', path)).body, marker);
  const { body: pin } = await create({ name: 'P', lat: 1, lng: 2 });
  t.equal(
    (await call('PATCH', `/maps/${mapId}/markers/${pin.id}`, { type: 'circle' })).status,
    400,
    'a circle needs a radius',
  );
});

t.test('parallel patches of different members all take effect', async (t) => {
  const { body: marker } = await create({ name: 'A', lat: 1, lng: 2 });
  const path = `/maps/${mapId}/markers/${marker.id}`;
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => call('PATCH', path, { custom_fields: { [`f${i}`]: `${i}` } })),
  );
  t.same(
    answers.map(({ status }) => status),
    Array(8).fill(200),
  );
  t.equal(Object.keys((await call('GET', path)).body.custom_fields).length, 8);
});

t.test('a marker is found on its own map only, and is gone when deleted', async (t) => {
  const { body: marker } = await create({ name: 'A', lat: 1, lng: 2 });
  const other = await newMap();
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    t.equal(
      (
        await call(
          method,
          `/maps/${other}/markers/${marker.id}`,
          method === 'PATCH' ? { nonsense: 1 } : undefined,
        )
      ).status,
      404,
      method,
    );
  }
  t.equal((await call('DELETE', `/maps/${mapId}/markers/${marker.id}`)).status, 204);
  t.equal((await call('DELETE', `/maps/${mapId}/markers/${marker.id}`)).status, 404);
  t.equal((await call('PATCH', `/maps/${mapId}/markers/${marker.id}`, { lat: 'x' })).status, 404);
});

t.test('markers are listed page by page, each once, whatever is written meanwhile', async (t) => {
  const map = await newMap();
  for (let i = 0; i < 7; i++) await call('POST', `/maps/${map}/markers`, { name: `M${i}`, lat: i, lng: i });
  const names: string[] = [];
  let query = '?page_size=3';
  for (;;) {
    const { body } = await call('GET', `/maps/${map}/markers${query}`);
    names.push(...body.data.map(({ name }: { name: string }) => name));
    if (names.length === 3) {
      await call('DELETE', `/maps/${map}/markers/${body.data[2].id}`);
      await call('POST', `/maps/${map}/markers`, { name: 'late', lat: 1, lng: 1 });
    }
    if (body.page_info.next_page_token === null) break;
    query = `?page_size=3&page_token=${body.page_info.next_page_token}`;
  }
  t.same(names, ['M0', 'M1', 'M2', 'M3', 'M4', 'M5', 'M6', 'late']);
});

t.test('paging beside writers returns nothing twice and skips nothing that stays', async (t) => {
  const map = await newMap();
  const add = async (name: string): Promise<number> =>
    (await call('POST', `/maps/${map}/markers`, { name, lat: 1, lng: 1 })).body.id;
  const staying: number[] = [];
  const leaving: number[] = [];
  for (let i = 0; i < 60; i++) (i % 2 === 0 ? staying : leaving).push(await add(`M${i}`));
  let reading = true;
  const write = async (): Promise<void> => {
    while (reading) {
      await add('late');
      const id = leaving.pop();
      if (id !== undefined) await call('DELETE', `/maps/${map}/markers/${id}`);
      await call('PATCH', `/maps/${map}/markers/${staying[0]}`, { name: 'changed' });
    }
  };
  const writers = [write(), write()];
  const seen: number[] = [];
  let token: string | null = '';
  while (token !== null && seen.length < 1000) {
    const query: string = token === '' ? '' : `&page_token=${token}`;
    const { body } = await call('GET', `/maps/${map}/markers?page_size=4${query}`);
    seen.push(...body.data.map(({ id }: { id: number }) => id));
    token = body.page_info.next_page_token;
    // The writers may add faster than pages are read.
    if (seen.at(-1)! > staying.at(-1)!) break;
  }
  reading = false;
  await Promise.all(writers);
  t.same(
    seen,
    [...new Set(seen)].toSorted((a, b) => a - b),
  );
  t.same(
    staying.filter((id) => !seen.includes(id)),
    [],
  );
});

t.test('custom fields are stored as an import stores them: trimmed, and none that is empty', async (t) => {
  const map = await newMap();
  const custom_fields = { a: ' x ', b: '', c: ' \n', ' d ': 'y', ['__proto__']: '\tz' };
  const { body } = await call('POST', `/maps/${map}/markers`, { name: 'A', lat: 1, lng: 2, custom_fields });
  t.same(Object.entries(body.custom_fields), [
    ['a', 'x'],
    [' d ', 'y'],
    ['__proto__', 'z'],
  ]);
  const patched = await call('PATCH', `/maps/${map}/markers/${body.id}`, {
    custom_fields: { a: '  ', b: ' 1' },
  });
  t.same(Object.entries(patched.body.custom_fields).toSorted(), [
    [' d ', 'y'],
    ['__proto__', 'z'],
    ['b', '1'],
  ]);
});
