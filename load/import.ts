import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { CPU_GROUPS, type CpuTime, serviceTimeOf, withCpu } from './cpu-time.js';
import {
  figure,
  inRounds,
  type Measurement,
  median,
  memoryRows,
  percentile,
  rateOf,
  report,
  roundsOr,
  scaled,
} from './measure.js';
import { peopleRows } from './people-rows.js';
import { startPostGis } from './postgis.js';
import { askMe } from './requests.js';
import { PLAIN_ROWS, seededBytes, writeSeededCsv } from './seeded-csv.js';
import { type BenchServer, emptyMarkers, onBenchServer } from './server.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { allAdded, createMap, importCsv, type Watched, watchedUpload } from './upload.js';

const KINDS = { plain: PLAIN_ROWS, people: peopleRows() };
const SIZES = [300_000, 1_000_000, 3_000_000];
const ROWS = SIZES[0]!;
const ROUNDS = 5;
const IDLE_MS = 10_000;

/** Time to `completed` beside raw COPY and ogr2ogr, by the number of rows, and right after a start. */
export async function benchImport(): Promise<void> {
  await benchBesideReferences();
  await benchSizes();
  await benchFirstImport();
  const rows = memoryRows();
  if (rows !== null) await checkMemory(rows);
}

/** An upload into a new map of an empty table. @throws Error when not all rows were added */
async function uploadAlone(
  server: BenchServer,
  client: pg.Client,
  from: string,
  rows: number,
): Promise<Watched> {
  await emptyMarkers(client);
  return allAdded(await watchedUpload(server, { mapId: await createMap(server), from }), rows);
}

/**
 * Alternating rounds with a raw COPY of the stored rows and, where it is installed, ogr2ogr into PostGIS, for
 * plain ASCII and for realistic rows. Meanwhile the job is polled and GET /me is sent, as clients do.
 */
async function benchBesideReferences(): Promise<void> {
  const rows = scaled(ROWS);
  const rounds = roundsOr(ROUNDS);
  const postGis = await startPostGis();
  try {
    await inTemporaryFolder((folder) =>
      onBenchServer(async (server, client) => {
        const measureOf = async (kind: keyof typeof KINDS): Promise<() => Promise<Round>> => {
          const [csv, copied] = [join(folder, `${kind}.csv`), join(folder, `${kind}.copy`)];
          await writeSeededCsv(csv, rows, 1, KINDS[kind]);
          await emptyMarkers(client);
          await importCsv(server, csv, rows); // warms both sides and gives the rows to copy
          await pipeline(client.query(copyTo('COPY markers TO STDOUT')), createWriteStream(copied));
          return async () => {
            const copy = await rawCopy(client, copied, rows);
            await emptyMarkers(client);
            const mapId = await createMap(server);
            const { done, cpu } = await withCpu(
              server,
              () => watchedUpload(server, { mapId, from: csv }),
              rows,
            );
            await emptyMarkers(client);
            return {
              copy,
              done: allAdded(done, rows),
              cpu,
              ogr2ogr: (await postGis?.load(csv, rows)) ?? null,
            };
          };
        };
        const idle = async (): Promise<number[]> => {
          await emptyMarkers(client);
          const me = askMe(server);
          await delay(IDLE_MS);
          return me.stop();
        };
        const [plain, people] = [await measureOf('plain'), await measureOf('people')];
        const { idleMs, ...measured } = await inRounds(rounds, { plain, people, idleMs: idle });
        for (const [name, ofKind] of Object.entries(measured))
          report(
            `import: ${rows.toLocaleString('en')} ${name} rows of 10 columns, medians of ${rounds} alternating rounds`,
            measurementsOf(ofKind, rows, idleMs.flat()),
          );
      }),
    );
  } finally {
    await postGis?.stop();
  }
  if (!postGis)
    process.stdout.write('  ogr2ogr: skipped, gdal-bin and postgresql-*-postgis-3 are not installed\n');
}

/** Results of a round for one kind of rows; rates in rows a second. */
interface Round {
  copy: number;
  done: Watched;
  /** µs of processor time a row. */
  cpu: CpuTime | null;
  ogr2ogr: number | null;
}

/**
 * The reference: one COPY of stored rows into an empty table with the columns and indexes of markers, on one
 * connection.
 * @returns rows a second
 */
async function rawCopy(client: pg.Client, file: string, rows: number): Promise<number> {
  await emptyMarkers(client);
  return rateOf(rows, () => {
    const bytes = createReadStream(file, { highWaterMark: 512 * 1024 });
    return pipeline(bytes, client.query(copyFrom('COPY copied_markers FROM STDIN')));
  });
}

function measurementsOf(measured: readonly Round[], rows: number, idleMs: readonly number[]): Measurement[] {
  const uploads = measured.map(({ done }) => done);
  const copy = median(measured.map((round) => round.copy));
  const imported = median(uploads.map(({ seconds }) => rows / seconds));
  const ofOgr2ogr = measured.flatMap(({ ogr2ogr }) => ogr2ogr ?? []);
  const latencies = (name: string, ms: readonly number[], idle?: readonly number[]): Measurement[] =>
    [0.5, 0.99].map((share) => {
      const value = percentile(ms, share);
      const ratio = idle && { of: 'idle', value: value / percentile(idle, share) };
      return figure(`${name}, p${share * 100}`, value, 'ms', ratio);
    });
  const beside = (name: string, of: string, value: number, goal: string) =>
    figure(name, imported, 'rows/s', { of, value: imported / value, goal });
  const ogr2ogr = ofOgr2ogr.length === 0 ? null : median(ofOgr2ogr);
  return [
    figure('raw COPY of the stored rows, one connection', copy, 'rows/s'),
    ...(ogr2ogr === null ? [] : [figure('ogr2ogr into PostGIS, COPY mode', ogr2ogr, 'rows/s')]),
    beside('HTTP upload to completed', 'raw COPY', copy, '1.0'),
    ...(ogr2ogr === null ? [] : [beside('the same', 'ogr2ogr', ogr2ogr, '1.15')]),
    ...cpuMeasurements(measured.flatMap(({ cpu }) => cpu ?? [])),
    figure('peak RSS of the server', Math.max(...uploads.map((one) => one.peakRssMb)), 'MB (goal 420)'),
    ...latencies('GET /me 20 times a second, idle', idleMs),
    ...latencies(
      'the same, during the imports',
      uploads.flatMap(({ meMs }) => meMs),
      idleMs,
    ),
  ];
}

/** Medians by group; the service is all of them but PostgreSQL. */
function cpuMeasurements(cpu: readonly CpuTime[]): Measurement[] {
  if (cpu.length === 0) return [];
  return [
    figure('CPU time of the service', median(cpu.map(serviceTimeOf)), 'µs a row (goal 5)'),
    ...CPU_GROUPS.map((group) => {
      const value = median(cpu.map((times) => times[group]));
      return figure(`CPU time of ${group === 'PostgreSQL' ? group : `its ${group}`}`, value, 'µs a row');
    }),
  ];
}

/** Time per row and memory of imports by their number of rows. */
async function benchSizes(): Promise<void> {
  const rounds = roundsOr(ROUNDS);
  const sizes = SIZES.map(scaled);
  const least = sizes[0]!;
  const measured = await inTemporaryFolder((folder) =>
    onBenchServer(async (server, client) => {
      const fileOf = (rows: number): string => join(folder, `${rows}.csv`);
      for (const rows of sizes) await writeSeededCsv(fileOf(rows), rows, 1, peopleRows());
      await importCsv(server, fileOf(least), least); // warms both sides
      const kinds = sizes.map((rows) => [rows, () => uploadAlone(server, client, fileOf(rows), rows)]);
      return inRounds(rounds, Object.fromEntries(kinds) as Record<string, () => Promise<Watched>>);
    }),
  );
  const rateAt = (rows: number): number => median(measured[rows]!.map(({ seconds }) => rows / seconds));
  const of = `${least.toLocaleString('en')} rows`;
  const peaks = Object.values(measured).flatMap((watched) => watched.map(({ peakRssMb }) => peakRssMb));
  report(`import: people rows, medians of ${rounds} alternating rounds`, [
    ...sizes.flatMap((rows): Measurement[] => {
      const name = `${rows.toLocaleString('en')} rows`;
      const ratio = rows === least ? null : { of, value: rateAt(rows) / rateAt(least), goal: '0.9' };
      return [
        figure(name, rateAt(rows), 'rows/s', ratio),
        // Later rounds begin with memory that Node still holds from a larger import.
        figure(`${name}, peak RSS of the server in the first round`, measured[rows]![0]!.peakRssMb, 'MB'),
      ];
    }),
    figure('peak RSS over all rounds', Math.max(...peaks), 'MB (goal 400)'),
  ]);
}

/**
 * The first import after a start on a new database, and the next import of the same rows into the emptied
 * table.
 */
async function benchFirstImport(): Promise<void> {
  const rows = scaled(ROWS);
  const rounds = roundsOr(ROUNDS);
  const [first, second]: [number[], number[]] = [[], []];
  await inTemporaryFolder(async (folder) => {
    const file = join(folder, 'rows.csv');
    await writeSeededCsv(file, rows, 1, peopleRows());
    for (let round = 0; round < rounds; round++)
      await onBenchServer(async (server, client) => {
        first.push(rows / (await importCsv(server, file, rows)).seconds);
        await emptyMarkers(client);
        second.push(rows / (await importCsv(server, file, rows)).seconds);
      });
  });
  const [cold, warm] = [median(first), median(second)];
  report(`import: ${rows.toLocaleString('en')} people rows after a start, medians of ${rounds} starts`, [
    figure('the second import', warm, 'rows/s'),
    figure('the first import', cold, 'rows/s', { of: 'the second', value: cold / warm }),
  ]);
}

/**
 * Memory of one import of very many rows. They are generated while they are sent, which is part of the rate.
 */
const checkMemory = (rows: number): Promise<void> =>
  onBenchServer(async (server) => {
    const before = await server.peakRssMb();
    const from = Readable.from(inTurns(seededBytes(rows, 1, peopleRows())));
    const request = { mapId: await createMap(server), from };
    const { seconds, peakRssMb } = allAdded(await watchedUpload(server, request), rows);
    report(`import: ${rows.toLocaleString('en')} people rows into one map, made while they are sent`, [
      figure('peak RSS of the server before', before, 'MB'),
      figure('peak RSS of the server', peakRssMb, 'MB'),
      figure('upload to completed', rows / seconds, 'rows/s'),
    ]);
  });

/**
 * Yields between chunks: generated at once they would block this process, which also asks and polls, for a
 * minute.
 */
async function* inTurns<T>(chunks: Iterable<T>): AsyncGenerator<T> {
  for (const chunk of chunks) {
    yield chunk;
    await nextTurn();
  }
}
