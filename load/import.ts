import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { importCsv } from './import-csv.js';
import { startPostGis } from './postgis.js';
import { writeSeededCsv } from './seeded-csv.js';
import { type BenchServer, startBenchServer } from './server.js';
import { type Measurement, median, report } from './table.js';

const ROWS = 300_000;
const LARGE_ROWS = 1_000_000;
const ROUNDS = 3;
const ME_PER_SECOND = 20;

/** @returns rows a second, from the first byte to `completed` */
const importOnce = async (server: BenchServer, file: string, rows: number): Promise<number> =>
  rows / (await importCsv(server, file, rows)).seconds;

/** The rows that are in the table, as COPY text. */
async function dump(client: pg.Client): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of client.query(copyTo('COPY markers TO STDOUT'))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** One COPY of the same rows into the same, empty table on one connection. @returns rows a second */
async function copyOnce(client: pg.Client, text: Buffer, rows: number): Promise<number> {
  const begin = performance.now();
  await pipeline([text], client.query(copyFrom('COPY markers FROM STDIN')));
  return rows / ((performance.now() - begin) / 1000);
}

/** Latencies of GET /me at a steady rate, in milliseconds, until `stop`. */
function askMe(server: BenchServer, perSecond: number): { stop(): Promise<number[]> } {
  const latencies: number[] = [];
  const asked = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const begin = performance.now();
    const one = fetch(`${server.baseUrl}/me`, { headers: { authorization: `Bearer ${server.key}` } })
      .then((response) => response.arrayBuffer())
      .then(() => void latencies.push(performance.now() - begin));
    asked.add(one);
    one.finally(() => asked.delete(one));
  }, 1000 / perSecond);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(asked);
      return latencies;
    },
  };
}

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

/**
 * Upload to `completed`, in alternating rounds with a raw COPY of the same rows into the same table and, where it is installed,
 * ogr2ogr into PostGIS; then, alternating too, a million rows and GET /me with and without an import beside it.
 */
export async function benchImport(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cartload-bench-'));
  await chmod(folder, 0o755);
  const file = join(folder, 'rows.csv');
  await writeSeededCsv(file, ROWS);
  const server = await startBenchServer();
  const postGis = await startPostGis();
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  const empty = () => client.query('TRUNCATE markers; CHECKPOINT');
  try {
    await importOnce(server, file, ROWS); // warms both sides and gives the rows to copy
    const text = await dump(client);
    const rates = { copy: [] as number[], import: [] as number[], ogr2ogr: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      await empty();
      rates.copy.push(await copyOnce(client, text, ROWS));
      await empty();
      rates.import.push(await importOnce(server, file, ROWS));
      if (postGis) rates.ogr2ogr.push(await postGis.load(file, ROWS));
    }
    const large = join(folder, 'large.csv');
    await writeSeededCsv(large, LARGE_ROWS);
    const pairs = { small: [] as number[], large: [] as number[] };
    const latencies = { idle: [] as number[], busy: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      await empty();
      pairs.small.push(await importOnce(server, file, ROWS));
      await empty();
      pairs.large.push(await importOnce(server, large, LARGE_ROWS));
      await empty();
      const idle = askMe(server, ME_PER_SECOND);
      await delay(10_000);
      latencies.idle.push(...(await idle.stop()));
      const busy = askMe(server, ME_PER_SECOND);
      await importOnce(server, large, LARGE_ROWS);
      latencies.busy.push(...(await busy.stop()));
    }
    const largeRate = median(pairs.large);
    const idleP99 = percentile(latencies.idle, 0.99);
    const busyP99 = percentile(latencies.busy, 0.99);
    const copy = median(rates.copy);
    const end = median(rates.import);
    const measurements: Measurement[] = [
      { name: 'raw COPY, one connection', value: copy, unit: 'rows/s' },
      {
        name: 'HTTP upload to completed',
        value: end,
        unit: 'rows/s',
        ratio: { of: 'raw COPY', value: end / copy, goal: '0.8' },
      },
      {
        name: `the same, ${LARGE_ROWS.toLocaleString('en')} rows`,
        value: largeRate,
        unit: 'rows/s',
        ratio: {
          of: `${ROWS.toLocaleString('en')} rows beside it`,
          value: largeRate / median(pairs.small),
          goal: '0.85',
        },
      },
      ...(postGis ? [ogr2ogrMeasurement(median(rates.ogr2ogr), end)] : []),
      { name: 'peak RSS of the server', value: await server.peakRssMb(), unit: 'MB (goal 400)' },
      { name: 'GET /me, idle, p99', value: idleP99, unit: 'ms' },
      {
        name: 'GET /me, during an import, p99',
        value: busyP99,
        unit: 'ms (goal 50)',
        ratio: { of: 'idle', value: busyP99 / idleP99, goal: '5 at most' },
      },
    ];
    report(
      `import: ${ROWS.toLocaleString('en')} rows of 10 columns, medians of ${ROUNDS} alternating rounds`,
      measurements,
    );
    if (!postGis)
      process.stdout.write('  ogr2ogr: skipped, gdal-bin and postgresql-*-postgis-3 are not installed\n');
  } finally {
    await client.end();
    await server.stop();
    await postGis?.stop();
    await rm(folder, { recursive: true });
  }
}

const ogr2ogrMeasurement = (rate: number, imports: number): Measurement => ({
  name: 'ogr2ogr into PostGIS, COPY mode',
  value: rate,
  unit: 'rows/s',
  ratio: { of: 'HTTP upload to completed', value: rate / imports, goal: 'below 1' },
});
