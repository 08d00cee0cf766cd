import { join } from 'node:path';
import { createMap, importCsv } from './import-csv.js';
import { PEOPLE_HEADER, peopleCells, peopleRows } from './people-rows.js';
import { createRandom, writeSeededCsv } from './seeded-csv.js';
import { type BenchServer, startBenchServer } from './server.js';
import { scaled } from './size.js';
import { percentile, report } from './table.js';
import { inTemporaryFolder } from './temporary-folder.js';

const MARKERS = 1_000_000;
const BATCHES = 200;
/** Largest batch that is answered when it is done. */
const MARKERS_A_BATCH = 500;

/** JSON batches, one after the other, into a large map. */
export async function benchJsonBatches(): Promise<void> {
  const markers = scaled(MARKERS);
  const server = await startBenchServer();
  try {
    const mapId = await inTemporaryFolder(async (folder) => {
      const file = join(folder, 'rows.csv');
      await writeSeededCsv(file, markers, 1, peopleRows());
      return (await importCsv(server, file, markers)).mapId;
    });
    const batches = makeBatches();
    // Warms up the JSON path in another map.
    await postBatch(server, await createMap(server), batches[0]!);
    const ms: number[] = [];
    for (const batch of batches) ms.push(await postBatch(server, mapId, batch));
    report(
      `again: ${BATCHES} JSON batches of ${MARKERS_A_BATCH} markers into a map of ${markers.toLocaleString('en')}`,
      [
        { name: 'p50', value: percentile(ms, 0.5), unit: 'ms' },
        { name: 'p99', value: percentile(ms, 0.99), unit: 'ms' },
        { name: 'the longest', value: Math.max(...ms), unit: 'ms' },
      ],
    );
  } finally {
    await server.stop();
  }
}

/** Bodies of markers that are new to the map. */
function makeBatches(): string[] {
  const random = createRandom(5);
  const [phone, remarks] = PEOPLE_HEADER.split(',').slice(-2) as [string, string];
  return Array.from({ length: BATCHES }, (_, batch) => {
    const markers = Array.from({ length: MARKERS_A_BATCH }, (_, i) => {
      const cells = peopleCells(random, batch * MARKERS_A_BATCH + i) as [string, ...string[]];
      const [name, lat, lng, street, city, zip, country, category] = cells;
      const customFields = { [phone]: cells[8], [remarks]: cells[9] };
      const address = { street, city, zip, country };
      return { name, lat: Number(lat), lng: Number(lng), address, category, custom_fields: customFields };
    });
    return JSON.stringify({ markers });
  });
}

/** @returns milliseconds @throws Error when not all markers were added */
async function postBatch({ baseUrl, key }: BenchServer, mapId: number, body: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const begin = performance.now();
  const response = await fetch(`${baseUrl}/maps/${mapId}/markers/bulk`, { method: 'POST', headers, body });
  const text = await response.text();
  const took = performance.now() - begin;
  if (response.status !== 200 || JSON.parse(text).added !== MARKERS_A_BATCH)
    throw new Error(`a JSON batch was answered ${response.status}: ${text.slice(0, 500)}`);
  return took;
}
