import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { askMe } from './ask-me.js';
import { type Picture, renderPicture } from './images/render-picture.js';
import { US_ROWS } from './images/us-rows.js';
import { importSeeded } from './import-csv.js';
import { type BenchServer, startBenchServer } from './server.js';
import { roundsOr, scaled } from './size.js';
import { type Measurement, median, percentile, report } from './table.js';

const ROUNDS = 5;
/** Markers of a map, and the goal in seconds from POST to `completed`. */
const SIZES = [
  { pins: 10_000, goal: '1000 ms' },
  { pins: 100_000, goal: '2500 ms' },
  { pins: 1_000_000, goal: 'it works' },
] as const;
/** resvg takes half a minute for a million paths. */
const MOST_BARE_PINS = 100_000;
const FORMATS = ['png', 'pdf'] as const;
const IN_A_ROW = 60;
/** Milliseconds during which answers are observed, without and with renders. */
const WATCH_MS = 20_000;
const RUN_UP_MS = 1_000;

/**
 * Pictures from POST to `completed` beside bare d3-geo with resvg, which draws as many pins in a thread; then
 * the memory that renders leave behind, and their effect on other requests.
 */
export async function benchImages(): Promise<void> {
  const measurements: Measurement[] = [];
  const server = await startBenchServer();
  const bareThread = new Worker(new URL('./images/bare-map-thread.js', import.meta.url));
  const drawBare = async (pins: number): Promise<number> => {
    bareThread.postMessage(pins);
    return (await once(bareThread, 'message'))[0];
  };
  try {
    const maps = new Map<number, number>();
    for (const { pins } of SIZES) maps.set(pins, await importUsRows(server, scaled(pins)));
    for (const { pins, goal } of SIZES)
      await measureSize(server, { pins, goal, mapId: maps.get(pins)!, drawBare }, measurements);
    const mapId = maps.get(SIZES[0].pins)!;
    await measureMemory(server, mapId, measurements);
    await measureNeighbour(server, mapId, measurements);
  } finally {
    await bareThread.terminate();
    await server.stop();
  }
  report('images', measurements);
}

async function measureSize(
  server: BenchServer,
  {
    pins,
    goal,
    mapId,
    drawBare,
  }: { pins: number; goal: string; mapId: number; drawBare: (pins: number) => Promise<number> },
  into: Measurement[],
): Promise<void> {
  const count = scaled(pins);
  // Warms up the render process and this process's compiler.
  await renderPicture(server, mapId, US('png'));
  await drawBare(Math.min(count, 10_000));
  const ms: Record<string, number[]> = { png: [], pdf: [], bare: [], again: [] };
  let size: Record<string, number> = {};
  for (let round = 0; round < roundsOr(ROUNDS); round++) {
    if (pins <= MOST_BARE_PINS) ms.bare!.push(await drawBare(count));
    for (const format of FORMATS) {
      const picture = await renderPicture(server, mapId, US(format));
      ms[format]!.push(picture.ms);
      size = { ...size, [format]: picture.bytes };
    }
    ms.again!.push((await renderPicture(server, mapId, { ...US('pdf'), again: true })).ms);
  }
  const bare = ms.bare!.length > 0 ? median(ms.bare!) : null;
  const name = `${count.toLocaleString('en')} pins, us`;
  if (bare !== null) into.push({ name: `${name}: bare d3-geo and resvg, PNG`, value: bare, unit: 'ms' });
  for (const format of FORMATS)
    into.push(
      {
        name: `${name}, ${format}`,
        value: median(ms[format]!),
        unit: `ms (goal ${goal})`,
        ...(bare !== null && {
          ratio: { of: 'bare', value: median(ms[format]!) / bare, ...(format === 'png' && { goal: '1.8' }) },
        }),
      },
      { name: `${name}, ${format}: file`, value: size[format]! / 1000, unit: 'KB' },
    );
  into.push({ name: `${name}: the same again`, value: median(ms.again!), unit: 'ms' });
}

const US = (format: 'png' | 'pdf'): Picture => ({ preset: 'us', format, legend: true, again: false });

async function measureMemory(server: BenchServer, mapId: number, into: Measurement[]): Promise<void> {
  const renders = scaled(IN_A_ROW);
  await renderPicture(server, mapId, US('png'));
  const before = await server.rssMb();
  for (let i = 0; i < renders; i++) await renderPicture(server, mapId, US(i % 2 === 0 ? 'png' : 'pdf'));
  into.push({
    name: `${renders} renders in a row: more memory of the main process`,
    value: (await server.rssMb()) - before,
    unit: 'MB (goal 50)',
  });
}

async function measureNeighbour(server: BenchServer, mapId: number, into: Measurement[]): Promise<void> {
  const alone = askMe(server);
  await delay(scaled(WATCH_MS));
  const quiet = await alone.stop();
  const { baseUrl, key } = server;
  const renders = new Worker(new URL('./images/render-thread.js', import.meta.url), {
    workerData: { server: { baseUrl, key }, mapId },
  });
  await delay(RUN_UP_MS);
  const beside = askMe(server);
  await delay(scaled(WATCH_MS));
  const busy = await beside.stop();
  await renders.terminate();
  for (const [name, share] of [
    ['median', 0.5],
    ['p99', 0.99],
  ] as const)
    into.push({
      name: `GET /me beside renders, ${name}`,
      value: percentile(busy, share),
      unit: 'ms',
      ratio: {
        of: 'alone',
        value: percentile(busy, share) / percentile(quiet, share),
        ...(share === 0.99 && { goal: '1.2' }),
      },
    });
}

const importUsRows = (server: BenchServer, rows: number): Promise<number> =>
  importSeeded(server, rows, { kind: US_ROWS });
