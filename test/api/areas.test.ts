import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { booleanPointInPolygon, booleanValid } from '@turf/turf';
import t from 'tap';
import { storeBoundaryLayer } from '../../src/store/boundaries.js';
import { asOwner, startTestApp } from '../support/app.js';
import { square } from '../support/boundary-files.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { testLayer } from '../support/test-layer.js';

const { service, call, newMap } = await asOwner(await startTestApp(t));

const load = ({ layer, packed }: ReturnType<typeof testLayer>) =>
  storeBoundaryLayer(service.databaseUrl, layer, packed);
const create = async (map: number, marker: object): Promise<number> =>
  (await call('POST', `/maps/${map}/markers`, marker)).body.id;
/** Markers as an import with areas writes them. */
const insert = async (map: number, type: string, regionSource: string): Promise<number> => {
  const [row] = await service.app.sql<[{ id: number }]>`
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell, region_source, color)
    VALUES (${map}, nextval('marker_ids'), 'R', ${type}, 39.05, -76.95, 0, ${regionSource}, 'red') RETURNING id`;
  return row.id;
};
const areaOf = async (map: number, marker: number) => {
  const { status, headers, body } = await call('GET', `/maps/${map}/markers/${marker}/area`);
  const json = typeof body === 'string' ? JSON.parse(body) : body;
  return { status, type: headers.get('content-type'), body: json };
};

await load(testLayer('us_zip', ['20001']));
while (
  (await call('GET', '/attributions')).body.attributions.every(
    ({ use }: { use: string }) => use !== 'boundaries',
  )
)
  await delay(5);

t.test('a region, embedded or loaded, has an area', async (t) => {
  const map = await newMap();
  const county = await insert(map, 'us_county', 'census/us_county/11001');
  const { status, type, body } = await areaOf(map, county);
  t.equal(status, 200);
  t.equal(type, 'application/geo+json');
  t.same(body.properties, {
    id: county,
    name: 'R',
    type: 'us_county',
    region_source: 'census/us_county/11001',
    square_km: body.properties.square_km,
  });
  // The Census says 177.0 km² with its water; the package has it simplified.
  t.ok(Math.abs(body.properties.square_km - 177) < 4, body.properties.square_km);
  t.ok(booleanPointInPolygon([-77.03, 38.9], body.geometry), 'Washington');
  t.ok(booleanValid(body.geometry));
  const zip = await insert(map, 'us_zip', 'approx/us_zip/20001');
  t.same((await areaOf(map, zip)).body.geometry, { type: 'Polygon', coordinates: [square(-77, 39)] });
});

t.test('what is created after a load is placed in its areas', async (t) => {
  const map = await newMap();
  const { body } = await call('POST', `/maps/${map}/markers`, {
    name: 'Z',
    type: 'us_zip',
    lat: 39.05,
    lng: -76.95,
    address: { zip: '20001-1234', country: 'US' },
  });
  t.match(body, { type: 'us_zip', region_source: 'census/us_zip/20001' });
  t.equal((await areaOf(map, body.id)).status, 200);
});

t.test('a circle has a polygon, over the antimeridian and around a pole', async (t) => {
  const map = await newMap();
  for (const [lat, lng, within, outside, geometry] of [
    [52.5, 13.4, [13.4, 52.6], [13.4, 54], 'Polygon'],
    [0, 180, [-179.9, 0.1], [178, 0], 'MultiPolygon'],
    [89.9, 0, [180, 89.9], [0, 88], 'Polygon'],
  ] as const) {
    const id = await create(map, { name: 'C', lat, lng, type: 'pinned_circle', radius: 20 });
    const { body } = await areaOf(map, id);
    t.equal(body.geometry.type, geometry);
    t.ok(booleanValid(body.geometry));
    t.ok(booleanPointInPolygon([...within], body.geometry));
    t.notOk(booleanPointInPolygon([...outside], body.geometry));
    t.match(body.properties, { id, type: 'pinned_circle', region_source: null });
  }
});

t.test('a marker at sea that is to become a state stays a pin, and the answer says so', async (t) => {
  const map = await newMap();
  const id = await create(map, { name: 'P', lat: 0, lng: -30 });
  const { status, body } = await call('PATCH', `/maps/${map}/markers/${id}`, { type: 'us_state' });
  t.equal(status, 200);
  t.match(body, { type: 'pin', region_source: null, lat: 0, lng: -30 });
});

t.test('what has no area is 404, with the reason', async (t) => {
  const map = await newMap();
  const pin = await create(map, { name: 'P', lat: 1, lng: 2 });
  t.match(await areaOf(map, pin), {
    status: 404,
    body: { error: { code: 'NOT_FOUND', message: 'a marker of type pin has no area' } },
  });
  const gone = await insert(map, 'us_zip', 'census/us_zip/99999');
  t.match(
    (await areaOf(map, gone)).body.error.message,
    'the boundaries that are loaded now do not contain the area census/us_zip/99999',
  );
  t.match((await areaOf(map, 999_999_999)).body.error.message, 'Not found');
  await service.app.sql`UPDATE markers SET expires_at = now() - interval '1 day' WHERE id = ${gone}`;
  t.match((await areaOf(map, gone)).body.error.message, 'Not found');
});

t.test('what is to be in a GeoJSON file is said in words that are known', async (t) => {
  t.equal((await call('GET', `/maps/${await newMap()}/markers.geojson?areas=maybe`)).status, 400);
});

t.test('attributions name what is embedded and what was loaded', async (t) => {
  const { attributions } = (await call('GET', '/attributions')).body;
  t.match(attributions[0], { use: String, name: String, credit: String, licence: String, url: String });
  t.match(attributions.at(-1), {
    use: 'boundaries',
    name: 'census/us_zip',
    credit: 'Somebody',
    licence: 'CC0-1.0',
  });
});

t.test('a map is one GeoJSON file, areas included', async (t) => {
  const map = await newMap('Läden');
  t.same(await geoJson(map), { type: 'FeatureCollection', features: [] });
  await create(map, { name: 'P', lat: 1, lng: 2, color: 'red', custom_fields: { name: 'x', Phone: '5' } });
  await create(map, { name: 'C', lat: 1, lng: 2, type: 'circle', radius: 2, address: { city: 'Köln' } });
  await insert(map, 'us_zip', 'census/us_zip/20001');
  const { headers } = await call('GET', `/maps/${map}/markers.geojson`);
  t.equal(headers.get('content-type'), 'application/geo+json');
  t.match(headers.get('content-disposition'), 'attachment; filename="Laden.geojson"');
  const { features } = await geoJson(map);
  t.match(features, [
    {
      geometry: { type: 'Point', coordinates: [2, 1] },
      properties: { name: 'P', 'name (2)': 'x', Phone: '5' },
    },
    { geometry: { type: 'Polygon' }, properties: { name: 'C', city: 'Köln', lat: 1, lng: 2, radius: 2 } },
    {
      geometry: { type: 'Polygon' },
      properties: { name: 'R', fill: '#fa081d', region_source: 'census/us_zip/20001' },
    },
  ]);
  const { features: points } = await geoJson(map, '?areas=false');
  t.same(
    points.map(({ geometry }: { geometry: { type: string } }) => geometry.type),
    ['Point', 'Point', 'Point'],
  );
});

t.test(
  'all markers of a large map are in it once, in order, however much longer their areas are',
  async (t) => {
    const map = await newMap();
    await service.app.sql`
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell, region_source)
    SELECT ${map}, nextval('marker_ids'), 'A' || i, 'us_state', 61, -150, 0, 'census/us_state/02' FROM generate_series(0, 499) i`;
    const { features } = await geoJson(map);
    t.equal(features.length, 500);
    t.same(
      features.map(({ properties }: { properties: { name: string } }) => properties.name),
      Array.from({ length: 500 }, (_, i) => `A${i}`),
    );
    t.ok(features.every(({ geometry }: { geometry: { type: string } }) => geometry.type === 'MultiPolygon'));
  },
);

t.test('a client that leaves in the middle leaves nothing behind', async (t) => {
  const map = await newMap();
  await service.app.sql`
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell, region_source)
    SELECT ${map}, nextval('marker_ids'), 'A' || i, 'us_state', 61, -150, 0, 'census/us_state/02' FROM generate_series(0, 4999) i`;
  const authorization = await service.authorization();
  const leaving = new AbortController();
  const response = await fetch(`${service.app.publicUrl}/maps/${map}/markers.geojson`, {
    headers: { authorization },
    signal: leaving.signal,
  });
  await response.body!.getReader().read();
  t.equal(service.app.work.exports.running, 1);
  leaving.abort();
  const backends = () =>
    service.app.sql`SELECT FROM pg_stat_activity WHERE application_name = 'cartload export'`;
  while (service.app.work.exports.running > 0 || (await backends()).length > 0) await delay(10);
  t.equal((await call('GET', `/maps/${map}/markers.geojson?areas=false`)).status, 200);
});

function hasGdal(): boolean {
  try {
    execFileSync('ogrinfo', ['--version']);
    return true;
  } catch {
    return false;
  }
}

t.test('GDAL opens it', { skip: hasGdal() ? false : 'ogrinfo is not installed' }, async (t) => {
  const map = await newMap();
  await create(map, { name: 'P', lat: 1, lng: 2, custom_fields: { Phone: '5' } });
  await create(map, { name: 'C', lat: 0, lng: 180, type: 'circle', radius: 20 });
  await insert(map, 'us_state', 'census/us_state/02');
  const directory = temporaryFolder(t);
  const file = join(directory, 'map.geojson');
  await writeFile(file, (await call('GET', `/maps/${map}/markers.geojson`)).body);
  const told = execFileSync('ogrinfo', ['-ro', '-al', '-so', file], { encoding: 'utf8' });
  t.match(told, 'Feature Count: 3');
  t.match(told, /WGS 84/);
  t.match(told, /Phone: String/);
  t.match(told, /Extent: \(-180\.0+, -?0\.\d+\) - \(180\.0+, 71\.\d+\)/);
});

async function geoJson(map: number, query = '') {
  const { body } = await call('GET', `/maps/${map}/markers.geojson${query}`);
  return JSON.parse(body);
}
