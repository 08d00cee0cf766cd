import { join } from 'node:path';
import type { BulkJob } from '../src/schema/job.js';
import { figure, type Measurement, median, percentile, report, roundsOr, scaled } from './measure.js';
import { peopleRows } from './people-rows.js';
import { writeParts, writeSeededCsv } from './seeded-csv.js';
import { type BenchServer, emptyMarkers, onBenchServer } from './server.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { allAdded, compareOutcomes, createMap, importCsv, type Watched, watchedUpload } from './upload.js';

const ROWS = 1_000_000;
const ROUNDS = 3;
const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** An upload without an acceptable row. */
interface Refused {
  name: string;
  from: string;
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
    await writeParts(numbers, jsonNumbers(rows));
    const kinds: Refused[] = [
      { name: 'CSV rows without a place', from: nowhere },
      { name: 'numbers in a JSON array', from: numbers },
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

async function compare({ name, from, again }: Refused, acceptedFile: string, rows: number): Promise<void> {
  const rounds = roundsOr(ROUNDS);
  const [accepted, refused]: [Watched[], Watched[]] = [[], []];
  let fileBytes = 0;
  await onBenchServer(async (server, client) => {
    await importCsv(server, acceptedFile, rows); // warms both sides
    for (let round = 0; round < rounds; round++) {
      await emptyMarkers(client);
      const mapId = await createMap(server);
      accepted.push(allAdded(await watchedUpload(server, { mapId, from: acceptedFile }), rows));
      // Autovacuum would do this at some time.
      await client.query('ANALYZE markers');
      const into = again ? mapId : await createMap(server);
      refused.push(await watchedUpload(server, { mapId: into, from, query: { on_duplicate: 'error' } }));
      fileBytes = await checkRejected(server, refused.at(-1)!.job, rows);
    }
  });
  report(
    `rejects: ${rows.toLocaleString('en')} ${name}, beside as many accepted people rows, medians of ${rounds} alternating rounds`,
    [...compareWatched(accepted, refused, rows), figure('errors.csv', fileBytes / 1e6, 'MB, all rows in it')],
  );
}

/** @returns bytes of errors.csv @throws Error when a row was accepted, or is missing in the file */
async function checkRejected({ key }: BenchServer, job: BulkJob, rows: number): Promise<number> {
  const problems = compareOutcomes(job, { error_count: rows });
  if (problems.length > 0) throw new Error(`job ${job.job_id}: ${problems.join(', ')}`);
  const response = await fetch(job.errors_url!, { headers: { authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`errors.csv: ${response.status} ${await response.text()}`);
  let bytes = 0;
  // The header is none, and line breaks in cells do not count.
  let records = -1;
  let quoted = false;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    for (const byte of chunk) {
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === LINE_FEED && !quoted) records++;
    }
  }
  if (records !== rows) throw new Error(`errors.csv of ${job.job_id} has ${records} of ${rows} rows`);
  return bytes;
}

function compareWatched(accepted: readonly Watched[], refused: readonly Watched[], rows: number) {
  const compared = (name: string, unit: string, of: (all: readonly Watched[]) => number): Measurement[] => {
    const [reference, value] = [of(accepted), of(refused)];
    return [
      figure(`${name}, accepted`, reference, unit),
      figure(`${name}, rejected`, value, unit, { of: 'accepted', value: value / reference }),
    ];
  };
  return [
    ...compared('upload to completed', 'rows/s', (all) => rows / median(all.map((one) => one.seconds))),
    ...compared('peak RSS of the server', 'MB', (all) => Math.max(...all.map((one) => one.peakRssMb))),
    ...compared('GET /me 20 times a second, p99', 'ms', (all) =>
      percentile(
        all.flatMap((one) => one.meMs),
        0.99,
      ),
    ),
  ];
}
