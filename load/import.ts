import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { askMe } from './ask-me.js';
import { CPU_GROUPS, type CpuTime, cpuARow, cpuTimeOf } from './cpu-time.js';
import { allAdded, createMap, importCsv } from './import-csv.js';
import { peopleRows } from './people-rows.js';
import { type PostGis, startPostGis } from './postgis.js';
import { dumpMarkers, emptyMarkers, rawCopy } from './raw-copy.js';
import { PLAIN_ROWS, writeSeededCsv } from './seeded-csv.js';
import { type BenchServer, startBenchServer } from './server.js';
import { roundsOr, scaled } from './size.js';
import { type Measurement, median, percentile, report } from './table.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { watchedUpload } from './watched-upload.js';

const KINDS = [
  { name: 'plain', kind: PLAIN_ROWS },
  { name: 'people', kind: peopleRows() },
];
const ROWS = 300_000;
const ROUNDS = 5;
const IDLE_MS = 10_000;

/** Results of the rounds for one kind of rows, in rows a second. */
interface Figures {
  readonly name: string;
  readonly csv: string;
  readonly copyText: string;
  readonly copy: number[];
  readonly import: number[];
  readonly ogr2ogr: number[];
  readonly pollsMs: number[];
  readonly meMs: number[];
  readonly peakRssMb: number[];
  /** µs of processor time a row. */
  readonly cpu: CpuTime[];
}

/**
 * Time from upload to `completed`, in alternating rounds with a raw COPY of the stored rows and, where it is
 * installed, ogr2ogr into PostGIS, for plain ASCII and for realistic rows. Meanwhile the job is polled and
 * GET /me is sent, as clients do.
 */
export async function benchImport(): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const rows = scaled(ROWS);
    const rounds = roundsOr(ROUNDS);
    const postGis = await startPostGis();
    const server = await startBenchServer();
    const client = new pg.Client(server.databaseUrl);
    try {
      await client.connect();
      const kinds = KINDS.map(({ name }): Figures => {
        const [csv, copyText] = [join(folder, `${name}.csv`), join(folder, `${name}.copy`)];
        return {
          name,
          csv,
          copyText,
          copy: [],
          import: [],
          ogr2ogr: [],
          pollsMs: [],
          meMs: [],
          peakRssMb: [],
          cpu: [],
        };
      });
      for (const [index, { csv, copyText }] of kinds.entries()) {
        await writeSeededCsv(csv, rows, 1, KINDS[index]!.kind);
        await emptyMarkers(client);
        await importCsv(server, csv, rows); // warms both sides and gives the rows to copy
        await dumpMarkers(client, copyText);
      }
      const idleMs: number[] = [];
      for (let round = 0; round < rounds; round++) {
        for (const figures of kinds) await measure(figures, rows, { server, client, postGis });
        await emptyMarkers(client);
        const idle = askMe(server);
        await delay(IDLE_MS);
        idleMs.push(...(await idle.stop()));
      }
      for (const figures of kinds) {
        report(
          `import: ${rows.toLocaleString('en')} ${figures.name} rows of 10 columns, medians of ${rounds} alternating rounds`,
          measurementsOf(figures, idleMs),
        );
      }
      if (!postGis)
        process.stdout.write('  ogr2ogr: skipped, gdal-bin and postgresql-*-postgis-3 are not installed\n');
    } finally {
      await client.end();
      await server.stop();
      await postGis?.stop();
    }
  });
}

async function measure(
  figures: Figures,
  rows: number,
  { server, client, postGis }: { server: BenchServer; client: pg.Client; postGis: PostGis | null },
): Promise<void> {
  await emptyMarkers(client);
  figures.copy.push(rows / (await rawCopy(client, figures.copyText)));
  await emptyMarkers(client);
  const request = { mapId: await createMap(server), from: figures.csv };
  const before = await cpuTimeOf(server);
  const watched = allAdded(await watchedUpload(server, request), rows);
  const after = await cpuTimeOf(server);
  if (before !== null && after !== null) figures.cpu.push(cpuARow(before, after, rows));
  figures.import.push(rows / watched.seconds);
  figures.pollsMs.push(...watched.pollsMs);
  figures.meMs.push(...watched.meMs);
  figures.peakRssMb.push(watched.peakRssMb);
  if (!postGis) return;
  await emptyMarkers(client);
  figures.ogr2ogr.push(await postGis.load(figures.csv, rows));
}

function measurementsOf(figures: Figures, idleMs: readonly number[]): Measurement[] {
  const copy = median(figures.copy);
  const imported = median(figures.import);
  const rate = (name: string, value: number) => ({ name, value, unit: 'rows/s' });
  const latencies = (name: string, ms: readonly number[], idle?: readonly number[]): Measurement[] =>
    [0.5, 0.99].map((share) => {
      const value = percentile(ms, share);
      const ratio = idle && { ratio: { of: 'idle', value: value / percentile(idle, share) } };
      return { name: `${name}, p${share * 100}`, value, unit: 'ms', ...ratio };
    });
  const references = [rate('raw COPY of the stored rows, one connection', copy)];
  const ratios: NonNullable<Measurement['ratio']>[] = [
    { of: 'raw COPY', value: imported / copy, goal: '1.0' },
  ];
  if (figures.ogr2ogr.length > 0) {
    const ogr2ogr = median(figures.ogr2ogr);
    references.push(rate('ogr2ogr into PostGIS, COPY mode', ogr2ogr));
    ratios.push({ of: 'ogr2ogr', value: imported / ogr2ogr, goal: '1.15' });
  }
  return [
    ...references,
    ...ratios.map((ratio, index) => ({
      ...rate(index === 0 ? 'HTTP upload to completed' : 'the same', imported),
      ratio,
    })),
    ...cpuMeasurements(figures.cpu),
    { name: 'peak RSS of the server', value: Math.max(...figures.peakRssMb), unit: 'MB (goal 420)' },
    ...latencies('polls of the job every 25 ms', figures.pollsMs),
    ...latencies('GET /me 20 times a second, idle', idleMs),
    ...latencies('the same, during the imports', figures.meMs, idleMs),
  ];
}

/** Medians by group; the service is all of them but PostgreSQL. */
function cpuMeasurements(cpu: readonly CpuTime[]): Measurement[] {
  if (cpu.length === 0) return [];
  const unit = 'µs a row';
  const ofService = ({ PostgreSQL, ...groups }: CpuTime): number =>
    Object.values(groups).reduce((sum, group) => sum + group, 0);
  return [
    { name: 'CPU time of the service', value: median(cpu.map(ofService)), unit: `${unit} (goal 5)` },
    ...CPU_GROUPS.map((group) => ({
      name: `CPU time of ${group === 'PostgreSQL' ? group : `its ${group}`}`,
      value: median(cpu.map((times) => times[group])),
      unit,
    })),
  ];
}
