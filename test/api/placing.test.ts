import t from 'tap';
import type { Marker } from '../../src/schema/marker.js';
import { asOwner, CSV, finished, importCsv, sharedTestApp } from '../support/app.js';

const { call, newMap } = await asOwner(await sharedTestApp(t), { quotaMarkers: 10_000 });
const create = (map: number, body: object) => call('POST', `/maps/${map}/markers`, { name: 'A', ...body });
const markersOf = async (map: number): Promise<Marker[]> =>
  (await call('GET', `/maps/${map}/markers?page_size=1000`)).body.data;
const isNear = (marker: { lat: number; lng: number }, lat: number, lng: number): boolean =>
  Math.hypot(marker.lat - lat, marker.lng - lng) < 0.1;
const SAN_FRANCISCO = [37.77, -122.41] as const;
const BERLIN = [52.53, 13.4] as const;

t.test('a marker without coordinates is placed by its address', async (t) => {
  const map = await newMap();
  const zip = await create(map, { address: { zip: '94103', country: 'US' } });
  t.equal(zip.status, 201);
  t.match(zip.body, { type: 'pin', region_source: null, address: { zip: '94103', country: 'US' } });
  t.ok(isNear(zip.body, ...SAN_FRANCISCO), JSON.stringify(zip.body));
  t.ok(isNear((await create(map, { address: { city: 'Berlin', country: 'Germany' } })).body, ...BERLIN));
  const own = await create(map, { lat: 1, lng: 2, address: { zip: '94103', country: 'US' } });
  t.match(own.body, { lat: 1, lng: 2 }, 'its own coordinates count');
  const half = await create(map, { lat: 1, address: { zip: '94103', country: 'US' } });
  t.ok(isNear(half.body, ...SAN_FRANCISCO), 'one of lat and lng counts as neither');
  const circle = await create(map, { type: 'circle', radius: 2, address: { zip: '94103', country: 'US' } });
  t.match(circle.body, { type: 'circle', radius: 2, region_source: null });
});

t.test('an address that cannot be located is 400 with the reason, and costs nothing', async (t) => {
  const map = await newMap();
  const used = async () => (await call('GET', '/me')).body.quotas.markers.used;
  const before = await used();
  for (const [address, reason] of [
    [{ city: 'Qqxyzzville', country: 'US' }, /Qqxyzzville/],
    [{ country: 'France' }, /./],
    [{ zip: '00000', country: 'US' }, /00000/],
    [{}, /give lat and lng, or an address/],
    [undefined, /give lat and lng, or an address/],
  ] as const) {
    const { status, body } = await create(map, { address });
    t.equal(status, 400, JSON.stringify(address));
    t.match(body.error, { code: 'BAD_REQUEST', message: reason });
  }
  t.equal(await used(), before);
  t.same(await markersOf(map), []);
});

t.test('a marker of an area type gets its area, or becomes a pin', async (t) => {
  const map = await newMap();
  const county = await create(map, { type: 'us_county', lat: 37.77, lng: -122.42 });
  t.match(county.body, { type: 'us_county', region_source: 'census/us_county/06075', radius: null });
  const zip = await create(map, { type: 'us_zip', address: { zip: '94103' } });
  t.match(zip.body, { type: 'us_zip', region_source: /us_zip\/94103$/ });
  t.ok(isNear(zip.body, ...SAN_FRANCISCO));
  const sea = await create(map, { type: 'us_county', lat: 0, lng: -30 });
  t.match(sea.body, { type: 'pin', region_source: null, lat: 0 });
  const without = await create(map, { type: 'us_zip', lat: 37.77, lng: -122.42 });
  t.match(without.body, { type: 'pin', region_source: null }, 'a postal type without a zip');
  t.match((await call('GET', `/maps/${map}`)).body, { marker_count: 4, region_count: 2 });
});

t.test('a patch of the address places the marker anew, unless it brings coordinates', async (t) => {
  const map = await newMap();
  const { body: marker } = await create(map, { address: { zip: '94103', country: 'US' } });
  const path = `/maps/${map}/markers/${marker.id}`;
  const patch = async (body: object) => call('PATCH', path, body);
  t.match((await patch({ name: 'B' })).body, { lat: marker.lat, lng: marker.lng });
  const moved = (await patch({ address: { zip: null, city: 'Berlin', country: 'DE' } })).body;
  t.same(moved.address, { city: 'Berlin', country: 'DE' });
  t.ok(isNear(moved, ...BERLIN), JSON.stringify(moved));
  t.match((await patch({ lat: 5, lng: 6, address: { city: 'Qqxyzzville' } })).body, { lat: 5, lng: 6 });
  const refused = await patch({ address: { city: 'Qqxyzzvillage' } });
  t.equal(refused.status, 400);
  t.match(refused.body.error.message, /Qqxyzzvillage/);
  t.equal((await patch({ address: null })).status, 400, 'nothing is left to locate');
  t.match((await call('GET', path)).body, {
    lat: 5,
    lng: 6,
    address: { city: 'Qqxyzzville', country: 'DE' },
  });
});

t.test('a patch of type, coordinates or zip looks for the area again', async (t) => {
  const map = await newMap();
  const { body: marker } = await create(map, {
    type: 'us_zip',
    lat: 37.77,
    lng: -122.42,
    address: { zip: '94103', country: 'US' },
  });
  const path = `/maps/${map}/markers/${marker.id}`;
  const patched = async (body: object) => (await call('PATCH', path, body)).body;
  const areas = async () => (await call('GET', `/maps/${map}`)).body.region_count;
  t.match(await patched({ category: 'X' }), { type: 'us_zip', region_source: marker.region_source });
  t.match(await patched({ address: { zip: '94110' } }), { type: 'us_zip', region_source: /94110$/ });
  t.match(await patched({ type: 'us_county', lat: 34.05, lng: -118.25 }), {
    type: 'us_county',
    region_source: 'census/us_county/06037',
  });
  t.match(await patched({ lat: 37.77, lng: -122.42 }), { region_source: 'census/us_county/06075' });
  t.equal(await areas(), 1);
  t.match(await patched({ lat: 0, lng: -30 }), { type: 'pin', region_source: null });
  t.equal(await areas(), 0);
  t.match(await patched({ lat: 37.77, lng: -122.42 }), { type: 'pin' }, 'a pin stays one');
  t.match(await patched({ type: 'us_state' }), { type: 'us_state', region_source: 'census/us_state/06' });
  t.match(await patched({ type: 'circle', radius: 1 }), { type: 'circle', region_source: null });
  t.match(await patched({ type: 'pin' }), { type: 'pin', region_source: null });
});

t.test('a small JSON batch is placed like a file', async (t) => {
  const map = await newMap();
  const markers = [
    { name: 'A', address: { zip: '94103' } },
    { name: 'B', address: { zip: '00000', country: 'US' } },
    { name: 'C', lat: 37.77, lng: -122.42 },
  ];
  const { status, body } = await call('POST', `/maps/${map}/markers/bulk?marker_type=us_zip`, { markers });
  t.equal(status, 200);
  t.match(body, {
    added: 2,
    errors: [{ index: 1, code: 'address_unknown', column: 'zip', message: /00000/ }],
  });
  t.match(await markersOf(map), [
    { name: 'A', type: 'us_zip', region_source: /94103$/ },
    { name: 'C', type: 'pin', region_source: null },
  ]);
});

t.test('a dry run says how many rows it would place, by what and how exactly', async (t) => {
  const map = await newMap();
  const text =
    'name,zip,city,country,lat,lng\nA,94103,,US,,\nB,,Berlin,DE,,\nC,,,,1,2\nD,,Qqxyzzville,US,,\nE,94110,,US,37.7,-122.4\n';
  const path = `/maps/${map}/markers/bulk?marker_type=us_zip`;
  const { body } = await call('POST', `${path}&dry_run=true`, text, CSV);
  t.match(body, {
    counts: { total: 5, added: 4, rejected: 1 },
    placed: { coordinates: 2, street: 0, postal: 1, city: 1, state: 0, country: 0 },
    areas: { none: 2 },
    error_summary: [{ code: 'address_unknown', column: 'city', count: 1 }],
  });
  t.equal(body.areas.exact + body.areas.approximate, 2);
  t.match(
    body.rows.map(({ marker }: { marker: Marker | null }) => marker && [marker.type, marker.region_source]),
    [['us_zip', /94103$/], ['pin', null], ['pin', null], null, ['us_zip', /94110$/]],
  );
  t.same(await markersOf(map), []);
  const job = await finished(call, (await call('POST', path, text, CSV)).body);
  t.same(job.notes, body.notes);
  t.same(
    (await markersOf(map)).map(({ type, lat, lng, region_source }) => [type, lat, lng, region_source]),
    body.rows.flatMap(({ marker }: { marker: Marker | null }) =>
      marker ? [[marker.type, marker.lat, marker.lng, marker.region_source]] : [],
    ),
  );
});

/** One marker of each type whose area is a region, a pin and both circles. */
async function mapOfAllTypes(): Promise<number> {
  const map = await newMap();
  const sf = { lat: 37.77, lng: -122.42 };
  for (const body of [
    { type: 'us_zip', ...sf, address: { zip: '94103', country: 'US' } },
    { type: 'us_county', ...sf },
    { type: 'us_state', ...sf },
    { type: 'country', ...sf },
    { type: 'au_state', lat: -33.5, lng: 149 },
    { type: 'ca_fsa', lat: 43.64, lng: -79.39, address: { zip: 'M5V 2T6', country: 'CA' } },
    { type: 'uk_postcode', lat: 51.501, lng: -0.141, address: { zip: 'SW1A 1AA', country: 'GB' } },
    { type: 'au_postcode', lat: -33.87, lng: 151.21, address: { zip: '2000', country: 'AU' } },
    { type: 'de_postcode', lat: 52.53, lng: 13.38, address: { zip: '10115', country: 'DE' } },
    { type: 'pin', ...sf },
    { type: 'circle', radius: 1, ...sf },
    { type: 'pinned_circle', radius: 1, ...sf },
  ]) {
    const { status, body: marker } = await create(map, { ...body, name: `Of ${body.type}` });
    if (status !== 201 || marker.type !== body.type) throw new Error(JSON.stringify(marker));
  }
  return map;
}

t.test('an exported map of all types is imported as it was', async (t) => {
  const source = await mapOfAllTypes();
  const { body: csv } = await call<string>('GET', `/maps/${source}/markers.csv`);
  const target = await newMap();
  const job = await importCsv(call, target, csv);
  t.match(job, { added: 12, error_count: 0 });
  const same = ({
    id: _id,
    map_id: _mapId,
    created_at: _createdAt,
    updated_at: _updatedAt,
    ...marker
  }: Marker) => marker;
  t.same((await markersOf(target)).map(same), (await markersOf(source)).map(same));
  t.match((await call('GET', `/maps/${target}`)).body, { marker_count: 12, region_count: 10 });
});

t.test('clones take areas along or leave them', async (t) => {
  const source = await mapOfAllTypes();
  const clone = async (body: object) =>
    (await call('POST', `/maps/${source}/clone`, { name: 'C', ...body })).body;
  t.match(await clone({}), { marker_count: 12, region_count: 10 });
  t.match(await clone({ include_markers: false }), { marker_count: 10, region_count: 10 });
  const pinned = await clone({ include_regions: false });
  t.match(pinned, { marker_count: 2, region_count: 0 });
  t.same(
    (await markersOf(pinned.id)).map(({ type }) => type),
    ['pin', 'pinned_circle'],
  );
});

t.test('bulk delete takes areas off the count', async (t) => {
  const map = await mapOfAllTypes();
  const areas = (await markersOf(map)).filter(({ region_source }) => region_source !== null);
  const marker_ids = areas.slice(0, 4).map(({ id }) => id);
  const { body } = await call('DELETE', `/maps/${map}/markers/bulk`, { marker_ids, confirm: true });
  t.same(body, { deleted: 4 });
  t.match((await call('GET', `/maps/${map}`)).body, { marker_count: 8, region_count: 6 });
});

t.test('search and nearby find areas at their point, with their type', async (t) => {
  const map = await mapOfAllTypes();
  const near = await call('GET', `/maps/${map}/markers/search?near=-33.87,151.21,5`);
  t.match(near.body.data, [{ type: 'au_postcode', region_source: /au_postcode\/2000$/ }]);
  const text = await call('GET', `/maps/${map}/markers/search?q=of us_c`);
  t.match(text.body.data, [{ type: 'us_county', region_source: 'census/us_county/06075' }]);
  const nearby = await call('GET', `/nearby?lat=52.53&lng=13.38&n=1&maps=${map}`);
  t.match(nearby.body.results, [{ type: 'de_postcode', title: 'Of de_postcode', map }]);
});
