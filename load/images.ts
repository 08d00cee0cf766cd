import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { createClient } from '../src/client/index.js';
import {
  figure,
  inRounds,
  type Measurement,
  median,
  percentile,
  report,
  roundsOr,
  scaled,
} from './measure.js';
import { type AskedPicture, drawPicture } from './pictures.js';
import { askMe } from './requests.js';
import type { Account } from './server.js';
import { type BenchServer, onBenchServer } from './server.js';
import { importSeeded } from './upload.js';
import { US_ROWS } from './us-rows.js';

const ROUNDS = 5;
/** Markers of a map, and the goal from POST to `completed`. */
const SIZES = [
  { pins: 10_000, goal: '1000 ms' },
  { pins: 100_000, goal: '2500 ms' },
  { pins: 1_000_000, goal: 'it works' },
] as const;
/** resvg takes half a minute for a million paths. */
const MOST_BARE_PINS = 100_000;
const IN_A_ROW = 60;
/** Milliseconds during which answers are observed, without and with renders. */
const WATCH_MS = 20_000;
const RUN_UP_MS = 1_000;

const US = (format: 'png' | 'pdf'): AskedPicture => ({ preset: 'us', format, legend: true });
let names = 0;

/**
 * A picture of a map that has changed; `again`: of an unchanged one, so that the stored file is the answer.
 * @returns milliseconds from POST to the answer that said `completed`, and the size of the file
 */
async function render(account: Account, mapId: number, format: 'png' | 'pdf', again = false) {
  const api = createClient(account);
  const params = { path: { map_id: mapId } };
  if (!again) await api.PATCH('/maps/{map_id}', { params, body: { name: `Shops ${names++}` } });
  const { picture, ms } = await drawPicture(api, mapId, US(format));
  return { ms, bytes: picture.length };
}

/**
 * Pictures from POST to `completed` beside bare d3-geo with resvg, which draws as many pins in a thread; then
 * the memory that renders leave behind, and their effect on other requests.
 */
export const benchImages = (): Promise<void> =>
  onBenchServer(async (server) => {
    const bareThread = new Worker(new URL('./bare-map.js', import.meta.url));
    const drawBare = async (pins: number): Promise<number> => {
      bareThread.postMessage(pins);
      return (await once(bareThread, 'message'))[0];
    };
    try {
      const measurements: Measurement[] = [];
      const maps: number[] = [];
      for (const { pins } of SIZES) maps.push(await importSeeded(server, scaled(pins), { kind: US_ROWS }));
      for (const [at, size] of SIZES.entries())
        measurements.push(...(await measureSize(server, maps[at]!, size, drawBare)));
      measurements.push(await measureMemory(server, maps[0]!));
      report('images', [...measurements, ...(await measureNeighbour(server, maps[0]!))]);
    } finally {
      await bareThread.terminate();
    }
  });

async function measureSize(
  server: BenchServer,
  mapId: number,
  { pins, goal }: (typeof SIZES)[number],
  drawBare: (pins: number) => Promise<number>,
): Promise<Measurement[]> {
  const count = scaled(pins);
  const isBeside = pins <= MOST_BARE_PINS;
  // Warms up the render process and this process's compiler.
  await render(server, mapId, 'png');
  await drawBare(Math.min(count, 10_000));
  const drawn = await inRounds(roundsOr(ROUNDS), {
    bare: () => (isBeside ? drawBare(count) : Number.NaN),
    png: () => render(server, mapId, 'png'),
    pdf: () => render(server, mapId, 'pdf'),
    again: () => render(server, mapId, 'pdf', true),
  });
  const msOf = (of: 'png' | 'pdf' | 'again'): number => median(drawn[of].map(({ ms }) => ms));
  const bare = median(drawn.bare);
  const name = `${count.toLocaleString('en')} pins, us`;
  const ratioOf = (format: 'png' | 'pdf') =>
    isBeside && { of: 'bare', value: msOf(format) / bare, ...(format === 'png' && { goal: '1.8' }) };
  return [
    ...(isBeside ? [figure(`${name}: bare d3-geo and resvg, PNG`, bare, 'ms')] : []),
    ...(['png', 'pdf'] as const).flatMap((format) => [
      figure(`${name}, ${format}`, msOf(format), `ms (goal ${goal})`, ratioOf(format) || null),
      figure(`${name}, ${format}: file`, drawn[format].at(-1)!.bytes / 1000, 'KB'),
    ]),
    figure(`${name}: the same again`, msOf('again'), 'ms'),
  ];
}

async function measureMemory(server: BenchServer, mapId: number): Promise<Measurement> {
  const renders = scaled(IN_A_ROW);
  await render(server, mapId, 'png');
  const before = await server.rssMb();
  for (let i = 0; i < renders; i++) await render(server, mapId, i % 2 === 0 ? 'png' : 'pdf');
  const more = (await server.rssMb()) - before;
  return figure(`${renders} renders in a row: more memory of the main process`, more, 'MB (goal 50)');
}

async function measureNeighbour(server: BenchServer, mapId: number): Promise<Measurement[]> {
  const watch = async (): Promise<number[]> => {
    const me = askMe(server);
    await delay(scaled(WATCH_MS));
    return me.stop();
  };
  const quiet = await watch();
  const { baseUrl, key } = server;
  // On a thread, so that the observer of answers does not wait for its work.
  const renders = new Worker(fileURLToPath(import.meta.url), {
    workerData: { account: { baseUrl, key }, drawnMap: mapId },
  });
  await delay(RUN_UP_MS);
  const busy = await watch();
  await renders.terminate();
  return (
    [
      ['median', 0.5],
      ['p99', 0.99],
    ] as const
  ).map(([name, share]) => {
    const value = percentile(busy, share);
    const goal = share === 0.99 && { goal: '1.2' };
    const ratio = { of: 'alone', value: value / percentile(quiet, share), ...goal };
    return figure(`GET /me beside renders, ${name}`, value, 'ms', ratio);
  });
}

/** The thread draws one picture after the other until it is terminated. */
if (!isMainThread && workerData?.drawnMap !== undefined)
  for (;;) await render(workerData.account, workerData.drawnMap, 'png');
