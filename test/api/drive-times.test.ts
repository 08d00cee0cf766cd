import { setTimeout as delay } from 'node:timers/promises';
import { booleanPointInPolygon } from '@turf/turf';
import t, { type Test } from 'tap';
import { writeOsmPbf } from '../../load/osm-pbf/osm-pbf.js';
import { isochroneOf, NO_ROADS } from '../../src/geo/isochrone/networks.js';
import { readStoredRoads, removeRoads, storeRoads } from '../../src/store/roads.js';
import { finished, importCsv, startTestApp } from '../support/app.js';
import { cutTown, loadTown, placeAt, town } from '../support/drive-times.js';
import { answerJson } from '../support/geocoder.js';
import { squareAround, startRoutingService, valhallaAnswer } from '../support/routing-service.js';
import { assertCounts } from '../support/rows.js';
import { gridTown, METERS_OF_DEGREE } from '../support/town.js';
import { networkOf } from '../support/town-network.js';

/**
 * For all tests that need no other settings; each begins without roads and areas, with an account of its own.
 */
const shared = await startTestApp(t);
let owners = 0;

async function clear(): Promise<void> {
  const { sql, roads } = shared.app;
  for (const { name } of await readStoredRoads(sql)) await removeRoads(sql, name);
  while (roads.current.graphs.length > 0) await delay(5);
  await sql`DELETE FROM drive_time_areas`;
  await sql`UPDATE drive_time_area_use SET bytes = 0`;
}

/** @param env a service of its own has these settings */
async function start(t: Test, env?: Record<string, string>) {
  const service = env === undefined ? shared : await startTestApp(t, env);
  if (env === undefined) t.teardown(clear);
  const call = await service.client({ email: `owner-${++owners}@example.com` });
  const mapId = (await call('POST', '/maps', { name: 'Test' })).body.id;
  const upload = (csv: string, query = 'marker_type=drive_time', client = call, id = mapId) =>
    importCsv(client, id, csv, `?${query}`);
  const markers = async (id = mapId) => (await call('GET', `/maps/${id}/markers?page_size=1000`)).body.data;
  /** Areas that are kept, and when they were made. */
  const kept = () =>
    service.app.sql<{ source: string; minutes: number; truncated: boolean; made: string }[]>`
      SELECT source, minutes, truncated, created_at::text AS made FROM drive_time_areas ORDER BY source, minutes, key`;
  return { service, call, mapId, upload, markers, kept };
}

const HEADER = 'name,lat,lng,drive_time\n';
const row = (name: string, east: number, north: number, minutes: number | string = ''): string => {
  const { lat, lng } = placeAt(east, north);
  return `${name},${lat},${lng},${minutes}\n`;
};
/** Metres east of the town, on land: a place in the sea could look as if its coordinates were exchanged. */
const FAR = 2_500_000;

t.test(
  'rows get the area that is reached from their place, by their own minutes or those of the upload',
  async (t) => {
    const { service, call, mapId, upload, markers, kept } = await start(t);
    const roads = town();
    await loadTown(service, roads);
    const csv = `${HEADER}${row('A', 0, 0)}${row('B', 0, 0)}${row('C', 400, 0, 5)}${row('D', 0, 0.2, 3)}${row('E', FAR, 0)}`;
    const job = await upload(csv, 'marker_type=drive_time&default_drive_time=3');
    t.match(job, { status: 'completed', added: 5, error_count: 0 });
    t.same(job.notes, [
      '4 rows have drive-time areas.',
      '1 row became a pin, as no street of the loaded roads is within 2 km of it: load a region that has some (cartload roads load FILE.osm.pbf), or name a drive-time service (ISOCHRONE_URL).',
    ]);
    const found = await markers();
    t.same(
      found.map(({ name, type, region_source, drive_time }: Record<string, unknown>) => [
        name,
        type,
        region_source,
        drive_time,
      ]),
      [
        ['A', 'drive_time', 'roads/drive_time/3', undefined],
        ['B', 'drive_time', 'roads/drive_time/3', undefined],
        ['C', 'drive_time', 'roads/drive_time/5', '5'],
        ['D', 'drive_time', 'roads/drive_time/3', '3'],
        ['E', 'pin', null, undefined],
      ],
    );
    t.same(
      (await kept()).map(({ source, minutes }) => [source, minutes]),
      [
        ['roads', 3],
        ['roads', 3],
        ['roads', 5],
      ],
      'A, B and D are one place to 5 decimals; that E has none is kept, too',
    );
    const networks = { version: 'v', graphs: [roads.network] };
    for (const [at, minutes] of [
      [0, 3],
      [2, 5],
    ] as const) {
      const { id, lng, lat } = found[at];
      const { status, body } = await call('GET', `/maps/${mapId}/markers/${id}/area`);
      t.equal(status, 200);
      const feature = JSON.parse(body);
      const place = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
      const drawn = isochroneOf(networks, place(lng), place(lat), minutes)!;
      t.same(feature.geometry, { type: 'Polygon', coordinates: drawn.coordinates[0] }, "it is the engine's");
      t.ok(booleanPointInPolygon([lng, lat], feature));
      t.match(feature.properties, { type: 'drive_time', region_source: `roads/drive_time/${minutes}` });
    }
    t.match(await call('GET', `/maps/${mapId}/markers/${found[4].id}/area`), { status: 404 });
    t.match((await call('GET', `/maps/${mapId}`)).body, { marker_count: 5, region_count: 4 });
    await assertCounts(t, service.app.sql, mapId);
    const { body } = await call('GET', `/maps/${mapId}/markers.geojson`);
    t.same(
      JSON.parse(body).features.map(({ geometry }: { geometry: { type: string } }) => geometry.type),
      ['Polygon', 'Polygon', 'Polygon', 'Polygon', 'Point'],
    );
  },
);

t.test('the same file a second time draws nothing and changes nothing, in whatever map', async (t) => {
  const { service, call, upload, kept, markers } = await start(t);
  await loadTown(service, town());
  const csv = `${HEADER}${row('A', 0, 0)}${row('B', 800, 0, 4)}${row('C', FAR, 0)}`;
  await upload(csv);
  const first = await kept();
  t.equal(first.length, 3);
  t.match(await upload(csv, 'marker_type=drive_time&on_duplicate=overwrite'), {
    added: 0,
    updated: 0,
    unchanged: 3,
  });
  const other = (await call('POST', '/maps', { name: 'Other' })).body.id;
  const stranger = await service.client({ email: 'other@example.com' });
  const theirs = (await stranger('POST', '/maps', { name: 'Theirs' })).body.id;
  t.match(await upload(csv, 'marker_type=pinned_drive_time', call, other), { added: 3 });
  t.match(await upload(csv, 'marker_type=drive_time', stranger, theirs), { added: 3 });
  t.same(await kept(), first, 'nothing was drawn anew');
  t.match(await markers(other), [
    { type: 'pinned_drive_time' },
    { type: 'pinned_drive_time' },
    { type: 'pin' },
  ]);
  t.match((await call('GET', `/maps/${other}`)).body, { marker_count: 3, region_count: 0 });

  // Roads that are replaced draw other areas; markers have theirs until they are imported again.
  const areaOf = async (id: number) =>
    (await call('GET', `/maps/${(await markers())[0].map_id}/markers/${id}/area`)).body;
  const [{ id }] = await markers();
  const before = await areaOf(id);
  const { stored, packed } = cutTown('town');
  await storeRoads(service.databaseUrl, stored, packed);
  while (!service.app.roads.current.version.includes(stored.version)) await delay(5);
  t.equal(await areaOf(id), before);
  const again = await upload(csv, 'marker_type=drive_time&on_duplicate=overwrite');
  t.match(again, { updated: 2, unchanged: 1 });
  t.not(await areaOf(id), before);
  t.match(again.notes[1], '2 rows have areas that end where the loaded roads do, and may reach farther');
  t.match(await upload(csv, 'marker_type=drive_time&on_duplicate=overwrite'), {
    updated: 0,
    unchanged: 3,
  });
});

t.test('minutes that are none are row errors of their column', async (t) => {
  const { service, upload, kept } = await start(t);
  await loadTown(service, town());
  const given = ['0', '100000', '7.5', '-3', '10 min', '1,000', '1', '99999', '12.0'];
  const csv = `Name,Latitude,Longitude,Drive Time\n${given.map((minutes, i) => `P${i},0,0,"${minutes}"`).join('\n')}\n`;
  const job = await upload(csv);
  t.match(job, { status: 'completed', added: 3, error_count: 6 });
  t.same(
    job.errors.map(({ code, column, message }) => [code, column, message]),
    [
      ...['0', '100000', '7.5', '-3', '10 min'].map((text) => [
        'drive_time_invalid',
        'Drive Time',
        `drive_time "${text}" is not a whole number of minutes from 1 to 99999`,
      ]),
      [
        'drive_time_invalid',
        'Drive Time',
        'drive_time "1,000" can be thousands or decimals: write it like 1500',
      ],
    ],
  );
  t.same(
    (await kept()).map(({ minutes }) => minutes),
    [1, 12, 99_999],
  );
  t.match(
    await upload('name,lat,lng,drive_time\nX,0,0,soon\n', 'marker_type=pin'),
    { added: 1 },
    'of a pin it is a text',
  );
});

t.test('rows whose own type is a drive time get areas among others', async (t) => {
  const { service, mapId, upload, markers } = await start(t);
  await loadTown(service, town());
  const csv = 'name,lat,lng,Marker Type\nA,0,0,drive_time\nB,0,0,pin\nC,0,0,pinned_drive_time\nD,0,0,\n';
  t.match(await upload(csv, ''), { added: 4, notes: ['2 rows have drive-time areas.'] });
  t.same(await service.app.sql`SELECT count(area)::integer AS areas FROM markers WHERE map_id = ${mapId}`, [
    { areas: 2 },
  ]);
  t.same(
    (await markers()).map(({ type, region_source }: Record<string, unknown>) => [type, region_source]),
    [
      ['drive_time', 'roads/drive_time/10'],
      ['pin', null],
      ['pinned_drive_time', 'roads/drive_time/10'],
      ['pin', null],
    ],
  );
});

t.test('a small JSON batch is answered when its areas are drawn', async (t) => {
  const { service, call, mapId, markers } = await start(t);
  await loadTown(service, town());
  const body = {
    markers: [
      { name: 'A', lat: 0, lng: 0 },
      { name: 'B', lat: 45, lng: 0 },
    ],
  };
  const path = `/maps/${mapId}/markers/bulk?marker_type=drive_time&default_drive_time=2`;
  t.match(await call('POST', path, body), { status: 200, body: { added: 2, errors: [] } });
  t.match(await markers(), [{ type: 'drive_time', region_source: 'roads/drive_time/2' }, { type: 'pin' }]);
});

t.test('without roads rows are pins, and without a word where nobody asks for areas', async (t) => {
  const { service, upload, kept } = await start(t, {});
  t.equal(service.app.roads.current, NO_ROADS);
  const job = await upload(`${HEADER}${row('A', 0, 0)}${row('B', 400, 0, 'x')}`);
  t.match(job, { added: 1, error_count: 1 });
  t.match(job.notes, [/^1 row became a pin, as no roads are loaded: load those of the region/]);
  t.match(await upload(`${HEADER}${row('C', 9, 0)}`, 'marker_type=pin'), { added: 1, notes: [] });
  t.equal((await kept()).length, 0);
});

t.test(
  'ISOCHRONE_FALLBACK=estimate draws circles where there are no roads, and says that they are',
  async (t) => {
    const { service, call, mapId, upload, markers } = await start(t, { ISOCHRONE_FALLBACK: 'estimate' });
    await loadTown(service, town());
    const job = await upload(`${HEADER}${row('A', 0, 0)}${row('B', FAR, 0, 30)}`);
    t.same(job.notes, [
      '2 rows have drive-time areas, 1 of them circles of an average speed (region_source begins with estimate/).',
    ]);
    const found = await markers();
    t.same(
      found.map(({ region_source }: { region_source: string }) => region_source),
      ['roads/drive_time/10', 'estimate/drive_time/30'],
    );
    const { geometry } = JSON.parse((await call('GET', `/maps/${mapId}/markers/${found[1].id}/area`)).body);
    t.equal(geometry.coordinates[0].length, 73);
  },
);

t.test('accounts under a health-data agreement import without areas', async (t) => {
  const { service, upload, kept } = await start(t, { ISOCHRONE_FALLBACK: 'estimate' });
  await loadTown(service, town());
  const clinic = await service.client({ email: 'clinic@example.com', healthData: true });
  const mapId = (await clinic('POST', '/maps', { name: 'Clinic' })).body.id;
  const csv = `${HEADER}${row('A', 0, 0)}${row('B', 400, 0, 99)}`;
  const job = await upload(csv, 'marker_type=pinned_drive_time', clinic, mapId);
  t.match(job, { added: 2, error_count: 0 });
  t.same(job.notes, [
    '2 rows became pins: no drive-time areas are drawn for accounts under a health-data agreement.',
  ]);
  t.match((await clinic('GET', `/maps/${mapId}/markers`)).body.data, [
    { type: 'pin', region_source: null },
    { type: 'pin', region_source: null, drive_time: '99' },
  ]);
  t.equal((await kept()).length, 0);
  const dry = await clinic(
    'POST',
    `/maps/${mapId}/markers/bulk?marker_type=drive_time&dry_run=true`,
    `${HEADER}${row('C', 0, 0)}`,
    { 'content-type': 'text/csv' },
  );
  t.match(dry.body, { drive_times: { known: 0, to_draw: 0, none: 1 }, notes: [/health-data agreement/] });
});

t.test('areas that end where the roads do are told', async (t) => {
  const { service, upload, kept } = await start(t);
  await loadTown(service, cutTown());
  const job = await upload(`${HEADER}${row('A', 0, 0, 1)}${row('B', 0, 0, 5)}${row('C', 0, 0, 5)}`);
  t.same(job.notes, [
    '3 rows have drive-time areas.',
    '2 rows have areas that end where the loaded roads do, and may reach farther: a larger extract shows it (cartload roads load FILE.osm.pbf).',
  ]);
  t.same(
    (await kept()).map(({ minutes, truncated }) => [minutes, truncated]),
    [
      [1, false],
      [5, true],
    ],
  );
});

t.test('a dry run draws nothing, and says what is known and what is to be drawn', async (t) => {
  const { service, call, mapId, upload, kept } = await start(t);
  await loadTown(service, town());
  await upload(`${HEADER}${row('A', 0, 0)}${row('Sea', FAR, 0)}`);
  const before = await kept();
  const csv = `${HEADER}${row('B', 0, 0)}${row('C', 400, 0)}${row('D', 400, 0)}${row('E', FAR, 0)}${row('F', 0, 0, 'x')}`;
  const { body } = await call(
    'POST',
    `/maps/${mapId}/markers/bulk?marker_type=drive_time&dry_run=true`,
    csv,
    {
      'content-type': 'text/csv',
    },
  );
  t.same(body.counts, { total: 5, added: 4, updated: 0, unchanged: 0, skipped: 0, rejected: 1, deleted: 0 });
  t.same(body.drive_times, { known: 1, to_draw: 2, none: 1 });
  t.match(body.notes, [
    '1 row would have drive-time areas that are drawn already.',
    /^1 row became a pin/,
    '2 rows would have drive-time areas of which an import would draw 1, where there are roads: a dry run draws none.',
  ]);
  t.same(
    body.rows.map(({ marker }: { marker: { type: string; region_source: string } | null }) =>
      marker === null ? null : [marker.type, marker.region_source],
    ),
    [['drive_time', 'roads/drive_time/10'], ['drive_time', null], ['drive_time', null], ['pin', null], null],
  );
  t.same(await kept(), before);
});

t.test('a clone has the areas, by include_regions; what is exported comes back the same', async (t) => {
  const { service, call, mapId, upload, markers, kept } = await start(t);
  await loadTown(service, town());
  await upload(
    `${HEADER}${row('A', 0, 0)}${row('B', 400, 0, 4)}`,
    'marker_type=drive_time&default_drive_time=3',
  );
  await upload(`${HEADER}${row('C', 800, 0, 6)}`, 'marker_type=pinned_drive_time');
  const before = await kept();
  const areas = async (id: number) => {
    const file = JSON.parse((await call('GET', `/maps/${id}/markers.geojson`)).body);
    return file.features.map(
      ({ geometry, properties }: { geometry: unknown; properties: Record<string, unknown> }) => [
        properties.name,
        properties.type,
        properties.region_source,
        geometry,
      ],
    );
  };
  const all = await areas(mapId);
  t.equal(all.length, 3);
  const clone = (await call('POST', `/maps/${mapId}/clone`, { name: 'All' })).body;
  t.match(clone, { marker_count: 3, region_count: 2 });
  t.same(await areas(clone.id), all);
  const pinned = (await call('POST', `/maps/${mapId}/clone`, { name: 'P', include_regions: false })).body;
  t.match(pinned, { marker_count: 1, region_count: 0 });
  t.same(await areas(pinned.id), all.slice(2));

  const csv = (await call('GET', `/maps/${mapId}/markers.csv`)).body;
  const copy = (await call('POST', '/maps', { name: 'Copy' })).body.id;
  await upload(csv, '', call, copy);
  t.same(await areas(copy), all);
  t.match(await markers(copy), [{ drive_time: '3' }, { drive_time: '4' }, { drive_time: '6' }]);
  t.same(await kept(), before);
  t.match(await upload(csv, 'on_duplicate=overwrite', call, copy), { unchanged: 3, updated: 0 });

  t.match(await call('DELETE', `/maps/${copy}/markers/bulk`, { all: true, confirm: true }), {
    body: { deleted: 3 },
  });
  t.match((await call('GET', `/maps/${copy}`)).body, { marker_count: 0, region_count: 0 });
});

t.test('a patch keeps the area where the place stays; a marker that is moved becomes a pin', async (t) => {
  const { service, call, mapId, upload, markers } = await start(t);
  await loadTown(service, town());
  await upload(`${HEADER}${row('A', 400, 400)}`);
  const [{ id, lat, lng }] = await markers();
  const path = `/maps/${mapId}/markers/${id}`;
  const area = (await call('GET', `${path}/area`)).body.replace('"A"', '"B"');
  t.match(await call('PATCH', path, { name: 'B', custom_fields: { x: '1' } }), {
    body: { type: 'drive_time' },
  });
  t.match(await call('PATCH', path, { lat: lat + 0.000001, lng, address: { street: '1 Main St' } }), {
    status: 200,
    body: { type: 'drive_time', region_source: 'roads/drive_time/10', address: { street: '1 Main St' } },
  });
  t.equal((await call('GET', `${path}/area`)).body, area);
  t.match(await call('PATCH', path, { type: 'drive_time' }), { status: 400 });
  t.match(await call('PATCH', path, { lat: lat + 0.01, lng }), {
    body: { type: 'pin', region_source: null },
  });
  t.match(await call('GET', `${path}/area`), { status: 404 });
  t.match((await call('GET', `/maps/${mapId}`)).body, { region_count: 0 });
  t.same(await service.app.sql`SELECT area FROM markers WHERE map_id = ${mapId}`, [{ area: null }]);
});

t.test('search and nearby find drive times as they find others', async (t) => {
  const { service, call, mapId, upload } = await start(t);
  await loadTown(service, town());
  await upload(`${HEADER}${row('Alpha', 0, 0)}`);
  t.match((await call('GET', `/maps/${mapId}/markers/search?q=alph`)).body.data, [{ type: 'drive_time' }]);
  t.match((await call('GET', '/nearby?lat=0&lng=0')).body.results, [{ title: 'Alpha', type: 'drive_time' }]);
});

t.test('more areas than are read at a time are all in the GeoJSON file', async (t) => {
  const { service, call, mapId, upload } = await start(t);
  await loadTown(service, town());
  const rows = Array.from({ length: 300 }, (_, i) =>
    row(`P${i}`, (i % 20) * 100, Math.floor(i / 20) * 100, 1 + (i % 2)),
  );
  t.match(await upload(HEADER + rows.join('')), {
    added: 300,
    notes: ['300 rows have drive-time areas.'],
  });
  const { features } = JSON.parse((await call('GET', `/maps/${mapId}/markers.geojson`)).body);
  t.equal(features.length, 300);
  t.ok(
    features.every(
      ({ geometry, properties }: { geometry: { type: string }; properties: { lng: number; lat: number } }) =>
        geometry.type === 'Polygon' &&
        booleanPointInPolygon([properties.lng, properties.lat], geometry as never),
    ),
  );
  const plain = JSON.parse((await call('GET', `/maps/${mapId}/markers.geojson?areas=false`)).body);
  t.ok(plain.features.every(({ geometry }: { geometry: { type: string } }) => geometry.type === 'Point'));
});

t.test(
  'a job shows how many areas are drawn; one that is cancelled meanwhile keeps what is drawn',
  async (t) => {
    // It answers for the first portion of places, and then no more.
    const answered = 64;
    let asked = 0;
    const routing = await startRoutingService(t, ({ url, body }, response) => {
      if (++asked > answered) return;
      const { locations } = (body ?? JSON.parse(url.searchParams.get('json')!)) as {
        locations: { lat: number; lon: number }[];
      };
      answerJson(response, valhallaAnswer([squareAround(locations[0]!.lon, locations[0]!.lat)]));
    });
    const { call, mapId, kept } = await start(t, { ISOCHRONE_URL: `${routing.origin}/isochrone` });
    const rows = Array.from({ length: 100 }, (_, i) => row(`P${i}`, i * 100, 0));
    const { body } = await call(
      'POST',
      `/maps/${mapId}/markers/bulk?marker_type=drive_time`,
      HEADER + rows.join(''),
      { 'content-type': 'text/csv' },
    );
    const told = `The import is drawing drive-time areas: ${answered} of the next 100 are done.`;
    for (let notes: string[] = []; !notes.includes(told); await delay(20))
      notes = (await call('GET', body.status_url)).body.notes;
    t.match(await call('DELETE', `/jobs/${body.job_id}`), { body: { status: 'cancelled' } });
    t.match(await finished(call, body), { status: 'cancelled', processed: 0 });
    t.equal((await kept()).length, answered);
  },
);

t.test('a place far from any street is told, also when its area was drawn before', async (t) => {
  const { service, upload } = await start(t);
  await loadTown(service, town());
  const csv = `${HEADER}${row('A', 150, 0)}${row('B', 200, 170)}${row('C', 200, 170.2)}`;
  const told =
    '2 rows lie over 100 m from the nearest street: their drive-time areas begin there, which may be across water or a railway.';
  const { notes, timings } = await upload(csv);
  t.same(notes, ['3 rows have drive-time areas.', told]);
  t.ok(timings.looking_up > 0, 'the job tells how long its areas took');
  t.same((await upload(csv, 'marker_type=drive_time&on_duplicate=overwrite')).notes, [
    '3 rows have drive-time areas.',
    told,
  ]);
});

t.test('a place on an island has the area of its streets', async (t) => {
  const { service, upload, kept, markers, call, mapId } = await start(t);
  const mainland = gridTown(15, 15, 400, { highway: 'residential', maxspeed: '36' });
  const island = gridTown(7, 7, 100, { highway: 'residential', maxspeed: '36' });
  const east = 4000 / METERS_OF_DEGREE;
  const nodes = [
    ...mainland.nodes,
    ...island.nodes.map((node) => ({ ...node, id: node.id + 1000, lon: node.lon + east })),
  ];
  const ways = [
    ...mainland.ways,
    ...island.ways.map((way) => ({ ...way, refs: way.refs.map((ref) => ref + 1000) })),
  ];
  await loadTown(service, networkOf('coast', writeOsmPbf(nodes, ways)));
  t.same((await upload(`${HEADER}${row('A', 4000, 10)}`)).notes, ['1 row has a drive-time area.']);
  t.equal((await kept()).length, 1);
  const [{ id }] = await markers();
  const feature = JSON.parse((await call('GET', `/maps/${mapId}/markers/${id}/area`)).body);
  const holds = (metersEast: number): boolean =>
    booleanPointInPolygon([metersEast / METERS_OF_DEGREE, 0], feature);
  t.same([4000, 4290, 2800].map(holds), [true, true, false]);
});

t.test(
  'a service goes before loaded roads, which stand behind it; a drive too long for both is a row error',
  async (t) => {
    const routing = await startRoutingService(t, ({ url, body }, response) => {
      const asked = (body ?? JSON.parse(url.searchParams.get('json')!)) as {
        locations: [{ lat: number; lon: number }];
      };
      const [{ lat, lon }] = asked.locations;
      // It knows nothing west of 0.
      if (lon < 0) answerJson(response, { error_code: 171, error: 'No suitable edges near location' }, 400);
      else answerJson(response, valhallaAnswer([squareAround(lon, lat)]));
    });
    const { service, upload, markers } = await start(t, { ISOCHRONE_URL: `${routing.origin}/isochrone` });
    await loadTown(service, town());
    const csv = `${HEADER}${row('A', 100, 0)}${row('B', 100, 0)}${row('C', -400, 0)}${row('D', 100, 0, 121)}${row('E', FAR, 0, 121)}`;
    const job = await upload(csv);
    t.match(job, { status: 'completed', added: 4, error_count: 1 });
    t.match(job.errors, [
      {
        index: 4,
        code: 'drive_time_invalid',
        message: 'drive_time 121 is more than the 120 minutes that the drive-time service draws areas for',
      },
    ]);
    const sources = async () =>
      (await markers()).map(({ name, region_source }: Record<string, unknown>) => [name, region_source]);
    const drawn = [
      ['A', 'valhalla/drive_time/10'],
      ['B', 'valhalla/drive_time/10'],
      ['C', 'roads/drive_time/10'],
      ['D', 'roads/drive_time/121'],
    ];
    t.same(await sources(), drawn);
    const asked = routing.requests.length;
    t.match(await upload(csv, 'marker_type=drive_time&on_duplicate=overwrite'), { unchanged: 4 });
    t.equal(routing.requests.length, asked, 'it is asked once');
  },
);
