import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { importCsv } from './import-csv.js';
import { createRandom, writeSeededCsv } from './seeded-csv.js';
import { type BenchServer, startBenchServer } from './server.js';
import { report } from './table.js';

const PINS = 1_000_000;
const MORE_PINS = 300_000;
const SEED = 2;
const ASK_EVERY_MS = 50;
/** Time to pack a million pins. */
const SETTLE_MS = 15_000;

interface Pin {
  id: number;
  lat: number;
  lng: number;
  title: string;
}

async function nearest({ baseUrl, key }: BenchServer, lat: number, lng: number): Promise<Pin[]> {
  const response = await fetch(`${baseUrl}/nearby?lat=${lat}&lng=${lng}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (!response.ok) throw new Error(`nearby: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { results: Pin[] }).results;
}

/**
 * Searches at places all over the map until it is stopped.
 * @returns milliseconds of each answer, ascending
 */
function askUntil(server: BenchServer, stop: AbortSignal): Promise<number[]> {
  const random = createRandom(9);
  const ask = async (): Promise<number> => {
    const begin = performance.now();
    const pins = await nearest(server, random() * 140 - 60, random() * 360 - 180);
    if (pins.length === 0) throw new Error('nearby: no pins');
    return performance.now() - begin;
  };
  const run = async (): Promise<number[]> => {
    const asked: Promise<number>[] = [];
    for (; !stop.aborted; await delay(ASK_EVERY_MS)) asked.push(ask());
    return (await Promise.all(asked)).sort((a, b) => a - b);
  };
  return run();
}

/** Name and position of the last row of a seeded file. */
function lastRow(rows: number): { title: string; lat: number; lng: number } {
  const random = createRandom(SEED);
  for (let number = 0; number < (rows - 1) * 9; number++) random();
  return {
    title: `Place ${rows - 1}`,
    lat: Number((random() * 140 - 60).toFixed(6)),
    lng: Number((random() * 360 - 180).toFixed(6)),
  };
}

/** The first search of a map of a million pins, and searches during and after an import into it. */
export async function benchNearbyFresh(): Promise<void> {
  const server = await startBenchServer();
  const folder = await mkdtemp(join(tmpdir(), 'cartload-bench-'));
  try {
    const [first, second] = [join(folder, 'first.csv'), join(folder, 'second.csv')];
    await writeSeededCsv(first, PINS);
    await writeSeededCsv(second, MORE_PINS, SEED);
    const { mapId } = await importCsv(server, first, PINS);
    let begin = performance.now();
    await nearest(server, 10, 20);
    const coldMs = performance.now() - begin;
    await delay(SETTLE_MS);

    const imported = new AbortController();
    const asking = askUntil(server, imported.signal);
    await importCsv(server, second, MORE_PINS, mapId);
    begin = performance.now();
    const { title, lat, lng } = lastRow(MORE_PINS);
    while ((await nearest(server, lat, lng))[0]?.title !== title) await delay(5);
    const seenMs = performance.now() - begin;
    imported.abort();
    const times = await asking;
    report(
      `nearby: a map of ${PINS.toLocaleString('en')} pins, ${MORE_PINS.toLocaleString('en')} more are imported`,
      [
        { name: 'first search of a cold map', value: coldMs, unit: 'ms (goal 2000)' },
        { name: 'searches during the import, median', value: times[times.length >> 1]!, unit: 'ms' },
        {
          name: 'searches during the import, p99',
          value: times[Math.floor(times.length * 0.99)]!,
          unit: 'ms',
        },
        { name: 'searches during the import, longest', value: times.at(-1)!, unit: 'ms' },
        { name: 'the last row is found after completed', value: seenMs, unit: 'ms (goal 1000)' },
        { name: 'peak RSS of the server', value: await server.peakRssMb(), unit: 'MB' },
      ],
    );
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
