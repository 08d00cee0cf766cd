import { writeFile } from 'node:fs/promises';
import t from 'tap';
import { viewBulkJob } from '../../../src/api/job-view.js';
import type { BulkMeta } from '../../../src/import/options.js';
import { spoolPath } from '../../../src/import/spool/uploaded.js';
import type { Marker } from '../../../src/schema/marker.js';
import { findOwnedJob } from '../../../src/store/jobs.js';
import { readMap } from '../../../src/store/maps.js';
import { listMarkers } from '../../../src/store/markers.js';
import { until } from '../../support/cartload-process.js';
import { sharedImportBench, TEST_LINKS } from '../../support/import.js';
import { parseMarker } from '../../support/parse-marker.js';

const bench = await sharedImportBench(t);
const { sql } = bench;

const markersOf = async (mapId: number): Promise<Marker[]> =>
  (await listMarkers(sql, mapId, 0, 1_000_000)).map(parseMarker);
const imported = async (text: string, meta: BulkMeta = {}) => {
  const mapId = await bench.createMap();
  const job = await bench.importText(mapId, text, meta);
  return { mapId, job, markers: await markersOf(mapId) };
};
/** Kilometres, for distances that are small beside the earth. */
const distanceKm = (a: { lat: number; lng: number }, lat: number, lng: number): number =>
  Math.hypot(a.lat - lat, (a.lng - lng) * Math.cos((lat * Math.PI) / 180)) * 111.2;

t.test(
  'rows are placed by postal code, by city or by state, and the job says how many by what',
  async (t) => {
    const { job, markers } = await imported(
      'name,city,state,zip,country,lat,lng\n' +
        'Zip,,,94103,US,,\nZip and more,San Francisco,CA,94103,US,,\nCity,München,,,Germany,,\n' +
        'City and state,Portland,Oregon,,US,,\nState,,TX,,US,,\nOwn,Berlin,,,DE,1,2\n',
    );
    t.match(job, { status: 'completed', added: 6, error_count: 0 });
    const expected = [
      [37.77, -122.41, 5],
      [37.77, -122.41, 5],
      [48.137, 11.575, 15],
      [45.52, -122.68, 15],
      [31, -99, 250],
      [1, 2, 0.001],
    ] as const;
    for (const [i, [lat, lng, withinKm]] of expected.entries()) {
      const km = distanceKm(markers[i]!, lat, lng);
      t.ok(km <= withinKm, `${markers[i]!.name}: ${km} km`);
    }
    t.same(
      new Set(markers.map(({ type, region_source }) => `${type} ${region_source}`)),
      new Set(['pin null']),
    );
    t.match(job.notes, [
      '5 rows were placed by their address: 2 by postal code, 2 by city, 1 by state.',
      /^1 row has coordinates in another country .* \(line 7\)/,
    ]);
  },
);

t.test('an import of rows at their own coordinates as pins says nothing of it', async (t) => {
  const { job } = await imported('name,lat,lng,city\nA,1,2,Berlin\n');
  t.same(job.notes, []);
  t.same(await sql`SELECT placed FROM import_blocks WHERE job_id = ${job.job_id}`, [{ placed: null }]);
});

t.test(
  'what cannot be placed is rejected, with its column by the name that the upload gives it',
  async (t) => {
    const { job } = await imported(
      'name,Ort,Postal Code,country\nA,Qqxyzzville,,US\nB,,,France\nC,,,\nD,,99999,US\nE,Berlin,,DE\n',
      { column_mapping: { city: 'Ort', zip: 'Postal Code' } },
    );
    t.match(job, { added: 1, error_count: 4 });
    t.match(
      job.errors.map(({ index, code, column }) => [index, code, column]),
      [
        [0, 'address_unknown', 'Ort'],
        [1, 'location_missing', null],
        [2, 'location_missing', null],
        [3, 'address_unknown', 'Postal Code'],
      ],
    );
    t.match(job.errors[0]!.message, /Qqxyzzville/);
    for (const { hint } of job.error_summary) t.match(hint, /\.$/);
  },
);

t.test('what agrees with each other counts before default_country', async (t) => {
  const { markers } = await imported('name,zip,city\nA,10115,Berlin\nB,10115,\n', { default_country: 'US' });
  t.ok(distanceKm(markers[0]!, 52.53, 13.385) < 5);
  t.equal(markers[0]!.address.country, 'DE');
  t.equal(markers[1]!.address.country, 'US');
});

t.test('default_country is the country of rows that name none', async (t) => {
  const text = 'name,zip,country\nA,10115,\nB,94103,US\n';
  const { markers } = await imported(text, { default_country: 'DE' });
  t.ok(distanceKm(markers[0]!, 52.53, 13.385) < 5, `${markers[0]!.lat} ${markers[0]!.lng}`);
  t.ok(distanceKm(markers[1]!, 37.77, -122.41) < 5);
  t.same(
    markers.map(({ address }) => address.country),
    ['DE', 'US'],
  );
});

/** Type, header and row without name, what its region_source is. */
const AREAS: readonly (readonly [type: Marker['type'], header: string, row: string, source: RegExp])[] = [
  ['us_zip', 'zip', '94103', /^\w+\/us_zip\/94103$/],
  ['us_county', 'lat,lng', '37.77,-122.42', /^census\/us_county\/06075$/],
  ['us_state', 'state', 'California', /^census\/us_state\/06$/],
  ['country', 'city,country', 'Paris,France', /^natural-earth\/country\/FR$/],
  ['country', 'country', 'Österreich', /^natural-earth\/country\/AT$/],
  ['au_state', 'lat,lng', '-33.5,149', /^[\w-]+\/au_state\/\w+$/],
  ['ca_fsa', 'zip,country', 'M5V 2T6,CA', /^\w+\/ca_fsa\/M5V$/],
  ['uk_postcode', 'zip,lat,lng', 'SW1A 1AA,51.501,-0.141', /^\w+\/uk_postcode\/SW/],
  ['au_postcode', 'zip', '2000', /^\w+\/au_postcode\/2000$/],
  ['de_postcode', 'zip', '10115', /^\w+\/de_postcode\/10115$/],
];

for (const [type, header, row, source] of AREAS) {
  t.test(`a row of type ${type} becomes an area: ${row}`, async (t) => {
    const { mapId, job, markers } = await imported(`name,${header}\nA,${row}\n`, { marker_type: type });
    t.match(job, { added: 1, error_count: 0 }, JSON.stringify(job.errors));
    t.match(markers, [{ type, region_source: source }]);
    t.match(await readMap(sql, 1, mapId), { marker_count: 1, region_count: 1 });
    t.ok(job.notes.some((note) => note.startsWith('1 row became an area')));
  });
}

t.test(
  'rows whose area is not known become pins; those with neither area nor place are rejected',
  async (t) => {
    const { mapId, job, markers } = await imported(
      'name,zip,city,lat,lng\nNo zip,,,37.7,-122.4\nUnknown zip,00000,,37.7,-122.4\nKnown,94103,,37.7,-122.4\nNowhere,00000,,,\n',
      { marker_type: 'us_zip', default_country: 'US' },
    );
    t.match(job, {
      added: 3,
      error_count: 1,
      errors: [{ index: 3, code: 'address_unknown', column: 'zip' }],
    });
    t.match(markers, [
      { type: 'pin', region_source: null, lat: 37.7 },
      { type: 'pin', region_source: null },
      { type: 'us_zip', region_source: /us_zip\/94103$/, lat: 37.7 },
    ]);
    t.match(await readMap(sql, 1, mapId), { marker_count: 3, region_count: 1 });
    t.ok(job.notes.includes('2 rows became pins, as no area was found for them.'));
  },
);

t.test('addresses that contradict themselves are counted, and the first are told', async (t) => {
  const { job, markers } = await imported('name,zip,state,country\nA,94103,Ohio,US\nB,94103,California,US\n');
  t.equal(markers.length, 2);
  t.match(job.notes[1], /^1 row has an address that contradicts itself: .*94103.*\.$/);
});

t.test('a second import of the same addresses meets the markers of the first', async (t) => {
  const text = 'name,city,country\nA,Berlin,DE\nB,Berlin,DE\nA,Berlin,DE\n';
  const { mapId, job } = await imported(text);
  t.match(job, { added: 2, skipped: 1 });
  t.match(await bench.importText(mapId, text), { added: 0, skipped: 3 });
  const [berlin] = await markersOf(mapId);
  const own = `name,lat,lng\nA,${berlin!.lat},${berlin!.lng}\n`;
  t.match(await bench.importText(mapId, own), { added: 0, skipped: 1 }, 'by coordinates, too');
});

t.test('an overwriting import gives markers their areas, and changes nothing the second time', async (t) => {
  const { mapId, markers } = await imported('name,zip,country\nA,94103,US\nB,94110,US\n');
  t.match(markers, [{ type: 'pin', region_source: null }, { type: 'pin' }]);
  const text = 'name,zip,country\nA,94103,US\nB,94110,US\nC,94103,US\n';
  const meta = { marker_type: 'us_zip', on_duplicate: 'overwrite' } as const;
  t.match(await bench.importText(mapId, text, meta), { added: 1, updated: 2, unchanged: 0 });
  t.match(await readMap(sql, 1, mapId), { marker_count: 3, region_count: 3 });
  const areas = await markersOf(mapId);
  t.match(
    areas.map(({ id, region_source }) => [id, region_source]),
    [
      [markers[0]!.id, /94103$/],
      [markers[1]!.id, /94110$/],
      [Number, /94103$/],
    ],
  );
  t.match(await bench.importText(mapId, text, meta), { added: 0, updated: 0, unchanged: 3 });
  t.same(await markersOf(mapId), areas);
  // Two rows of one marker are applied one after the other, each with its own area.
  const twice = 'name,lat,lng,zip,country,Marker Type\nD,1,2,94103,US,us_zip\nD,1,2,94110,US,us_zip\n';
  t.match(await bench.importText(mapId, twice, meta), { added: 1, updated: 1 });
  t.match((await markersOf(mapId)).at(-1), { name: 'D', region_source: /94110$/ });
  t.match(await bench.importText(mapId, text, { on_duplicate: 'overwrite' }), { updated: 3 });
  t.match(await readMap(sql, 1, mapId), { region_count: 1 });
});

t.test('an area of another data set counts as a change', async (t) => {
  const text = 'name,zip,country\nA,94103,US\n';
  const { mapId } = await imported(text, { marker_type: 'us_zip' });
  await sql`UPDATE markers SET updated_at = now(), region_source = 'other/us_zip/94103' WHERE map_id = ${mapId}`;
  const meta = { marker_type: 'us_zip', on_duplicate: 'overwrite' } as const;
  t.match(await bench.importText(mapId, text, meta), { updated: 1, unchanged: 0 });
  t.match(await markersOf(mapId), [{ region_source: /^(?!other)/ }]);
});

/** Some 300 bytes a row: a block holds about 1,700. */
const MIXED = `name,zip,city,country,Note\n${Array.from(
  { length: 6000 },
  (_, i) =>
    [
      `P${i},94103,,US,${'x'.repeat(280)}`,
      `P${i},,Berlin,DE,${'x'.repeat(280)}`,
      `P${i},10115,,DE,${'x'.repeat(280)}`,
      `P${i},,Qqxyzzville,US,${'x'.repeat(280)}`,
    ][i % 4]!,
).join('\n')}\n`;
const MIXED_NOTES = [
  '4,500 rows were placed by their address: 3,000 by postal code, 1,500 by city.',
  /^1,500 rows became areas/,
  '3,000 rows became pins, as no area was found for them.',
];

t.test('an import that goes on counts each row once', async (t) => {
  const { mapId, job, markers } = await imported(MIXED, { marker_type: 'us_zip' });
  t.match(job, { added: 4500, error_count: 1500, notes: MIXED_NOTES });
  const blocks = await sql`SELECT FROM import_blocks WHERE job_id = ${job.job_id}`;
  t.ok(blocks.length > 2);
  // Leaves the job as if the process had died with a block in the middle not written, and once more behind
  // the last one.
  await writeFile(spoolPath(bench.spoolDirectory, job.job_id), MIXED);
  const [{ first, last }] = await sql<[{ first: number; last: number }]>`
    DELETE FROM import_blocks WHERE job_id = ${job.job_id} AND block = 1 RETURNING first_id AS first, last_id AS last`;
  await sql`DELETE FROM markers WHERE map_id = ${mapId} AND id BETWEEN ${first} AND ${last}`;
  await sql`UPDATE jobs SET status = 'queued', completed_at = NULL WHERE id = ${job.job_id}`;
  let again = null;
  await until(async () => {
    again = await findOwnedJob(sql, 1, job.job_id);
    return again?.completedAt != null;
  });
  const view = await viewBulkJob(sql, again!, TEST_LINKS);
  t.same(view.notes, job.notes);
  t.match(view, { added: 4500, error_count: 1500 });
  const ofMarkers = (all: Marker[]) =>
    all.map(({ created_at: _createdAt, updated_at: _updatedAt, ...marker }) => marker);
  t.same(ofMarkers(await markersOf(mapId)), ofMarkers(markers));
});

t.test('rows whose latitude and longitude look exchanged are told, and not moved', async (t) => {
  const rows = [
    'Berlin,52.5170,13.3889,',
    'At sea,13.3889,52.5170,',
    'San Francisco,37.7898,-122.3942,',
    'Beyond the pole,-122.3942,37.7898,',
    'Chicago,-87.6414,41.8827,',
    'In Syria,35.2,39.1,Turkey',
    'Izmir,38.42,27.14,Turkey',
    'With letters,8.8078E,53.0752N,',
    'Seychelles,-4.62,55.45,',
    'Off Ghana,0,0,',
  ];
  const { job, markers } = await imported(`name,Latitude,Longitude,country\n${rows.join('\n')}\n`);
  t.match(job, { added: 8, error_count: 2 });
  t.same(
    job.errors.map(({ message }) => message),
    [
      'lat "-122.3942" is not within -90 and 90; lat and lng look exchanged',
      'lat "8.8078E" is not a number; lat and lng look exchanged',
    ],
  );
  t.match(job.notes, [
    /^3 rows look as if latitude and longitude were exchanged: "At sea" \(13.3889, 52.517\), "Chicago" \(-87.6414, 41.8827\), "In Syria" \(35.2, 39.1\)\. They were placed/,
    /^2 rejected rows look /,
  ]);
  t.match(
    markers.find(({ name }) => name === 'At sea'),
    { lat: 13.3889, lng: 52.517 },
  );
});

t.test('rows whose coordinates lie elsewhere than they say are told by their lines', async (t) => {
  const rows = ['Paris,48.85,2.35,DE', 'Lyon,45.75,4.85,FR', 'Berlin,0,0,DE', 'Nice,43.7,7.25,Spain'];
  const { job } = await imported(`name,lat,lng,country\n${rows.join('\n')}\n`);
  t.match(job.notes, [
    /^2 rows have coordinates in another country .* \(lines 2, 5\)/,
    /^1 row has the coordinates 0, 0 beside an address \(line 4\)/,
  ]);
});

t.test('JSON markers whose latitude and longitude look exchanged are told, too', async (t) => {
  const markers = [
    { name: 'At sea', lat: 13.4, lng: 52.5 },
    { name: 'Beyond the pole', lat: -122.4, lng: 37.8 },
  ];
  const { job } = await imported(JSON.stringify({ markers }), { format: 'json' } as BulkMeta);
  t.match(job.errors, [{ message: 'lat -122.4 is not within -90 and 90; lat and lng look exchanged' }]);
  t.match(job.notes, [/^1 row looks as if/, /^1 rejected row looks as if/]);
});

t.test('several rows of a county, and none of the city of its name, are told', async (t) => {
  const list = (...names: string[]) =>
    imported(`name,county,state\n${names.map((name, i) => `Row ${i},${name},Maryland`).join('\n')}\n`, {
      marker_type: 'us_county',
    });
  const twice = await list('Baltimore County', 'Baltimore County', 'Howard County', 'Howard County');
  t.match(
    twice.job.notes.at(-1),
    /^Several rows name a county, and none the other area of its name: 2 Baltimore County, Maryland \(24005\), none Baltimore city, Maryland \(24510\)\. /,
  );
  for (const names of [
    ['Baltimore County', 'Howard County'],
    ['Baltimore County', 'Baltimore city', 'Baltimore County'],
  ]) {
    const { job } = await list(...names);
    t.notMatch(job.notes.join(), /Several rows/, names.join());
  }
});
