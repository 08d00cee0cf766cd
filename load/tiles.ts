import { setTimeout as delay } from 'node:timers/promises';
import { CPU_GROUPS, type CpuTime, withCpu } from './cpu-time.js';
import { figure, type Measurement, msOf, percentile, report, scaled } from './measure.js';
import { launchChromium, noBrowser, type Panned, panInBrowser, signIn } from './pan-in-browser.js';
import { askMe } from './requests.js';
import type { Account } from './server.js';
import { type BenchServer, onBenchServer } from './server.js';
import { createMap, importSeeded } from './upload.js';
import { US_ROWS, usPlaces } from './us-rows.js';
import { CONNECTIONS, GENERATOR } from './wrk.js';

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

const cpuMeasurements = (name: string, cpu: CpuTime | null): Measurement[] =>
  CPU_GROUPS.flatMap((group) => {
    const who = group === 'import threads' ? 'threads' : group;
    return cpu === null ? [] : figure(`${name}, processor time of ${who}`, cpu[group] / 1000, 'ms');
  });

function tileOf({ baseUrl, key }: BenchServer, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip' };
  return msOf(async () => {
    const response = await fetch(new URL(path, baseUrl), { headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  });
}

/** Asks for tiles without a pause, while a neighbour asks GET /me. */
async function pan(server: BenchServer, neighbour: Account, paths: readonly string[]) {
  const headers = { authorization: `Bearer ${server.key}`, 'accept-encoding': 'gzip' };
  const seconds = scaled(SECONDS);
  const me = askMe(neighbour);
  const fire = () => GENERATOR.fire({ url: server.baseUrl, headers, paths }, CONNECTIONS, seconds);
  const { done, cpu } = await withCpu(server, fire, ({ rate }) => rate * seconds);
  return { ...done, meMs: await me.stop(), cpu };
}

/**
 * Drags the map in the console, and one without places beside it.
 * @throws Error unless its tiles count all markers
 */
async function inBrowser(server: BenchServer, mapId: number, markers: number): Promise<Measurement[]> {
  if (noBrowser) return [];
  const browser = await launchChromium();
  try {
    const { baseUrl } = server;
    const rateOfFrames = (frames: number[]): number =>
      (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0);
    const panned = async (id: number): Promise<Panned> => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await signIn(page, server.key);
      const seen = await panInBrowser(page, { baseUrl, mapId: id });
      await page.close();
      return seen;
    };
    const empty = await panned(await createMap(server));
    const { frames, opening, dragging, cpuMs, ...seen } = await panned(mapId);
    if (seen.markers !== markers)
      throw new Error(`the tiles of the page count ${seen.markers} of ${markers} markers`);
    return [
      figure('the console in Chromium, drawn in software', rateOfFrames(frames), 'frames/s (goal 30)'),
      figure('its frames, p99', percentile(frames, 0.99), 'ms'),
      figure('its frames, processor time of the page', cpuMs, 'ms'),
      figure('its longest task while panning', Math.max(0, ...dragging), 'ms (goal 100)'),
      figure('its longest task while opening', Math.max(0, ...opening), 'ms (goal 100)'),
      figure('a map without places beside it', rateOfFrames(empty.frames), 'frames/s'),
    ];
  } finally {
    await browser.close();
  }
}

/** The first tile of a map after a start, then others while people look around on it, beside a neighbour. */
export const benchTiles = (): Promise<void> =>
  onBenchServer(
    async (server) => {
      const markers = scaled(MARKERS);
      const mapId = await importSeeded(server, markers, { kind: US_ROWS });
      const key = await (await server.createAccount('neighbour@example.com'))();
      await server.restart();
      const neighbour = { baseUrl: server.baseUrl, key };
      const [paths, others] = [panPaths(mapId, 3), panPaths(mapId, 4)];
      const first = await withCpu(server, () => tileOf(server, paths[0]!));
      const alone = askMe(neighbour);
      await delay(scaled(SECONDS) * 1000);
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
        const ratio = { of: 'alone', value: meP99Ms / aloneMs, goal: '1.2' };
        return [
          figure(name, rate, 'tiles/s'),
          figure(`${name}, p99`, p99Ms, 'ms (goal 10)'),
          ...cpuMeasurements(`${name}, each`, cpu),
          figure(`GET /me of a neighbour beside ${name}, p99`, meP99Ms, 'ms', ratio),
        ];
      };
      report(
        `tiles: a map of ${markers.toLocaleString('en')} markers, zooms ${ZOOMS.from} to ${ZOOMS.to}, ${CONNECTIONS} connections of ${GENERATOR.name}`,
        [
          figure('first tile after a start', first.done, 'ms (goal 2000)'),
          ...cpuMeasurements('first tile after a start', first.cpu),
          figure('GET /me of a neighbour alone, p99', aloneMs, 'ms'),
          ...panned('tiles of a pan', drawn),
          ...panned('tiles that are kept', kept),
          ...browser,
          figure('peak RSS of the server', await server.peakRssMb(), 'MB'),
        ],
      );
    },
    { SLOW_REQUEST_MS: '0' },
  );
