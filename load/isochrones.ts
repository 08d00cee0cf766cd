import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ThreadPool } from '../src/base/threads/thread-pool.js';
import { IsochroneEngine, MAX_MINUTES } from '../src/geo/isochrone/isochrone.js';
import type { RoadNetworks } from '../src/geo/isochrone/networks.js';
import { CAN_BEGIN, openGraph, type RoadGraph } from '../src/geo/roads/road-graph.js';
import { loadRoads } from '../src/world/roads/load-roads.js';
import { agreementWith, f1NearRoads } from './isochrones/agreement.js';
import { openValhalla, type Place, type Valhalla } from './isochrones/valhalla.js';
import { figure, type Measurement, median, msOf, percentile, rateOf, report, scaled } from './measure.js';
import { writeGridCountry } from './osm-pbf/grid-country.js';
import { installLoadPackages } from './packages.js';
import { createRandom } from './seeded-csv.js';
import { MAIN, onBenchServer } from './server.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { createMap, upload } from './upload.js';

const BUDGETS = [5, 10, 15, 30, 60, MAX_MINUTES];
/** Minutes compared with Valhalla, with fewer repetitions: it refuses others, or takes long. */
const COMPARED_BUDGETS = [5, 10, 15, 30, 60];
const AGREED_BUDGETS = [5, 10, 15];
const COMPARED_ORIGINS = 40;
/** Goals in ms by minutes. */
const GOAL_MS = new Map([
  [5, 6],
  [10, 10],
  [15, 15],
  [MAX_MINUTES, 1000],
]);
const COUNTRY_BYTES = 100e6;
/** Degrees around an origin within which junctions are compared. */
const AROUND = 0.18;
const TASK_ORIGINS = 10;
/** Time for the threads to draw warm-up areas, once roads are loaded and before the first import. */
const WARM_UP_MS = 10_000;

const defaultFile = (): string =>
  resolve(fileURLToPath(new URL('../../', import.meta.url)), '../shared/data/osm/porto.osm.pbf');

/**
 * Drive times over FILE (an .osm.pbf, behind the name of the bench), beside Valhalla on the same file where
 * it is installed.
 */
export async function benchIsochrones(path: string = defaultFile()): Promise<void> {
  if (!existsSync(path)) {
    process.stderr.write(`isochrones: left out, as there is no ${path}\n`);
    return;
  }
  const { loaded, measurements } = await measureLoad('load', path);
  const { graph: packed } = loaded;
  const graph = openGraph(packed);
  measurements.push(
    figure('network', packed.byteLength / graph.arcs, 'bytes an arc (goal 75)'),
    ...(await measureLargeFile()),
  );
  const engine = new IsochroneEngine(graph);
  const pick = junctionPicker(graph);
  const origins = Array.from({ length: scaled(150) }, () => pick());
  await inTemporaryFolder(async (folder) => {
    await installLoadPackages();
    const valhalla = await openValhalla(path, folder);
    const isThere = typeof valhalla !== 'string';
    if (!isThere) process.stderr.write(`isochrones: without Valhalla: ${valhalla}\n`);
    measurements.push(
      ...(await measureTimes(engine, origins, isThere ? valhalla : null)),
      await measureThreads(basename(path), packed, pick),
      ...(isThere ? await measureEndToEnd(path, pick, valhalla) : []),
      ...(isThere ? await measureAgreement(engine, pick, valhalla) : []),
    );
  });
  report(`isochrones, ${basename(path)}`, measurements);
}

async function measureLoad(name: string, path: string) {
  const [begin, cpu] = [performance.now(), process.cpuUsage()];
  const loaded = await loadRoads(path, availableParallelism());
  const { user, system } = process.cpuUsage(cpu);
  const ms = performance.now() - begin;
  const megabytes = loaded.fileBytes / 1e6;
  const measurements = [
    figure(`${name}: time`, ms, 'ms'),
    figure(name, (1000 * megabytes) / ms, 'MB/s (goal 25)'),
    figure(`${name}: of CPU time`, (1e6 * megabytes) / (user + system), 'MB a second of one core'),
  ];
  return { loaded, measurements };
}

/** For a small file the start of threads is a large part. */
const measureLargeFile = (): Promise<Measurement[]> =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, 'country.osm.pbf');
    const { bytes, junctions } = await writeGridCountry(path, scaled(COUNTRY_BYTES));
    const name = `load of ${Math.round(bytes / 1e6)} MB, ${junctions.toLocaleString('en')} junctions`;
    const { measurements } = await measureLoad(name, path);
    const mostMb = process.resourceUsage().maxRSS / 1024;
    return [...measurements, figure(`${name}: largest resident set until then`, mostMb, 'MB')];
  });

/** Picks junctions of the largest component, the same each time; around a place where one is given. */
function junctionPicker({ vertices, vertexFlags, vertexLonE7, vertexLatE7 }: RoadGraph) {
  const random = createRandom(7);
  return (around?: Place): Place => {
    for (;;) {
      const vertex = Math.floor(random() * vertices);
      if ((vertexFlags[vertex]! & CAN_BEGIN) === 0) continue;
      const place: Place = [vertexLonE7[vertex]! / 1e7, vertexLatE7[vertex]! / 1e7];
      if (!around || Math.hypot(0.75 * (place[0] - around[0]), place[1] - around[1]) < AROUND) return place;
    }
  };
}

async function measureTimes(
  engine: IsochroneEngine,
  origins: readonly Place[],
  valhalla: Valhalla | null,
): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  // The first areas compile the code.
  for (const [lon, lat] of origins) engine.isochrone(lon, lat, 15);
  for (const minutes of BUDGETS) {
    const ms = origins.map(([lon, lat]) => {
      const begin = performance.now();
      engine.isochrone(lon, lat, minutes);
      return performance.now() - begin;
    });
    const name = `${minutes} minutes, one thread`;
    const goal = GOAL_MS.get(minutes);
    measurements.push(
      figure(`${name}: median`, median(ms), goal === undefined ? 'ms' : `ms (goal ${goal} ms)`),
      figure(`${name}: p95`, percentile(ms, 0.95), 'ms'),
    );
    if (valhalla && COMPARED_BUDGETS.includes(minutes))
      measurements.push(await besideValhalla(engine, valhalla, origins.slice(0, COMPARED_ORIGINS), minutes));
  }
  return measurements;
}

/** In turns, place by place, so that other load meets both sides. */
async function besideValhalla(
  engine: IsochroneEngine,
  valhalla: Valhalla,
  origins: readonly Place[],
  minutes: number,
): Promise<Measurement> {
  const theirs: number[] = [];
  const ratios: number[] = [];
  for (const origin of origins) {
    const their = await msOf(() => valhalla.isochrone(origin, minutes));
    const our = await msOf(() => engine.isochrone(origin[0], origin[1], minutes));
    theirs.push(their);
    ratios.push(their / our);
  }
  const goal = AGREED_BUDGETS.includes(minutes) && { goal: '10' };
  const ratio = { of: 'ours, median of the places', value: median(ratios), ...goal };
  return figure(`${minutes} minutes, Valhalla: median`, median(theirs), 'ms', ratio);
}

async function measureThreads(
  name: string,
  graph: SharedArrayBuffer,
  pick: () => Place,
): Promise<Measurement> {
  const networks: RoadNetworks = { version: 'bench', graphs: [{ name, version: 'bench', graph }] };
  // No task of this bench asks the database.
  const databaseUrl = 'postgres://nobody@127.0.0.1:1/none';
  const threads = new ThreadPool({ databaseUrl, workers: availableParallelism() });
  const run = (count: number) => {
    const tasks = Array.from({ length: count / TASK_ORIGINS }, () => {
      const picked = Array.from({ length: TASK_ORIGINS }, () => pick());
      return { networks, places: picked.map(([lon, lat]) => ({ lon, lat, minutes: 10 })) };
    });
    return Promise.all(tasks.map((task) => threads.run('isochrones', task)));
  };
  const count = Math.ceil(scaled(1000) / TASK_ORIGINS) * TASK_ORIGINS;
  await run(100);
  const rate = await rateOf(count, () => run(count));
  await threads.close();
  return figure(`10 minutes, ${availableParallelism()} cores`, rate, 'areas a second (goal 120)');
}

/**
 * Imports of drive times into a service of its own, from the upload's first byte to the answer that says
 * completed, beside Valhalla, which gets one place after the other: the first import after the roads were
 * loaded, and a second one of other places.
 */
async function measureEndToEnd(path: string, pick: () => Place, valhalla: Valhalla): Promise<Measurement[]> {
  const rows = scaled(1000);
  const msAnArea = await onBenchServer(async (server) => {
    const env = { ...process.env, DATABASE_URL: server.databaseUrl };
    await promisify(execFile)(process.execPath, [MAIN, 'roads', 'load', path], { env });
    await delay(WARM_UP_MS);
    const round = async (): Promise<number> => {
      const lines = Array.from({ length: rows }, (_, i) => {
        const [lon, lat] = pick();
        return `Branch ${i},${lat},${lon},15\n`;
      });
      const from = Readable.from(['name,lat,lng,drive_time\n', ...lines], { objectMode: false });
      const request = { mapId: await createMap(server), from, query: { marker_type: 'pinned_drive_time' } };
      const { job, seconds } = await upload(server, request);
      const areas = rows - job.error_count;
      if (areas < 0.98 * rows) throw new Error(`only ${areas} of ${rows} areas were drawn`);
      return (1000 * seconds) / areas;
    };
    return { first: await round(), second: await round() };
  });
  const theirs: number[] = [];
  for (let i = 0; i < COMPARED_ORIGINS; i++) theirs.push(await msOf(() => valhalla.isochrone(pick(), 15)));
  return Object.entries(msAnArea).map(([name, ms]) =>
    figure(`15 minutes, ${name} import end to end: an area`, ms, 'ms', {
      of: 'Valhalla, one at a time',
      value: median(theirs) / ms,
      goal: '10',
    }),
  );
}

async function measureAgreement(
  engine: IsochroneEngine,
  pick: (around?: Place) => Place,
  valhalla: Valhalla,
): Promise<Measurement[]> {
  const starts = Array.from({ length: scaled(8) }, () => pick());
  const f1 = await f1NearRoads(valhalla, engine, starts, AGREED_BUDGETS, createRandom(11));
  const pairs = Array.from({ length: scaled(100) }, () => {
    const from = pick();
    return { from, targets: Array.from({ length: 150 }, () => pick(from)) };
  });
  const agreed = await agreementWith(valhalla, engine, pairs, AGREED_BUDGETS);
  return [
    figure("F1 near roads by Valhalla's times", f1.ours, '(goal 0.90)'),
    figure("F1 near roads by Valhalla's times: its own polygons", f1.theirs, ''),
    ...[...agreed].map(([minutes, share]) =>
      figure(`${minutes} minutes: junctions in or out as Valhalla says`, 100 * share, '% (goal 96)'),
    ),
  ];
}
