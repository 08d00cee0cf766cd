import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { finished, importCsv, startTestApp } from '../support/app.js';
import {
  answerJson,
  type GeocoderHandler,
  housesByNumber,
  nominatimMatch,
  startGeocoder,
} from '../support/geocoder.js';

/** San Francisco's 94103 by the gazetteer. */
const ZIP_LAT = 37.772983;

/** Knows houses of Qwertyville, a town that the gazetteer does not know, and in ZIP 94103. */
const houses: GeocoderHandler = (url, response, message) => {
  const { searchParams } = url;
  const number = /^(\d+) /.exec(searchParams.get('street') ?? '')?.[1];
  if (searchParams.get('postalcode') === '94103' && number !== undefined) {
    answerJson(response, [nominatimMatch(ZIP_LAT + Number(number) / 1e5, -122.41)]);
  } else housesByNumber(url, response, message);
};

async function start(t: Test, handler: GeocoderHandler = houses) {
  const geocoder = await startGeocoder(t, handler);
  const service = await startTestApp(t, { GEOCODER_URL: geocoder.nominatimUrl });
  const call = await service.client();
  const mapId = (await call('POST', '/maps', { name: 'Test' })).body.id;
  const upload = (csv: string) => importCsv(call, mapId, csv);
  const markers = async () => (await call('GET', `/maps/${mapId}/markers?page_size=1000`)).body.data;
  return { geocoder, service, call, mapId, upload, markers };
}

const HEADER = 'name,street,city,zip,country,lat,lng\n';

/** For tests that ask for addresses of their own, or for none. */
const shared = await start(t);

t.test('rows are placed at their street; each address is asked for once', async (t) => {
  const { geocoder, upload, markers } = await start(t);
  const job = await upload(
    `${HEADER}A,17 Main St,Qwertyville,,US,,\nB,17  MAIN ST,qwertyville,,USA,,\nC,5 Market St,,94103,US,,\n` +
      'D,,,94103,US,,\nE,17 Main St,Qwertyville,,US,1,2\nF,Nowhere,Qwertyville,,US,,\n',
  );
  t.match(job, { status: 'completed', added: 5, error_count: 1 });
  t.same(
    (await markers()).map(({ name, lat }: { name: string; lat: number }) => [name, lat]),
    [
      ['A', 40.017],
      ['B', 40.017],
      ['C', 37.773033],
      ['D', ZIP_LAT],
      ['E', 1],
    ],
  );
  t.match(job.errors, [{ code: 'address_unknown', message: "city 'Qwertyville' is not known in US" }]);
  t.same(job.notes, [
    '4 rows were placed by their address: 3 by street, 1 by postal code.',
    '1 row has coordinates in another country than the one that it names, or far from all (line 6). The coordinates counted: check both.',
    '3 rows were placed by the geocoding service, 1 by the built-in gazetteer.',
  ]);
  t.equal(geocoder.requests.length, 3, 'A and B are one, D has no street, E has its own coordinates');

  await upload(`${HEADER}G,17 Main St,Qwertyville,,US,,\n`);
  t.equal(geocoder.requests.length, 3);
});

t.test('an upload in which all rows have coordinates asks for nothing', async (t) => {
  const { geocoder, upload } = shared;
  const asked = geocoder.requests.length;
  const job = await upload(`${HEADER}A,17 Main St,Qwertyville,,US,1,2\n`);
  t.match(job, { added: 1, notes: [] });
  t.equal(geocoder.requests.length, asked);
});

t.test('a service that fails leaves the rows to the gazetteer, and the job says so', async (t) => {
  const { upload, markers } = await start(t, (_url, response) => answerJson(response, {}, 500));
  const job = await upload(`${HEADER}A,5 Market St,,94103,US,,\nB,17 Main St,Qwertyville,,US,,\n`);
  t.match(job, { status: 'completed', added: 1, error_count: 1 });
  t.match(await markers(), [{ name: 'A', lat: ZIP_LAT }]);
  t.same(job.notes, [
    '1 row was placed by its address: 1 by postal code.',
    '0 rows were placed by the geocoding service, 1 by the built-in gazetteer.',
    'The geocoding service did not answer for 2 different addresses: the built-in gazetteer was asked instead.',
  ]);
});

t.test('many different addresses are each asked for once, over all blocks', async (t) => {
  const { geocoder, upload } = shared;
  const asked = geocoder.requests.length;
  const rows = Array.from({ length: 4_000 }, (_, i) => `Row ${i},${i % 300} Main St,Qwertyville,,US,,`);
  const job = await upload(`${HEADER}${rows.join('\n')}\n`);
  t.match(job, { status: 'completed', added: 4_000, error_count: 0 });
  t.equal(geocoder.requests.length - asked, 300);
});

t.test('a job shows how far the look-ups are that take a while', async (t) => {
  let answer = (): void => {};
  const { geocoder, call, mapId } = await start(t, (url, response, message) => {
    if (url.searchParams.get('street') !== '17 Main St') houses(url, response, message);
    else answer = () => houses(url, response, message);
  });
  const csv = `${HEADER}A,16 Main St,Qwertyville,,US,,\nB,17 Main St,Qwertyville,,US,,\n`;
  const { body } = await call('POST', `/maps/${mapId}/markers/bulk`, csv, { 'content-type': 'text/csv' });
  let notes: string[] = [];
  while (notes.length === 0) notes = (await call('GET', body.status_url)).body.notes;
  t.same(notes, ['The import is asking the geocoding service for addresses: 1 of the next 2 are done.']);
  answer();
  t.match(await finished(call, body), { added: 2, notes: [/2 by street/, /2 rows were placed by the geo/] });
  t.equal(geocoder.requests.length, 2);
});

t.test('a job that is cancelled while it waits for the service ends', async (t) => {
  const { geocoder, call, mapId } = await start(t, () => {});
  const csv = `${HEADER}A,17 Main St,Qwertyville,,US,,\n`;
  const { body } = await call('POST', `/maps/${mapId}/markers/bulk`, csv, { 'content-type': 'text/csv' });
  while (geocoder.requests.length === 0) await delay(5);
  t.match(await call('DELETE', `/jobs/${body.job_id}`), { body: { status: 'cancelled' } });
  t.match(await finished(call, body), { status: 'cancelled', processed: 0 });
});

t.test('addresses of health data leave the machine in no way', async (t) => {
  const { geocoder, service } = shared;
  const asked = geocoder.requests.length;
  const call = await service.client({ email: 'clinic@example.com', healthData: true });
  const mapId = (await call('POST', '/maps', { name: 'Patients' })).body.id;
  const job = await importCsv(call, mapId, `${HEADER}A,5 Market St,,94103,US,,\n`);
  t.same(job.notes, [
    '1 row was placed by its address: 1 by postal code.',
    'The geocoding service was not asked, as the account is under a health-data agreement: its addresses stay here.',
  ]);
  const address = { street: '5 Market St', zip: '94103', country: 'US' };
  const created = await call('POST', `/maps/${mapId}/markers`, { name: 'B', address });
  t.match(created, { status: 201, body: { lat: ZIP_LAT } });
  await call('PATCH', `/maps/${mapId}/markers/${created.body.id}`, { address: { street: '6 Market St' } });
  await call('POST', `/maps/${mapId}/markers/bulk`, { markers: [{ name: 'C', address }] });
  const dryRun = `/maps/${mapId}/markers/bulk?dry_run=true`;
  const csv = `${HEADER}A,5 Market St,,94103,US,,\n`;
  await call('POST', dryRun, csv, { 'content-type': 'text/csv' });
  t.equal(geocoder.requests.length, asked);
});

t.test('single markers, patches and JSON batches are placed by it, too', async (t) => {
  const { geocoder, call, mapId, markers } = await start(t);
  const address = { street: '17 Main St', city: 'Qwertyville', country: 'US' };
  const created = await call('POST', `/maps/${mapId}/markers`, { name: 'A', address });
  t.match(created, { status: 201, body: { lat: 40.017, lng: -100 } });
  const path = `/maps/${mapId}/markers/${created.body.id}`;
  t.match(await call('PATCH', path, { address: { street: '18 Main St' } }), { body: { lat: 40.018 } });
  t.match(await call('PATCH', path, { name: 'A2' }), { body: { name: 'A2', lat: 40.018 } });
  const batch = { markers: [{ name: 'B', address }] };
  t.match(await call('POST', `/maps/${mapId}/markers/bulk`, batch), { status: 200, body: { added: 1 } });
  t.match(await markers(), [{ lat: 40.018 }, { lat: 40.017 }]);
  t.equal(geocoder.requests.length, 2);
  t.match(await call('POST', `/maps/${mapId}/markers`, { name: 'C', address: { city: 'Qwertyville' } }), {
    status: 400,
  });
});

t.test('creates wait for 3 s at most, are placed by the gazetteer then, and hold up nobody', async (t) => {
  const { geocoder, service, call, mapId } = await start(t, () => {});
  const create = (street: string) =>
    call('POST', `/maps/${mapId}/markers`, { name: 'A', address: { street, zip: '94103', country: 'US' } });
  const beginMs = performance.now();
  const first = create('5 Market St');
  while (geocoder.requests.length === 0) await delay(5);
  const waiting = Array.from({ length: 100 }, (_, i) => create(`${i} Main St`));
  const other = await service.client({ email: 'other@example.com' });
  const theirMap = (await other('POST', '/maps', { name: 'Theirs' })).body.id;
  const theirBeginMs = performance.now();
  const created = await other('POST', `/maps/${theirMap}/markers`, { name: 'B', lat: 1, lng: 2 });
  t.equal(created.status, 201);
  t.ok(performance.now() - theirBeginMs < 1500, 'long before the 100');
  t.match(await first, { status: 201, body: { lat: ZIP_LAT } });
  t.ok(performance.now() - beginMs < 4800, 'before the 5 s of a request are over');
  t.equal(
    geocoder.requests.filter(({ searchParams }) => searchParams.get('street') === '5 Market St').length,
    1,
  );
  t.same(new Set((await Promise.all(waiting)).map(({ status }) => status)), new Set([201]));
});

t.test('a dry run asks for nothing, and says what an import would ask for', async (t) => {
  const { geocoder, call, mapId, upload } = shared;
  await upload(`${HEADER}A,5 Market St,,94103,US,,\n`);
  const asked = geocoder.requests.length;
  const csv = `${HEADER}B,5 Market St,,94103,US,,\nC,6 Market St,,94103,US,,\n`;
  const path = `/maps/${mapId}/markers/bulk?dry_run=true`;
  const { body } = await call('POST', path, csv, { 'content-type': 'text/csv' });
  t.match(body, { placed: { street: 1, postal: 1 }, counts: { added: 2 } });
  t.equal(
    body.notes.at(-1),
    'An import would look up 1 address at the geocoding service; here the built-in gazetteer placed their rows.',
  );
  t.equal(geocoder.requests.length, asked);
});

t.test('whose data its answers are is among the attributions', async (t) => {
  const { body } = await shared.call('GET', '/attributions');
  t.match(
    body.attributions.filter(({ use }: { use: string }) => use === 'geocoding'),
    [{ credit: '© OpenStreetMap contributors', licence: 'ODbL-1.0' }],
  );
});

t.test('metrics count requests, answers that were kept, and whether it is asked', async (t) => {
  const { service, call, mapId } = await start(t);
  const address = { street: '17 Main St', city: 'Qwertyville', country: 'US' };
  for (const name of ['A', 'B']) await call('POST', `/maps/${mapId}/markers`, { name, address });
  const metrics = await (await fetch(service.app.publicUrl.replace('/v1', '/metrics'))).text();
  t.match(metrics, /^cartload_geocoder_requests_total\{result="found"\} 1$/m);
  t.match(metrics, /^cartload_geocoder_cache_lookups_total\{result="hit"\} 1$/m);
  t.match(metrics, /^cartload_geocoder_up 1$/m);
});
