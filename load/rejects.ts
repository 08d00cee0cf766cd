import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BulkJob } from '../src/schema/job.js';
import { allAdded, createMap, importCsv } from './import-csv.js';
import { compareOutcomes } from './outcomes.js';
import { peopleRows } from './people-rows.js';
import { emptyMarkers } from './raw-copy.js';
import { readRejectsFile } from './rejects-file.js';
import { writeSeededCsv } from './seeded-csv.js';
import { type BenchServer, onBenchServer } from './server.js';
import { roundsOr, scaled } from './size.js';
import { type Measurement, median, percentile, report } from './table.js';
import { inTemporaryFolder } from './temporary-folder.js';
import type { Upload } from './upload.js';
import { type Watched, watchedUpload } from './watched-upload.js';

const ROWS = 1_000_000;
const ROUNDS = 3;

/** An upload without an acceptable row. */
interface Refused {
  name: string;
  from: string;
  contentType?: 'application/json';
  /** Uploaded into the map of the accepted file, after it; otherwise into a map of its own. */
  again?: true;
}

/**
 * Uploads of rejected rows, in alternating rounds with one of as many accepted rows. Each kind has a server
 * of its own.
 */
export async function benchRejects(): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const rows = scaled(ROWS);
    const accepted = join(folder, 'accepted.csv');
    const nowhere = join(folder, 'nowhere.csv');
    const numbers = join(folder, 'numbers.json');
    await writeSeededCsv(accepted, rows, 1, peopleRows());
    await writeSeededCsv(nowhere, rows, 1, peopleRows({ nowhere: true }));
    await pipeline(Readable.from(jsonNumbers(rows)), createWriteStream(numbers));
    const kinds: Refused[] = [
      { name: 'CSV rows without a place', from: nowhere },
      { name: 'numbers in a JSON array', from: numbers, contentType: 'application/json' },
      { name: 'CSV rows that are on the map, on_duplicate=error', from: accepted, again: true },
    ];
    for (const kind of kinds) await compare(kind, accepted, rows);
  });
}

function* jsonNumbers(rows: number): Generator<string> {
  yield '{"markers":[0';
  for (let i = 1; i < rows; i++) yield `,${i}`;
  yield ']}';
}

async function compare(refused: Refused, accepted: string, rows: number): Promise<void> {
  const rounds = roundsOr(ROUNDS);
  const found = { accepted: [] as Watched[], refused: [] as Watched[] };
  let fileBytes = 0;
  await onBenchServer(async (server, client) => {
    await importCsv(server, accepted, rows); // warms both sides
    for (let round = 0; round < rounds; round++) {
      await emptyMarkers(client);
      const mapId = await createMap(server);
      found.accepted.push(allAdded(await watchedUpload(server, { mapId, from: accepted }), rows));
      // Autovacuum would do this at some time.
      await client.query('ANALYZE markers');
      const { from, contentType = 'text/csv', again } = refused;
      const into = again ? mapId : await createMap(server);
      const request: Upload = { mapId: into, from, contentType, onDuplicate: 'error' };
      const watched = await watchedUpload(server, request);
      found.refused.push(watched);
      fileBytes = await checkRejected(server, watched.job, rows);
    }
  });
  report(
    `rejects: ${rows.toLocaleString('en')} ${refused.name}, beside as many accepted people rows, medians of ${rounds} alternating rounds`,
    [
      ...compareWatched(found, rows),
      { name: 'errors.csv', value: fileBytes / 1e6, unit: 'MB, all rows in it' },
    ],
  );
}

/** @returns bytes of errors.csv @throws Error when a row was accepted, or is missing in the file */
async function checkRejected(server: BenchServer, job: BulkJob, rows: number): Promise<number> {
  const problems = compareOutcomes(job, { error_count: rows });
  if (problems.length > 0) throw new Error(`job ${job.job_id}: ${problems.join(', ')}`);
  const file = await readRejectsFile(server, job);
  if (file.rows !== rows) throw new Error(`errors.csv of ${job.job_id} has ${file.rows} of ${rows} rows`);
  return file.bytes;
}

function compareWatched(
  { accepted, refused }: { accepted: Watched[]; refused: Watched[] },
  rows: number,
): Measurement[] {
  const percentileOf = (of: 'meMs' | 'pollsMs', share: number) => (all: Watched[]) =>
    percentile(
      all.flatMap((one) => one[of]),
      share,
    );
  const figures: [name: string, unit: string, of: (watched: Watched[]) => number][] = [
    ['upload to completed', 'rows/s', (all) => rows / median(all.map((one) => one.seconds))],
    ['peak RSS of the server', 'MB', (all) => Math.max(...all.map((one) => one.peakRssMb))],
    ['GET /me 20 times a second, p99', 'ms', percentileOf('meMs', 0.99)],
    ['polls of the job every 25 ms, p50', 'ms', percentileOf('pollsMs', 0.5)],
    ['polls of the job every 25 ms, p99', 'ms', percentileOf('pollsMs', 0.99)],
  ];
  return figures.flatMap(([name, unit, of]) => {
    const [reference, value] = [of(accepted), of(refused)];
    return [
      { name: `${name}, accepted`, value: reference, unit },
      { name: `${name}, rejected`, value, unit, ratio: { of: 'accepted', value: value / reference } },
    ];
  });
}
