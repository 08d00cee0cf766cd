import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { booleanPointInPolygon, booleanValid, multiPolygon } from '@turf/turf';
import { ThreadPool } from '../src/base/threads/thread-pool.js';
import { IsochroneEngine, MAX_MINUTES } from '../src/geo/isochrone/isochrone.js';
import type { RoadNetworks } from '../src/geo/isochrone/networks.js';
import { CAN_BEGIN, openGraph, type RoadGraph } from '../src/geo/roads/road-graph.js';
import { type FileRoads, loadRoads } from '../src/world/roads/load-roads.js';
import { agreementWith } from './isochrones/agreement.js';
import { endToEndMs } from './isochrones/end-to-end.js';
import { f1NearRoads } from './isochrones/near-roads.js';
import { openValhalla, type Place, type Valhalla } from './isochrones/valhalla.js';
import { writeGridCountry } from './osm-pbf/grid-country.js';
import { installLoadPackages } from './packages.js';
import { seeded } from './seeded.js';
import { scaled } from './size.js';
import { type Measurement, median, percentile, report } from './table.js';
import { inTemporaryFolder } from './temporary-folder.js';

const BUDGETS = [5, 10, 15, 30, 60, MAX_MINUTES];
/** Minutes compared with Valhalla, with fewer repetitions: it refuses others, or takes long. */
const COMPARED_BUDGETS = [5, 10, 15, 30, 60];
const AGREED_BUDGETS = [5, 10, 15];
const COMPARED_ORIGINS = 40;
/** Goals in ms by minutes. */
const GOAL_MS = new Map([
  [5, '6 ms'],
  [10, '10 ms'],
  [15, '15 ms'],
  [MAX_MINUTES, '1000 ms'],
]);
const COUNTRY_BYTES = 100e6;
/** Degrees around an origin within which junctions are compared. */
const AROUND = 0.18;
const TASK_ORIGINS = 10;

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
  const measurements: Measurement[] = [];
  const { graph: packed } = await measureLoad(path, measurements);
  await measureLargeFile(measurements);
  const graph = openGraph(packed);
  const engine = new IsochroneEngine(graph);
  const pick = junctionPicker(graph);
  const origins = Array.from({ length: scaled(150) }, () => pick());
  await inTemporaryFolder(async (folder) => {
    await installLoadPackages();
    const valhalla = await openValhalla(path, folder);
    if (typeof valhalla === 'string') process.stderr.write(`isochrones: without Valhalla: ${valhalla}\n`);
    const other = typeof valhalla === 'string' ? null : valhalla;
    await measureTimes({ engine, origins, valhalla: other }, measurements);
    await measureThreads({ name: basename(path), graph: packed, pick }, measurements);
    if (other === null) return;
    await measureEndToEnd({ path, pick, valhalla: other }, measurements);
    const starts = Array.from({ length: scaled(8) }, () => pick());
    const f1 = await f1NearRoads(other, engine, starts, AGREED_BUDGETS, seeded(11));
    measurements.push(
      { name: "F1 near roads by Valhalla's times", value: f1.ours, unit: '(goal 0.90)' },
      { name: "F1 near roads by Valhalla's times: its own polygons", value: f1.theirs, unit: '' },
    );
    const pairs = Array.from({ length: scaled(100) }, () => {
      const from = pick();
      return { from, targets: Array.from({ length: 150 }, () => pick(from)) };
    });
    for (const [minutes, share] of await agreementWith(other, engine, pairs, AGREED_BUDGETS))
      measurements.push({
        name: `${minutes} minutes: junctions in or out as Valhalla says`,
        value: 100 * share,
        unit: '% (goal 96)',
      });
  });
  report(`isochrones, ${basename(path)}`, measurements);
}

async function measureLoad(path: string, into: Measurement[]): Promise<FileRoads> {
  const { loaded, seconds, cpuSeconds } = await timed(() => loadRoads(path, availableParallelism()));
  const { arcs } = openGraph(loaded.graph);
  into.push(
    { name: 'load: time', value: seconds * 1000, unit: 'ms' },
    ...rates('load', loaded.fileBytes, seconds, cpuSeconds),
    { name: 'network', value: loaded.graph.byteLength / arcs, unit: 'bytes an arc (goal 75)' },
  );
  return loaded;
}

/** For a small file the start of threads is a large part. */
async function measureLargeFile(into: Measurement[]): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, 'country.osm.pbf');
    const { junctions } = await writeGridCountry(path, scaled(COUNTRY_BYTES));
    const { loaded, seconds, cpuSeconds } = await timed(() => loadRoads(path, availableParallelism()));
    const name = `load of ${Math.round(loaded.fileBytes / 1e6)} MB, ${junctions.toLocaleString('en')} junctions`;
    into.push(...rates(name, loaded.fileBytes, seconds, cpuSeconds), {
      name: `${name}: largest resident set until then`,
      value: process.resourceUsage().maxRSS / 1024,
      unit: 'MB',
    });
  });
}

async function timed(load: () => Promise<FileRoads>) {
  const [begin, cpu] = [performance.now(), process.cpuUsage()];
  const loaded = await load();
  const { user, system } = process.cpuUsage(cpu);
  return { loaded, seconds: (performance.now() - begin) / 1000, cpuSeconds: (user + system) / 1e6 };
}

const rates = (name: string, bytes: number, seconds: number, cpuSeconds: number): Measurement[] => [
  { name, value: bytes / 1e6 / seconds, unit: 'MB/s (goal 25)' },
  { name: `${name}: of CPU time`, value: bytes / 1e6 / cpuSeconds, unit: 'MB a second of one core' },
];

/** Picks junctions of the largest component, the same each time; around a place where one is given. */
function junctionPicker({ vertices, vertexFlags, vertexLonE7, vertexLatE7 }: RoadGraph) {
  const random = seeded(7);
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
  {
    engine,
    origins,
    valhalla,
  }: { engine: IsochroneEngine; origins: readonly Place[]; valhalla: Valhalla | null },
  into: Measurement[],
): Promise<void> {
  const areas: { lon: number; lat: number; area: ReturnType<typeof multiPolygon> }[] = [];
  // The first areas compile the code.
  for (const [lon, lat] of origins) engine.isochrone(lon, lat, 15);
  for (const minutes of BUDGETS) {
    const times = origins.map(([lon, lat]) => {
      const begin = performance.now();
      const { coordinates } = engine.isochrone(lon, lat, minutes)!;
      const ms = performance.now() - begin;
      areas.push({ lon, lat, area: multiPolygon(coordinates) });
      return ms;
    });
    const name = `${minutes} minutes, one thread`;
    const goal = GOAL_MS.get(minutes);
    into.push(
      {
        name: `${name}: median`,
        value: median(times),
        unit: goal === undefined ? 'ms' : `ms (goal ${goal})`,
      },
      { name: `${name}: p95`, value: percentile(times, 0.95), unit: 'ms' },
    );
    if (valhalla && COMPARED_BUDGETS.includes(minutes))
      into.push(
        await besideValhalla({ engine, valhalla, origins: origins.slice(0, COMPARED_ORIGINS) }, minutes),
      );
  }
  into.push({ name: 'resident set', value: process.memoryUsage.rss() / 1e6, unit: 'MB' });
  const shareOf = (holds: (one: (typeof areas)[number]) => boolean): number =>
    (100 * areas.filter(holds).length) / areas.length;
  into.push(
    {
      name: `${areas.length} areas valid, says turf`,
      value: shareOf(({ area }) => booleanValid(area)),
      unit: '%',
    },
    {
      name: 'hold their origin',
      value: shareOf(({ lon, lat, area }) => booleanPointInPolygon([lon, lat], area)),
      unit: '%',
    },
  );
}

/** In turns, place by place, so that other load meets both sides. */
async function besideValhalla(
  { engine, valhalla, origins }: { engine: IsochroneEngine; valhalla: Valhalla; origins: readonly Place[] },
  minutes: number,
): Promise<Measurement> {
  const theirs: number[] = [];
  const ratios: number[] = [];
  for (const origin of origins) {
    const begin = performance.now();
    await valhalla.isochrone(origin, minutes);
    const between = performance.now();
    engine.isochrone(origin[0], origin[1], minutes);
    theirs.push(between - begin);
    ratios.push((between - begin) / (performance.now() - between));
  }
  return {
    name: `${minutes} minutes, Valhalla: median`,
    value: median(theirs),
    unit: 'ms',
    ratio: {
      of: 'ours, median of the places',
      value: median(ratios),
      ...(AGREED_BUDGETS.includes(minutes) && { goal: '10' }),
    },
  };
}

/** From the upload to the finished job, beside Valhalla, which gets one place after the other. */
async function measureEndToEnd(
  { path, pick, valhalla }: { path: string; pick: () => Place; valhalla: Valhalla },
  into: Measurement[],
): Promise<void> {
  const [first, second] = await endToEndMs(path, pick, scaled(1000));
  const theirs: number[] = [];
  for (let i = 0; i < COMPARED_ORIGINS; i++) {
    const begin = performance.now();
    await valhalla.isochrone(pick(), 15);
    theirs.push(performance.now() - begin);
  }
  for (const [name, ms] of [
    ['first', first],
    ['second', second],
  ] as const)
    into.push({
      name: `15 minutes, ${name} import end to end: an area`,
      value: ms,
      unit: 'ms',
      ratio: { of: 'Valhalla, one at a time', value: median(theirs) / ms, goal: '10' },
    });
}

async function measureThreads(
  { name, graph, pick }: { name: string; graph: SharedArrayBuffer; pick: () => Place },
  into: Measurement[],
): Promise<void> {
  const networks: RoadNetworks = { version: 'bench', graphs: [{ name, version: 'bench', graph }] };
  // No task of this bench asks the database.
  const databaseUrl = 'postgres://nobody@127.0.0.1:1/none';
  const threads = new ThreadPool({ databaseUrl, workers: availableParallelism() });
  const tasks = (count: number) =>
    Array.from({ length: count / TASK_ORIGINS }, () => ({
      networks,
      places: Array.from({ length: TASK_ORIGINS }, () => {
        const [lon, lat] = pick();
        return { lon, lat, minutes: 10 };
      }),
    }));
  const run = (count: number) => Promise.all(tasks(count).map((task) => threads.run('isochrones', task)));
  const count = Math.ceil(scaled(1000) / TASK_ORIGINS) * TASK_ORIGINS;
  await run(100);
  const begin = performance.now();
  await run(count);
  into.push({
    name: `10 minutes, ${availableParallelism()} cores`,
    value: count / ((performance.now() - begin) / 1000),
    unit: 'areas a second (goal 120)',
  });
  await threads.close();
}
