import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import t from 'tap';
import { csvLine } from '../../src/format/write/csv-cell.js';
import type { Marker } from '../../src/schema/marker.js';
import { type Client, finished, importCsv, sharedTestApp } from '../support/app.js';

const service = await sharedTestApp(t, { WORKERS: '2' });
const authorization = await service.authorization({
  quotaMaps: 1_000_000,
  quotaMarkers: 1_000_000,
  quotaBulk: 1_000_000,
});
const call = service.clientWith(authorization);

const newMap = async (name = 'M', as: Client = call): Promise<number> =>
  (await as('POST', '/maps', { name })).body.id;
const exported = async (map: number): Promise<string> =>
  (await call<string>('GET', `/maps/${map}/markers.csv`)).body;
/** By ascending id, without what belongs to one map alone. */
const markersOf = async (map: number) => {
  const { body } = await call<{ data: Marker[] }>('GET', `/maps/${map}/markers?page_size=1000`);
  return body.data.map(
    ({ id: _id, map_id: _mapId, created_at: _createdAt, updated_at: _updatedAt, ...marker }) => marker,
  );
};

const exportedFeatures = async (map: number): Promise<string> =>
  (await call<string>('GET', `/maps/${map}/markers.geojson`)).body;
const importFeatures = async (map: number, features: string, query = '') => {
  const { body } = await call('POST', `/maps/${map}/markers/bulk${query}`, features, {
    'content-type': 'application/geo+json',
  });
  return finished(call, body);
};

const LEADING =
  'Name,Marker Type,Street Address,Street Address 2,City,County,State,Post Code,Country,Latitude,Longitude,Radius,Drive Time,' +
  'Category (Color),Color,Photo URL,Photo Width,Photo Height,Videosite ID,Video Width,Video Height,Updated,Expire';

t.test('a map is one CSV file', async (t) => {
  const map = await newMap('Läden "Nord" 50%');
  await call('POST', `/maps/${map}/markers`, {
    name: 'Ä, "B"',
    lat: -1.5,
    lng: 1e-7,
    type: 'circle',
    radius: 2.5,
    address: { street: 'Main St 5', zip: '00501' },
    category: '=Shops',
    color: 'red',
    custom_fields: { Phone: '+49 30', Note: 'two\nlines' },
  });
  await call('POST', `/maps/${map}/markers`, { name: 'C', lat: 90, lng: -180 });
  const { status, headers, body } = await call('GET', `/maps/${map}/markers.csv`);
  t.equal(status, 200);
  t.equal(headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
  t.equal(
    headers.get('content-disposition'),
    `attachment; filename="Laden _Nord_ 50%.csv"; filename*=UTF-8''L%C3%A4den%20_Nord_%2050%25.csv`,
  );
  const times = (await call('GET', `/maps/${map}/markers`)).body.data.map(
    (marker: Marker) => marker.updated_at,
  );
  t.equal(
    body,
    `${LEADING},Phone,Note,Location Code\r\n` +
      `"Ä, ""B""",circle,Main St 5,,,,,00501,,-1.5,1e-07,2.5,,'=Shops,red,,,,,,,${times[0]},,'+49 30,"two\nlines",\r\n` +
      `C,pin,,,,,,,,90,-180,,,,,,,,,,,${times[1]},,,,\r\n`,
  );
});

t.test('an empty map is a header', async (t) => {
  const map = await newMap();
  t.equal(await exported(map), `${LEADING},Location Code\r\n`);
  t.match(await importCsv(call, await newMap(), await exported(map)), { status: 'completed', total: 0 });
});

/** Names F0, F1, … and as many values. */
const names = (count: number, prefix = 'F'): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const fieldsOf = (count: number, prefix = 'F') =>
  Object.fromEntries(names(count, prefix).map((name) => [name, 'x']));
const featuresOf = async (map: number) =>
  JSON.parse((await call<string>('GET', `/maps/${map}/markers.geojson`)).body);
const create = (map: number, name: string, custom_fields: object) =>
  call('POST', `/maps/${map}/markers`, { name, lat: 1, lng: 2, custom_fields });

t.test(
  'a field that the map has no room to define is a column all the same, and is imported again',
  async (t) => {
    const map = await newMap();
    await create(map, 'A', fieldsOf(1000));
    await create(map, 'B', { Z: 'z', type: 't', Y: 'y' });
    const header = (await exported(map)).split('\r\n')[0]!;
    t.equal(header, `${LEADING},${names(1000).join()},Y,Z,type,Location Code`);
    const copy = await newMap();
    await importCsv(call, copy, await exported(map));
    t.same(await markersOf(copy), await markersOf(map));
    const collection = await featuresOf(map);
    t.match(collection.features[1].properties, { Z: 'z', Y: 'y', type: 'pin', 'type (2)': 't' });
  },
);

t.test('an import of more columns than a map defines is exported whole, days later, too', async (t) => {
  const map = await newMap();
  const columns = names(1200);
  await importCsv(call, map, `name,lat,lng,${columns.join()}\nA,1,2,${columns.join()}\n`);
  await service.app.sql`UPDATE jobs SET completed_at = now() - interval '2 days' WHERE map_id = ${map}`;
  const copy = await newMap();
  await importCsv(call, copy, await exported(map));
  t.same((await markersOf(copy))[0]!.custom_fields, Object.fromEntries(columns.map((name) => [name, name])));
});

t.test('more custom fields than an import takes columns are refused before a byte is sent', async (t) => {
  const map = await newMap();
  await create(map, 'A', fieldsOf(4000));
  await create(map, 'B', fieldsOf(976, 'G'));
  t.equal((await exported(map)).split('\r\n')[0]!.split(',').length, 5000);
  await create(map, 'C', { one: 'more', name: 'n' });
  const { status, body } = await call('GET', `/maps/${map}/markers.csv`);
  t.equal(status, 400);
  t.match(body.error.message, /more than 4976 custom fields.*markers\.geojson/);
  const collection = await featuresOf(map);
  t.match(collection.features[2].properties, { name: 'C', one: 'more', 'name (2)': 'n' });
});

t.test('an export changes nothing where it is read back', async (t) => {
  const map = await newMap();
  const create = (body: object) => call('POST', `/maps/${map}/markers`, body);
  await create({
    name: 'Pin',
    lat: 1.5,
    lng: -2,
    category: 'A',
    custom_fields: {
      ...{
        id: '7',
        type: 't',
        'type (2)': 'u',
        created_at: 'now',
        updated_at: 'then',
        Updated: 'once',
        'marker-color': '#fff',
        name: 'n',
        lat: '9',
      },
      ...{ 'Location Code': 'x', City: 'Bonn', area_omitted: 'y', Phone: '5' },
    },
  });
  await create({
    name: 'Circle',
    lat: 48,
    lng: 11,
    type: 'circle',
    radius: 3,
    radius_unit: 'km',
    color: 'red',
  });
  await create({
    name: 'Ring',
    lat: 48,
    lng: 12,
    type: 'pinned_circle',
    radius: 3,
    address: { city: 'None' },
  });
  await importCsv(
    call,
    map,
    'name,lat,lng,location_code,county,expire,type\nMore,50,8,L-1,Kent,2999-12-31,pin\nZip,,,,,,us_zip\n',
  );
  await importCsv(call, map, 'name,zip\nArea,43004\n', '?marker_type=us_zip');
  await importCsv(call, map, 'name,lat,lng\nDrive,51,7\n', '?marker_type=drive_time&drive_time=10');
  const before = await markersOf(map);
  t.ok(before.length >= 5, `${before.length}`);
  const unchanged = { status: 'completed', added: 0, updated: 0, unchanged: before.length, error_count: 0 };
  const again = await importCsv(call, map, await exported(map), '?on_duplicate=overwrite');
  t.match(again, unchanged);
  t.match(
    again.mapping.filter(({ header }) => header === 'Updated'),
    [{ how: 'ignored' }, { how: 'custom' }],
  );
  const file = await exportedFeatures(map);
  const features = JSON.parse(file).features as {
    geometry: { type: string };
    properties: { updated_at: string };
  }[];
  const { data } = (await call('GET', `/maps/${map}/markers?page_size=1000`)).body;
  t.same(
    features.map(({ properties }) => properties.updated_at),
    data.map((marker: Marker) => marker.updated_at),
  );
  t.ok(features.filter(({ geometry }) => geometry.type !== 'Point').length >= 2);
  const job = await importFeatures(map, file, '?on_duplicate=overwrite');
  t.match(job, unchanged);
  t.same(await markersOf(map), before);
  const lines = features.map((feature) => `${JSON.stringify(feature)}\n`).join('');
  t.match(await importFeatures(map, lines, '?on_duplicate=overwrite'), unchanged, 'one a line, too');
});

t.test('a point of an export that was moved moves its marker; a feature without one is told', async (t) => {
  const map = await newMap();
  await create(map, 'A', { id: '1' });
  const { features } = JSON.parse(await exportedFeatures(map));
  features[0].geometry.coordinates = [7, 51];
  features.push({
    type: 'Feature',
    geometry: { type: 'Polygon', coordinates: [] },
    properties: { name: 'B' },
  });
  const copy = await newMap();
  const job = await importFeatures(copy, JSON.stringify({ type: 'FeatureCollection', features }));
  t.match(job.errors, [{ line: 2, message: /^lat "Polygon" is no point: give each feature a point/ }]);
  t.match(await markersOf(copy), [{ name: 'A', lat: 51, lng: 7, custom_fields: { id: '1' } }]);
});

t.test('a marker that has expired is left out', async (t) => {
  const map = await newMap();
  await importCsv(call, map, 'name,lat,lng,expire\nA,1,2,2001-01-01\nB,1,2,2999-12-31\n');
  const file = await exported(map);
  t.equal(file.split('\r\n').length, 3);
  t.match(file, /\r\nB,pin,.*,2999-12-31,\r\n$/);
});

t.test('the file of rejected rows of an export is one, too', async (t) => {
  const [map, second] = [await newMap(), await newMap()];
  const custom_fields = { error: 'E1', Phone: '5', City: 'C' };
  await call('POST', `/maps/${map}/markers`, { name: 'A', lat: 1, lng: 2, custom_fields });
  await call('POST', `/maps/${map}/markers`, { name: 'B', lat: 1, lng: 2, custom_fields });
  const file = await exported(map);
  const job = await importCsv(call, second, file.replace('\r\nB,pin', '\r\nB,blob'));
  t.match(job, {
    added: 1,
    error_count: 1,
    error_summary: [{ code: 'type_invalid', column: 'Marker Type' }],
  });
  const { body: rejects } = await call('GET', job.errors_url!);
  t.match(await importCsv(call, second, rejects.replace('B,blob', 'B,pin')), { added: 1, error_count: 0 });
  t.same(await markersOf(second), await markersOf(map));
});

t.test('columns that were added to an export are read like those of any file', async (t) => {
  const [map, second] = [await newMap(), await newMap()];
  await call('POST', `/maps/${map}/markers`, { name: 'A', lat: 1, lng: 2, custom_fields: { Phone: '5' } });
  const [header, row] = (await exported(map)).split('\r\n');
  await importCsv(call, second, `${header}, Added ,Phone\r\n${row},x,6\r\n`);
  t.same((await markersOf(second))[0]!.custom_fields, { Phone: '5', Added: 'x', 'Phone (2)': '6' });
});

t.test('a type of its own counts before that of the import', async (t) => {
  const map = await newMap();
  const job = await importCsv(
    call,
    map,
    'name,lat,lng,radius,marker type\nA,1,1,,\nB,1,2,7,PIN\nC,1,3,7,Pinned_Circle\nD,1,4,,x\n',
    '?marker_type=circle&default_radius=3',
  );
  t.match(job.errors, [
    { index: 3, code: 'type_invalid', column: 'marker type', message: '"x" is not a marker type' },
  ]);
  t.same(
    (await markersOf(map)).map(({ type, radius }) => [type, radius]),
    [
      ['circle', 3],
      ['pin', null],
      ['pinned_circle', 7],
    ],
  );
  t.equal((await call('GET', `/maps/${map}`)).body.region_count, 1);
});

/** A map whose file is larger than what sockets hold; one for each account. */
const LARGE_ROWS = 600;
const largeMaps = new Map<Client, Promise<number>>();
const largeMap = (as: Client = call): Promise<number> => {
  const made = largeMaps.get(as) ?? newLargeMap(as);
  largeMaps.set(as, made);
  return made;
};
const newLargeMap = async (as: Client): Promise<number> => {
  const map = await newMap('Large', as);
  const value = 'x'.repeat(31_000);
  const rows = Array.from({ length: LARGE_ROWS }, (_, i) => `A${i},1,${i / 10},${value}\n`);
  await importCsv(as, map, `name,lat,lng,Text\n${rows.join('')}`);
  return map;
};
const connections = async (): Promise<number[]> => {
  const { sql } = service.app;
  const rows = await sql<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE application_name = 'cartload export' AND datname = current_database()`;
  return rows.map(({ pid }) => pid);
};
const untilConnections = async (count: number): Promise<void> => {
  while ((await connections()).length !== count) await delay(10);
};
/** Reads the head of the reply and nothing else. */
const startExport = async (map: number, as = authorization): Promise<IncomingMessage> => {
  const { hostname, port, pathname } = new URL(service.app.publicUrl);
  const path = `${pathname}/maps/${map}/markers.csv`;
  const request = get({ hostname, port, path, headers: { authorization: as }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  return response;
};

t.test('a large map is streamed whole, and its connection ends with it', async (t) => {
  const map = await largeMap();
  const file = await exported(map);
  t.equal(file.split('\r\n').length, LARGE_ROWS + 2);
  await untilConnections(0);
});

t.test(
  'so many are made at a time, of an account all but one; who waits gets a turn when a client leaves',
  async (t) => {
    const another = await service.authorization({ email: 'another@example.com' });
    const [map, anothers] = [await largeMap(), await largeMap(service.clientWith(another))];
    const readers = await Promise.all([startExport(map), startExport(map)]);
    const { exports } = service.app.work;
    const waiting = startExport(map);
    while (exports.waiting < 1) await delay(5);
    t.equal(exports.running, 2, 'the third place is for another account');
    readers.push(await startExport(anothers, another));
    t.same(new Set(readers.map(({ statusCode }) => statusCode)), new Set([200]));
    t.equal((await connections()).length, 3, 'none of them is at its end');
    const third = await service.client({ email: 'third@example.com' });
    const small = await newMap('Small', third);
    let answered = false;
    const last = third('GET', `/maps/${small}/markers.csv`).finally(() => {
      answered = true;
    });
    while (exports.waiting < 2) await delay(5);
    t.notOk(answered);
    readers.pop()!.destroy();
    t.equal((await last).status, 200, 'the first in line may not, its account has two');
    for (const reader of readers) reader.destroy();
    (await waiting).destroy();
    await untilConnections(0);
  },
);

t.test(
  'a file whose database connection dies is cut, so that nobody takes the part for the whole',
  async (t) => {
    const map = await largeMap();
    const reader = await startExport(map);
    const [pid] = await connections();
    await service.app.sql`SELECT pg_terminate_backend(${pid!}::integer)`;
    await t.rejects(reader.toArray(), { code: 'ECONNRESET' });
    await untilConnections(0);
    t.equal((await call('GET', '/me')).status, 200);
  },
);

/** Short for `npm test`; `METAMORPHIC_RUNS=300` for a long round. A case makes three imports. */
const RUNS = Math.ceil(Number(process.env.METAMORPHIC_RUNS ?? 8) / 4);

/** Texts that CSV, spreadsheets, COPY, JSON and trimming stumble over. */
const PIECES =
  '=1+1|\'|\'\'=|+49|-12.5|-x|@|"|""|,|;|\t|\n|\r|\r\n| |\u00a0|\ufeff|\u0085|\u2028|\b|\f|\v|\u0001|\\|\\N|\\.|\\n|{|}|é|e\u0301|😀|0|007|1e5|null|x|yz'.split(
    '|',
  );
const text = fc.oneof(
  fc.array(fc.constantFrom('|', ...PIECES), { maxLength: 5 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 10 }).map((s) => s.replaceAll('\0', '').toWellFormed()),
);
const fieldName = fc.oneof(
  { weight: 2, arbitrary: text },
  fc.constantFrom(
    ...['', ' ', ' a ', 'a', 'A', 'name', 'City', 'city', 'LATITUDE', 'lat', 'Latitude', 'Location Code'],
    ...['location_code', 'error', 'Marker Type', 'type', 'City (2)', 'Column 24', '__proto__', 'constructor'],
    ...['Phone', 'lat_alt', 'Full address', 'Hausnummer', 'lat/lng', 'x'.repeat(300), ';'.repeat(60), '\t|'],
  ),
);
const customFields = fc
  .array(fc.tuple(fieldName, text), { maxLength: 5 })
  .map((entries) => Object.fromEntries(entries));
const degrees = (limit: number) =>
  fc.oneof(
    fc.double({ min: -limit, max: limit, noNaN: true }),
    fc.constantFrom(0, -0, limit, -limit, 1e-7, 5e-324, -1e-300, 0.1 + 0.2),
  );
const placed = {
  name: text.filter((name) => /\S/.test(name)),
  lat: degrees(90),
  lng: degrees(180),
  address: fc.record(
    { street: text, street2: text, city: text, state: text, country: text, zip: text },
    { requiredKeys: [] },
  ),
  custom_fields: customFields,
};
const category = fc.option(fc.oneof(text, fc.constantFrom('A', 'B')), { nil: undefined });
const marker = fc.record(
  {
    ...placed,
    category,
    color: fc.constantFrom('red', 'sky blue'),
    shape: fc.constantFrom(
      { type: 'pin' },
      { type: 'circle', radius: 0.1 },
      { type: 'pinned_circle', radius: 1e-7, radius_unit: 'km' },
    ),
  },
  { requiredKeys: ['name', 'lat', 'lng'] },
);
const batchMarker = fc.record({ ...placed, category }, { requiredKeys: ['name', 'lat', 'lng'] });
const extras = fc.record({
  county: text,
  photo_url: text,
  photo_width: text,
  photo_height: text,
  videosite_id: text,
  video_width: text,
  video_height: text,
  location_code: text,
  'Drive Time': text,
  expire: fc.constantFrom('', '2999-12-31', '2999-12-31T10:00:00+02:00'),
});

/** An import would skip the second of two with one name and place. */
const placeOf = ({ name, lat, lng }: { name: string; lat: number; lng: number }): string =>
  JSON.stringify([name.trim(), Math.floor(lat * 1e6 + 0.5), Math.floor(lng * 1e6 + 0.5)]);
const distinct = <T extends { name: string; lat: number; lng: number }>(
  of: fc.Arbitrary<T>,
): fc.Arbitrary<T[]> => fc.uniqueArray(of, { maxLength: 5, selector: placeOf });

t.test('an export that is imported into an empty map gives the same markers', async () => {
  await fc.assert(
    fc.asyncProperty(
      distinct(marker),
      distinct(batchMarker),
      fc.array(extras, { maxLength: 3 }),
      async (single, batch, rows) => {
        const [map, second] = [await newMap(), await newMap()];
        for (const { shape, ...rest } of single) {
          const { status, body } = await call('POST', `/maps/${map}/markers`, { ...rest, ...shape });
          if (status !== 201) throw new Error(JSON.stringify(body));
        }
        const places = new Set(single.map(placeOf));
        const markers = batch.filter((one) => !places.has(placeOf(one)));
        const { body } = await call('POST', `/maps/${map}/markers/bulk`, { markers });
        if (body.added !== markers.length) throw new Error(JSON.stringify(body));
        const lines = rows.map((row, i) => csvLine([`extras ${i}`, '1', '2', ...Object.values(row)]));
        await importCsv(
          call,
          map,
          [csvLine(['name', 'lat', 'lng', ...Object.keys(rows[0] ?? {})]), ...lines].join(''),
        );

        const file = await exported(map);
        const job = await importCsv(call, second, file);
        assert.deepStrictEqual(job.errors, []);
        assert.deepStrictEqual(await markersOf(second), await markersOf(map));
        const third = await newMap();
        assert.deepStrictEqual((await importFeatures(third, await exportedFeatures(map))).errors, []);
        assert.deepStrictEqual(await markersOf(third), await markersOf(map));
        // And from there once more, whatever order its custom fields have.
        assert.strictEqual((await exported(second)).length, file.length);
      },
    ),
    { numRuns: RUNS },
  );
});
