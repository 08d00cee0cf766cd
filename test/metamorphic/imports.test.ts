import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import type { DryRun } from '../../src/schema/dry-run.js';
import type { BulkJob } from '../../src/schema/job.js';
import { finished, startTestApp } from '../support/app.js';
import { csvOf, PAST, type Sheet, sheets } from './spreadsheets.js';

/** `METAMORPHIC_RUNS=2000` for a long round. */
const RUNS = Number(process.env.METAMORPHIC_RUNS ?? 20);
/** Two at once: they share the service, not their maps. */
const SIDE_BY_SIDE = 2;
t.setTimeout(3_600_000);

const service = await startTestApp(t, { WORKERS: '2' });
const authorization = await service.authorization({ quotaMaps: 1e9, quotaBulk: 1e9, rateLimit: 1e9 });
const call = service.clientWith(authorization);

const newMap = async (): Promise<string> => `/maps/${(await call('POST', '/maps', { name: 'M' })).body.id}`;

const upload = async (map: string, csv: string, query = ''): Promise<BulkJob> => {
  const { body } = await call('POST', `${map}/markers/bulk${query}`, csv, { 'content-type': 'text/csv' });
  return finished(call, body);
};

/** The markers as an independent reader sees them: without what differs from map to map. */
const markersOf = async (map: string): Promise<object[]> => {
  const { body } = await call('GET', `${map}/markers?page_size=1000`);
  return body.data.map(({ id, map_id, created_at, ...marker }: Record<string, unknown>) => marker);
};

const holds = (property: (sheet: Sheet) => Promise<boolean>): Promise<unknown> =>
  Promise.all(
    Array.from({ length: SIDE_BY_SIDE }, () =>
      fc.assert(fc.asyncProperty(sheets(), property), { numRuns: Math.ceil(RUNS / SIDE_BY_SIDE) }),
    ),
  );

t.test('a dry run tells what the import then does', async (t) => {
  await holds(async (sheet) => {
    const map = await newMap();
    const { body } = await call<DryRun>('POST', `${map}/markers/bulk?dry_run=true`, csvOf(sheet), {
      'content-type': 'text/csv',
    });
    const job = await upload(map, csvOf(sheet));
    const { total, added, skipped, rejected } = body.counts;
    const told = body.rows.flatMap(({ outcome, marker }) => {
      // An expired marker is added, and in no list.
      if (outcome !== 'added' || marker!.expire === PAST) return [];
      const { id, map_id, created_at, ...shown } = marker!;
      return [shown];
    });
    return (
      isDeepStrictEqual(
        [total, added, skipped, rejected],
        [job.total, job.added, job.skipped, job.error_count],
      ) &&
      isDeepStrictEqual(body.mapping, job.mapping) &&
      isDeepStrictEqual(body.error_summary, job.error_summary) &&
      isDeepStrictEqual(told, (await markersOf(map)).slice(0, told.length))
    );
  });
  t.pass('counts, mapping, errors and markers are the same');
});

/** Without expired markers, which are replaced by the rows that meet them. */
const lasting = ({ headers, rows }: Sheet): Sheet => ({
  headers,
  rows: rows.map((cells) => cells.map((cell) => (cell === PAST ? '' : cell))),
});

t.test('a second import of the same file changes nothing', async (t) => {
  await holds(async (sheet) => {
    const csv = csvOf(lasting(sheet));
    const map = await newMap();
    const first = await upload(map, csv);
    const before = await markersOf(map);
    const { added, skipped, error_count } = await upload(map, csv);
    return (
      isDeepStrictEqual(
        [added, skipped, error_count],
        [0, first.added + first.skipped!, first.error_count],
      ) && isDeepStrictEqual(await markersOf(map), before)
    );
  });
  t.pass('all rows are skipped');
});

t.test('a file that overwrites what it made itself changes nothing', async (t) => {
  await holds(async ({ headers, rows }) => {
    const csv = csvOf({
      headers,
      rows: rows.map((cells) => cells.map((cell) => (cell === PAST ? '' : cell))),
    });
    const map = await newMap();
    await upload(map, csv, '?on_duplicate=overwrite');
    const before = await markersOf(map);
    const { added } = await upload(map, csv, '?on_duplicate=overwrite');
    return added === 0 && isDeepStrictEqual(await markersOf(map), before);
  });
  t.pass('all markers are as they were');
});

t.test('what is exported and imported again is the same', async (t) => {
  await holds(async (sheet) => {
    const map = await newMap();
    await upload(map, csvOf(sheet));
    const { body: csv } = await call('GET', `${map}/markers.csv`);
    const copy = await newMap();
    await upload(copy, csv);
    return isDeepStrictEqual(await markersOf(copy), await markersOf(map));
  });
  t.pass('the copies are equal');
});
