import { askMe } from './ask-me.js';
import { CPU_GROUPS, type CpuTime, cpuARow, cpuTimeOf } from './cpu-time.js';
import { CONNECTIONS } from './fire.js';
import { US_ROWS, usPlaces } from './images/us-rows.js';
import { importSeeded } from './import-csv.js';
import { launchChromium, noBrowser, panInBrowser, signIn } from './pan-in-browser.js';
import { type BenchServer, startBenchServer } from './server.js';
import { scaled } from './size.js';
import { type Measurement, percentile, report } from './table.js';
import { GENERATOR } from './wrk.js';

const MARKERS = 1_000_000;
const SECONDS = 15;
/** Places that are looked at, each from far to near, and the tiles of a view: those of a screen. */
const PLACES = 120;
const ZOOMS = { from: 3, to: 16 };
const VIEW = { columns: 4, rows: 3 };
/** Tiles that are all kept when they are asked for again. */
const KEPT = 320;

/** Tiles in the order in which people who zoom in on places ask for them. */
function panPaths(mapId: number, seed: number): string[] {
  const paths: string[] = [];
  for (const [lng, lat] of usPlaces(PLACES, seed))
    for (let z = ZOOMS.from; z <= ZOOMS.to; z++) {
      const side = 2 ** z;
      const sin = Math.sin((lat * Math.PI) / 180);
      const west = Math.floor(((lng + 180) / 360) * side - VIEW.columns / 2 + 0.5);
      const north = Math.floor(
        (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * side - VIEW.rows / 2 + 0.5,
      );
      for (let at = 0; at < VIEW.columns * VIEW.rows; at++) {
        const x = west + (at % VIEW.columns);
        const y = north + Math.floor(at / VIEW.columns);
        if (x >= 0 && y >= 0 && x < side && y < side)
          paths.push(`/v1/maps/${mapId}/tiles/${z}/${x}/${y}.mvt`);
      }
    }
  return paths;
}

/** Does work. @returns processor time of each of its operations by who took it; null where it is unknown */
async function withCpu<T>(
  server: BenchServer,
  work: () => Promise<T>,
  operations: (done: T) => number = () => 1,
): Promise<{ done: T; cpu: CpuTime | null }> {
  const before = await cpuTimeOf(server);
  const done = await work();
  const after = await cpuTimeOf(server);
  return { done, cpu: before && after && cpuARow(before, after, operations(done)) };
}

const cpuMeasurements = (name: string, cpu: CpuTime | null): Measurement[] =>
  cpu === null
    ? []
    : CPU_GROUPS.map((group) => ({
        name: `${name}, processor time of ${group === 'import threads' ? 'threads' : group}`,
        value: cpu[group] / 1000,
        unit: 'ms',
      }));

async function tileOf({ baseUrl, key }: BenchServer, path: string): Promise<number> {
  const begin = performance.now();
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip' };
  const response = await fetch(new URL(path, baseUrl), { headers });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
  return performance.now() - begin;
}

/** Asks for tiles without a pause, while a neighbour asks GET /me. */
async function pan(
  server: BenchServer,
  neighbour: BenchServer,
  paths: readonly string[],
): Promise<{ rate: number; p99Ms: number; meMs: number[]; cpu: CpuTime | null }> {
  const headers = { authorization: `Bearer ${server.key}`, 'accept-encoding': 'gzip' };
  const seconds = scaled(SECONDS);
  const me = askMe(neighbour);
  const fire = () => GENERATOR.fire({ url: server.baseUrl, headers, paths }, CONNECTIONS, seconds);
  const { done, cpu } = await withCpu(server, fire, ({ rate }) => rate * seconds);
  return { ...done, meMs: await me.stop(), cpu };
}

/** Drags the map in the console. @throws Error unless its tiles count all markers */
async function inBrowser(server: BenchServer, mapId: number, markers: number): Promise<Measurement[]> {
  if (noBrowser) return [];
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await signIn(page, server.key);
    const {
      frames,
      opening,
      dragging,
      cpuMs,
      markers: seen,
    } = await panInBrowser(page, { baseUrl: server.baseUrl, mapId });
    if (seen !== markers) throw new Error(`the tiles of the page count ${seen} of ${markers} markers`);
    const seconds = frames.reduce((sum, ms) => sum + ms, 0) / 1000;
    return [
      {
        name: 'the console in Chromium, drawn in software',
        value: frames.length / seconds,
        unit: 'frames/s (goal 30)',
      },
      { name: 'its frames, p99', value: percentile(frames, 0.99), unit: 'ms' },
      { name: 'its frames, processor time of the page', value: cpuMs, unit: 'ms' },
      { name: 'its longest task while panning', value: Math.max(0, ...dragging), unit: 'ms (goal 100)' },
      { name: 'its longest task while opening', value: Math.max(0, ...opening), unit: 'ms (goal 100)' },
    ];
  } finally {
    await browser.close();
  }
}

/** The first tile of a map after a start, then others while people look around on it, beside a neighbour. */
export async function benchTiles(): Promise<void> {
  const server = await startBenchServer({ SLOW_REQUEST_MS: '0' });
  try {
    const markers = scaled(MARKERS);
    const mapId = await importSeeded(server, markers, { kind: US_ROWS });
    const key = await (await server.createAccount('neighbour@example.com'))();
    await server.restart();
    const neighbour = { ...server, key };
    const [paths, others] = [panPaths(mapId, 3), panPaths(mapId, 4)];
    const first = await withCpu(server, () => tileOf(server, paths[0]!));
    const alone = askMe(neighbour);
    await new Promise((resolve) => setTimeout(resolve, scaled(SECONDS) * 1000));
    const aloneMs = percentile(await alone.stop(), 0.99);
    // V8 compiles what draws tiles.
    await pan(server, neighbour, others);
    const drawn = await pan(server, neighbour, paths);
    const some = paths.slice(0, KEPT);
    for (const path of some) await tileOf(server, path);
    const kept = await pan(server, neighbour, some);
    const browser = await inBrowser(server, mapId, markers);
    const panned = (name: string, { rate, p99Ms, meMs, cpu }: typeof drawn): Measurement[] => {
      const meP99Ms = percentile(meMs, 0.99);
      return [
        { name, value: rate, unit: 'tiles/s' },
        { name: `${name}, p99`, value: p99Ms, unit: 'ms (goal 10)' },
        ...cpuMeasurements(`${name}, each`, cpu),
        {
          name: `GET /me of a neighbour beside ${name}, p99`,
          value: meP99Ms,
          unit: 'ms',
          ratio: { of: 'alone', value: meP99Ms / aloneMs, goal: '1.2' },
        },
      ];
    };
    report(
      `tiles: a map of ${markers.toLocaleString('en')} markers, zooms ${ZOOMS.from} to ${ZOOMS.to}, ${CONNECTIONS} connections of ${GENERATOR.name}`,
      [
        { name: 'first tile after a start', value: first.done, unit: 'ms (goal 2000)' },
        ...cpuMeasurements('first tile after a start', first.cpu),
        { name: 'GET /me of a neighbour alone, p99', value: aloneMs, unit: 'ms' },
        ...panned('tiles of a pan', drawn),
        ...panned('tiles that are kept', kept),
        ...browser,
        { name: 'peak RSS of the server', value: await server.peakRssMb(), unit: 'MB' },
      ],
    );
  } finally {
    await server.stop();
  }
}
