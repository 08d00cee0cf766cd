import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import type { DryRun } from '../../src/schema/dry-run.js';
import type { BulkJob } from '../../src/schema/job.js';
import { finished, startTestApp } from '../support/app.js';

/** Short for `npm test`; `METAMORPHIC_RUNS=300` for a long round. */
const RUNS = Number(process.env.METAMORPHIC_RUNS ?? 4);
/** Seed of the short round; a long one draws its own. */
const SEED = process.env.METAMORPHIC_RUNS === undefined ? 7 : Date.now();
t.setTimeout(3_600_000);

const service = await startTestApp(t, { WORKERS: '2' });
const call = service.clientWith(
  await service.authorization({ quotaMaps: 1e9, quotaMarkers: 1e9, quotaBulk: 1e9, rateLimit: 1e9 }),
);

/** The index of its place tells a row's name and coordinates. */
interface Row {
  place: number;
  code: string;
  note: string;
  /** Its latitude is none: the row is rejected. */
  isBad: boolean;
}

const rowsOf = fc.array(
  fc.record({
    place: fc.integer({ min: 0, max: 5 }),
    code: fc.constantFrom('', '', 'a', 'b', 'c', 'd'),
    note: fc.constantFrom('', 'x', 'y'),
    isBad: fc.constantFrom(false, false, false, true),
  }),
  { minLength: 1, maxLength: 12 },
);

const nameOf = ({ place }: Row): string => `P${place}`;
const latOf = ({ place, isBad }: Row): number => (isBad ? 95.5 : 50.5) + place;

/** The same rows in each format, as a body and its content type. */
const FORMATS = {
  csv: (rows: readonly Row[]): [string, string] => [
    `name,lat,lng,location_code,Note\n${rows.map((row) => `${nameOf(row)},${latOf(row)},8.5,${row.code},${row.note}\n`).join('')}`,
    'text/csv',
  ],
  json: (rows: readonly Row[]): [string, string] => [
    JSON.stringify({
      markers: rows.map((row) => ({
        name: nameOf(row),
        lat: latOf(row),
        lng: 8.5,
        ...(row.code && { location_code: row.code }),
        ...(row.note && { custom_fields: { Note: row.note } }),
      })),
    }),
    'application/json',
  ],
  geojson: (rows: readonly Row[]): [string, string] => [
    JSON.stringify({
      type: 'FeatureCollection',
      features: rows.map((row) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [8.5, latOf(row)] },
        properties: { name: nameOf(row), location_code: row.code, Note: row.note },
      })),
    }),
    'application/geo+json',
  ],
};
type Format = keyof typeof FORMATS;

const newMap = async (): Promise<string> => `/maps/${(await call('POST', '/maps', { name: 'M' })).body.id}`;
const markersOf = async (map: string): Promise<object[]> =>
  (await call('GET', `${map}/markers?page_size=100`)).body.data.map(
    ({ id, map_id, created_at, updated_at, ...marker }: Record<string, unknown>) => marker,
  );

async function post<T>(map: string, format: Format, rows: readonly Row[], query: string): Promise<T> {
  const [body, type] = FORMATS[format](rows);
  const sent = format === 'json' ? JSON.parse(body) : body;
  return (await call<T>('POST', `${map}/markers/bulk?${query}`, sent, { 'content-type': type })).body;
}

/** Markers that are made one by one, which may have the name and the place of others. */
const twinsOf = fc.array(
  fc.record({ place: fc.integer({ min: 0, max: 5 }), code: fc.constantFrom('', '', 'a') }),
  { maxLength: 3 },
);
async function create(map: string, place: number, code: string): Promise<void> {
  const marker = { name: `P${place}`, lat: 50.5 + place, lng: 8.5, ...(code && { location_code: code }) };
  const { status, body } = await call('POST', `${map}/markers`, marker);
  if (status !== 201) throw new Error(`a twin is not made: ${JSON.stringify(body)}`);
}

/** Counts of an import, of JSON those of its summary. */
async function upload(map: string, format: Format, rows: readonly Row[], query = ''): Promise<number[]> {
  const answer = await post<BulkJob>(map, format, rows, query);
  const job = format === 'json' ? answer : await finished(call, answer);
  const { added, updated, unchanged, skipped, errors, deleted } = job;
  return [added, updated, unchanged, skipped!, errors.length, deleted];
}

const MIRROR = 'missing=delete&missing_tolerance=100%25&confirm=true';
const OPTIONS = [
  'match=location_code',
  'match=location_code&on_new=skip',
  `match=location_code&${MIRROR}`,
  `on_duplicate=overwrite&${MIRROR}`,
  `on_new=skip&on_duplicate=overwrite&${MIRROR}`,
  `on_duplicate=error&${MIRROR}`,
  `on_new=skip&on_duplicate=error`,
];

t.test('a dry run tells what an import that mirrors its file then does, in every format', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      rowsOf,
      rowsOf,
      fc.constantFrom(...OPTIONS),
      twinsOf,
      async (before, after, options, twins) => {
        const outcomes: unknown[] = [];
        for (const format of Object.keys(FORMATS) as Format[]) {
          const map = await newMap();
          await upload(map, format, before);
          for (const { place, code } of twins) await create(map, place, code);
          const { counts } = await post<DryRun>(map, format, after, `${options}&dry_run=true`);
          const { added, updated, unchanged, skipped, rejected, deleted } = counts;
          const done = await upload(map, format, after, options);
          if (!isDeepStrictEqual([added, updated, unchanged, skipped, rejected, deleted], done)) return false;
          outcomes.push([done, await markersOf(map)]);
        }
        return outcomes.every((outcome) => isDeepStrictEqual(outcome, outcomes[0]));
      },
    ),
    { numRuns: RUNS, seed: SEED },
  );
  t.pass('counts and markers are the same');
});

t.test('options of matching that do not go together are refused', async (t) => {
  const map = await newMap();
  const refused = async (query: string, body = 'name,lat,lng\nA,1,2\n') => {
    const answer = await call('POST', `${map}/markers/bulk?${query}`, body, { 'content-type': 'text/csv' });
    t.equal(answer.status, 400, query);
    return answer.body.error.message;
  };
  t.match(await refused('match=code'), /match/);
  t.match(await refused('match=field:'), /match/);
  t.match(
    await refused('match=location_code'),
    /no column is read as location_code.*the file has "name", "lat", "lng"$/,
  );
  t.match(await refused('match=field:Ref'), /no column "Ref"/);
  t.match(await refused('match=field:name'), /it is read as name/);
  t.match(
    await refused('match=location_code&on_duplicate=skip'),
    /^on_duplicate=skip does not go with match=location_code/,
  );
  t.match(
    await refused('match=field:location_code', 'name,lat,lng,location_code\nA,1,2,3\n'),
    /match by location_code/,
  );
});
