import fc from 'fast-check';
import t from 'tap';
import type { BulkJob } from '../../src/schema/job.js';
import { finished, importCsv, sharedTestApp } from '../support/app.js';
import { runs } from '../support/runs.js';
import { handMadeWorkbook, rowsXml } from '../support/workbook-file.js';

const service = await sharedTestApp(t);
const call = service.clientWith(
  await service.authorization({ quotaMaps: 1e6, quotaBulk: 1e6, rateLimit: 1e6 }),
);
const { sql } = service.app;

const newMap = async (): Promise<number> => (await call('POST', '/maps', { name: 'M' })).body.id;
const ask = (jobId: string, options: object = {}, headers = {}) =>
  call('POST', `/jobs/${jobId}/retry`, options, headers);
async function retry(jobId: string, options: object = {}): Promise<BulkJob> {
  const { status, body } = await ask(jobId, options);
  if (status !== 202) throw new Error(JSON.stringify(body));
  return finished(call, body);
}
/** Markers as an import says them, but for their order, and the colours that new categories have by it. */
async function markersOf(map: number): Promise<string[]> {
  const rows = await sql<{ marker: object }[]>`
    SELECT to_jsonb(m) - '{id,map_id,created_at,updated_at,written,color}'::text[] AS marker FROM markers m WHERE map_id = ${map}`;
  return rows.map(({ marker }) => JSON.stringify(marker)).sort();
}
const linesOf = ({ errors }: BulkJob) => errors.map(({ line }) => line);

t.test(
  'rejected rows are tried again with other options, and name the lines of the first file',
  async (t) => {
    const map = await newMap();
    const rows = ['A,1,2,x', 'B,,,"two\nlines"', 'C,95,3,', 'D,4,5,', 'E,6,700,'];
    const first = await importCsv(
      call,
      map,
      `Shop;lat;lng;Note\n${rows.join('\n').replaceAll(',', ';')}\n`,
      '?marker_type=circle&default_radius=3',
    );
    t.match(first, {
      added: 2,
      error_count: 3,
      retries: null,
      retry_url: new RegExp(`/jobs/${first.job_id}/retry$`),
    });
    t.same(linesOf(first), [3, 5, 7]);

    const again = await retry(first.job_id);
    t.match(again, { added: 0, total: 3, error_count: 3, retries: first.job_id, undo_url: null });
    t.same(linesOf(again), linesOf(first));
    t.same(
      again.errors.map(({ message }) => message),
      first.errors.map(({ message }) => message),
    );
    t.match(again.options, { marker_type: 'circle', default_radius: 3 });
    t.same(again.mapping.slice(0, 4), first.mapping);
    t.match(again.mapping.slice(4), [{ header: 'error', how: 'ignored' }]);

    const mapped = await retry(again.job_id, {
      column_mapping: { lat: 'lng', lng: 'lat' },
      marker_type: 'pin',
    });
    t.match(mapped, {
      added: 1,
      error_count: 2,
      retries: again.job_id,
      options: { column_mapping: { lat: 'lng', lng: 'lat' }, marker_type: 'pin' },
    });
    t.same(linesOf(mapped), [3, 7]);
    const { data } = (await call('GET', `/maps/${map}/markers?sort=-id&page_size=1`)).body;
    t.match(data, [{ name: 'C', lat: 3, lng: 95, type: 'pin' }]);
    t.equal(
      (await call('GET', mapped.errors_url!)).body.split('\r\n').slice(0, 2).join(),
      'Shop;lat;lng;Note;error,B;;;"two\nlines";neither coordinates nor an address that can be located',
    );
    // The first one is tried again: what was added since is met as on_duplicate says.
    t.match(
      await retry(first.job_id, { column_mapping: { lat: 'lng', lng: 'lat' }, on_duplicate: 'error' }),
      {
        added: 0,
        errors: [{ line: 3 }, { line: 5, code: 'duplicate' }, { line: 7 }],
      },
    );
  },
);

t.test('rows of a workbook, GeoJSON and JSON are tried again', async (t) => {
  const cells = [
    ['name', 'lat', 'lng', 'Code'],
    ['A', '1', '2', "'=1"],
    ['B', '95', '3', '007'],
    ['C', '4', '95', ''],
  ];
  const map = await newMap();
  const book = await handMadeWorkbook({ sheet: rowsXml(cells) });
  const { body } = await call('POST', `/maps/${map}/markers/bulk`, book, {
    'content-type': 'application/octet-stream',
  });
  const first = await finished(call, body);
  t.match(first, { added: 2, error_count: 1, errors: [{ line: 3 }], sheet: /./ });
  const swapped = { column_mapping: { lat: 'lng', lng: 'lat' } };
  const second = await retry(first.job_id, { ...swapped, on_duplicate: 'error' });
  t.match(second, { added: 1, error_count: 0, sheet: first.sheet });
  t.match((await call('GET', `/maps/${map}/markers?sort=-id`)).body.data[0], {
    name: 'B',
    lat: 3,
    lng: 95,
    custom_fields: { Code: '007' },
  });

  const features = [
    [2, 1],
    [3, 95],
    [95, 94],
  ].map((coordinates, i) => ({
    ...{
      type: 'Feature',
      geometry: { type: 'Point', coordinates },
      properties: { name: `N${i}`, Code: '007' },
    },
  }));
  const other = await newMap();
  const geo = await call('POST', `/maps/${other}/markers/bulk`, { type: 'FeatureCollection', features });
  const ofFeatures = await finished(call, geo.body);
  t.match(ofFeatures, { added: 1, error_count: 2, errors: [{ line: 2 }, { line: 3 }] });
  t.match(await retry(ofFeatures.job_id, swapped), { added: 1, errors: [{ line: 3 }] });

  const markers = [
    ...Array.from({ length: 501 }, (_, i) => ({ name: `M${i}`, lat: 1, lng: 2 })),
    {
      name: 'No "place"',
      address: { zip: '10115' },
      custom_fields: { Id: '12345678901234567890', n: '1e5' },
    },
  ];
  const json = await call('POST', `/maps/${await newMap()}/markers/bulk`, { markers });
  const ofJson = await finished(call, json.body);
  t.match(ofJson, { added: 501, error_count: 1, errors: [{ index: 501, line: null }] });
  const located = await retry(ofJson.job_id, { default_country: 'DE' });
  t.match(located, { total: 1, added: 1, error_count: 0 });
});

t.test('a retry by code, one that is dry, and one that is sent twice', async (t) => {
  const map = await newMap();
  await importCsv(call, map, 'name,lat,lng,location_code\nA,1,2,a\n');
  const first = await importCsv(
    call,
    map,
    'name,lat,lng,location_code\nA,95,3,a\nB,4,5,b\n',
    '?match=location_code&missing=delete&missing_tolerance=1',
  );
  t.match(first, { added: 1, error_count: 1, deleted: 0 });
  const options = { column_mapping: { lat: 'lng', lng: 'lat' } };
  const { status, body } = await ask(first.job_id, { ...options, dry_run: true });
  t.equal(status, 200);
  t.match(body, { counts: { updated: 1, added: 0, deleted: 0 }, changes: [{ code: 'a' }] });
  const [one, two] = await Promise.all(
    [1, 2].map(() => ask(first.job_id, options, { 'idempotency-key': 'k' })),
  );
  t.equal(one!.body.job_id, two!.body.job_id);
  t.match(await finished(call, one!.body), { updated: 1, added: 0, deleted: 0, retries: first.job_id });
  const other = await ask(first.job_id, {}, { 'idempotency-key': 'k' });
  t.match(other, { status: 400, body: { error: { message: /Idempotency-Key/ } } });
  // Nothing more is to be done, whoever asks.
  const both = await Promise.all([retry(first.job_id, options), retry(first.job_id, options)]);
  t.match(both, [
    { unchanged: 1, added: 0 },
    { unchanged: 1, added: 0 },
  ]);
  t.match(await finished(call, (await call('POST', `/jobs/${one!.body.job_id}/undo`)).body), { updated: 1 });
});

t.test('what cannot be tried again is refused, and says why', async (t) => {
  const map = await newMap();
  const first = await importCsv(call, map, 'name,lat,lng\nA,1,2\nB,x,2\n');
  const refusals: [object, RegExp][] = [
    [{ missing: 'delete' }, /^"missing" is no option of a retry: .*deletes nothing/],
    [{ header_row: 2 }, /^"header_row" is no option of a retry: .*first file/],
    [{ delimiter: ';' }, /^"delimiter" is no option of a retry/],
    [{ markerType: 'circle' }, /"markerType" is not known: write "marker_type"; nothing was done/],
    [{ dryRun: true }, /"dryRun" is not known: write "dry_run"/],
    [{ mapping: {} }, /"mapping" is no option of a retry \(did you mean "column_mapping"\?\)/],
    [{ auto_map: false }, /^auto_map cannot be changed/],
    [{ column_mapping: { lat: 'Breite' } }, /no column "Breite"; the file has "name", "lat", "lng"/],
    [{ match: 'field:Nr' }, /no column "Nr"/],
  ];
  for (const [options, message] of refusals) {
    const { status, body } = await ask(first.job_id, options);
    t.match([status, body], [400, { error: { code: 'BAD_REQUEST', message } }], JSON.stringify(options));
  }
  const inQuery = await call('POST', `/jobs/${first.job_id}/retry?dry_run=true`, {});
  t.match(inQuery, { status: 400, body: { error: { message: /^"dry_run" stands in the query/ } } });
  const stranger = await service.client({ email: 'other@example.com' });
  t.equal((await stranger('POST', `/jobs/${first.job_id}/retry`, {})).status, 404);

  const good = await importCsv(call, map, 'name,lat,lng\nC,1,3\n');
  t.match(
    [good.retry_url, (await ask(good.job_id)).body],
    [null, { error: { message: /has no rejected rows/ } }],
  );
  const undone = (await call('POST', `/jobs/${first.job_id}/undo`)).body;
  await finished(call, undone);
  t.match((await ask(first.job_id)).body, { error: { message: /^the import is taken back/ } });
  t.equal((await call('GET', `/jobs/${first.job_id}`)).body.retry_url, null);
  t.match((await ask(undone.job_id)).body, { error: { message: /^the job is an undo/ } });
  const ended = async (status: string, at: Date | null) => {
    await sql`UPDATE jobs SET status = ${status}, completed_at = ${at} WHERE id = ${good.job_id}`;
    return (await ask(good.job_id)).body.error.message;
  };
  t.match(await ended('processing', null), /has not ended/);
  t.match(await ended('cancelled', new Date()), /was cancelled, and its rejected rows are not kept/);
});

t.test('few retries are taken at a time, of imports that are not taken back by then', async (t) => {
  const map = await newMap();
  const first = await importCsv(call, map, 'name,lat,lng\nA,1,2\nB,x,2\n');
  const { retries } = service.app.work.queues;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const others = [1e9, 1e9 + 1].flatMap((accountId) =>
    [1, 2].map(() => retries.run({ accountId }, () => held)),
  );
  const waiting = ask(first.job_id);
  while (retries.use.waiting < 2) await new Promise(setImmediate);
  t.match(retries.use, { running: 3, waiting: 2 });
  await finished(call, (await call('POST', `/jobs/${first.job_id}/undo`)).body);
  release();
  t.match(await waiting, { status: 400, body: { error: { message: /^the import is taken back/ } } });
  await Promise.all(others);
});

const WRITTEN = ['', 'x', '=1+1', "'=1", ' padded ', '"', 'a,b', 'a\nb', '00123', '1e5', 'ü', '\u2028'];

t.test('an import with bad rows and a retry with the mend give the markers of the mended file', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          isBad: fc.boolean(),
          lat: fc.integer({ min: 0, max: 89 }),
          text: fc.constantFrom(...WRITTEN),
          category: fc.constantFrom('', 'Open', 'Shut'),
        }),
        { minLength: 2, maxLength: 12 },
      ),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('field:Text', 'place'),
      async (rows, separator, match) => {
        const cell = (text: string) => (/[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
        // The country is what a bad row lacks: its place is the address in it.
        const fileOf = (isMended: boolean) =>
          [['Title', 'lat', 'lng', 'zip', 'country', 'Text', 'category', 'Nr']]
            .concat(
              rows.map(({ isBad, lat, text, category }, i) => [
                ...[
                  `N${i}`,
                  ...(isBad ? ['', '', '10115', isMended ? 'DE' : ''] : [`${lat}`, `${i}`, '', 'DE']),
                ],
                ...[text, category, `${i}`],
              ]),
            )
            .map((cells) => `${cells.map(cell).join(separator)}\n`)
            .join('');
        const query = match === 'place' ? '' : '?match=field:Nr';
        const [map, other] = [await newMap(), await newMap()];
        const first = await importCsv(call, map, fileOf(false), query);
        if (first.error_count > 0) {
          const again = await retry(first.job_id, { default_country: 'DE' });
          if (again.error_count > 0) throw new Error(JSON.stringify(again.errors));
        }
        await importCsv(call, other, fileOf(true), query);
        const [left, right] = [await markersOf(map), await markersOf(other)];
        if (left.join('\n') !== right.join('\n'))
          throw new Error(`${left.join('\n')}\n--\n${right.join('\n')}`);
      },
    ),
    { numRuns: runs(8, 100) },
  );
});
