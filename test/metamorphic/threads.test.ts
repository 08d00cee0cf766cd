import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { AppError } from '../../src/base/errors.js';
import { rejectsPath } from '../../src/import/spool/uploaded.js';
import { readFields } from '../../src/store/fields.js';
import { readLegend } from '../../src/store/legend.js';
import { listMarkers } from '../../src/store/markers.js';
import { type ImportBench, importBench } from '../support/import.js';
import { parseMarker } from '../support/parse-marker.js';
import { csvOf, SEED, type Sheet, sheets } from './spreadsheets.js';

/**
 * Short for `npm test`; `METAMORPHIC_RUNS=20000` for a long round. A third of it, as each case imports its
 * sheet several times.
 */
const RUNS = Math.ceil(Number(process.env.METAMORPHIC_RUNS ?? 24) / 3);
t.setTimeout(3_600_000);

const benches = await Promise.all([1, 2, 3].map((workers) => importBench(t, { workers })));

interface TwoImports {
  sheet: Sheet;
  /** Rows of it that the map has already when all of them are imported. */
  before: number;
  on_duplicate: 'skip' | 'overwrite' | 'error';
  /** Approximate bytes of each block but the last, for each bench. */
  blockBytes: readonly number[];
}

const twoImports: fc.Arbitrary<TwoImports> = fc.record({
  sheet: sheets({ maxRows: 24 }),
  before: fc.nat({ max: 12 }),
  on_duplicate: fc.constantFrom('skip', 'overwrite', 'error'),
  blockBytes: fc.tuple(...benches.map(() => fc.integer({ min: 1, max: 600 }))),
});

/** Refusal of a sheet in which nothing says where its rows are. */
function refusal(error: unknown): { refused: string } {
  if (error instanceof AppError) return { refused: error.message };
  throw error;
}

/** The end of both imports, and the map afterwards, without what differs from map to map. */
async function outcomeOf(
  { sql, createMap, importText, spoolDirectory }: ImportBench,
  { sheet, before, on_duplicate }: TwoImports,
  blockBytes: number,
) {
  const mapId = await createMap();
  const jobs = [];
  for (const rows of [sheet.rows.slice(0, before), sheet.rows]) {
    const options = { ...sheet.options, on_duplicate, blockBytes };
    const job = await importText(mapId, csvOf({ ...sheet, rows }), options).catch(refusal);
    if ('refused' in job) return job;
    const { status, total, added, updated, unchanged, skipped, error_count, errors, error_summary } = job;
    const { notes, mapping, errors_url, skipped_url } = job;
    const fileOf = (kind: 'errors' | 'skipped', url: string | null | undefined): string | null =>
      url ? readFileSync(rejectsPath(spoolDirectory, job.job_id, kind), 'utf8') : null;
    jobs.push({
      ...{ status, total, added, updated, unchanged, skipped, error_count, errors, error_summary },
      ...{ notes, mapping, rejected: fileOf('errors', errors_url), passed: fileOf('skipped', skipped_url) },
    });
  }
  const markers = (await listMarkers(sql, mapId, 0, 1000)).map((json) => {
    const { id, map_id, created_at, updated_at, ...marker } = parseMarker(json);
    return marker;
  });
  const fields = (await readFields(sql, mapId)).map(({ name, type }) => ({ name, type }));
  return { jobs, markers, legend: await readLegend(sql, mapId), fields };
}

t.test('blocks of any size on any number of threads make the same map', async (t) => {
  const property = fc.asyncProperty(twoImports, async (imports) => {
    const [first, ...others] = await Promise.all(
      benches.map((bench, i) => outcomeOf(bench, imports, imports.blockBytes[i]!)),
    );
    return others.every((other) => isDeepStrictEqual(other, first));
  });
  await fc.assert(property, { numRuns: RUNS, seed: SEED });
  t.pass('jobs, rejected rows, skipped rows, markers, colours and fields are the same');
});
