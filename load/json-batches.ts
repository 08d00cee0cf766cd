import { createClient, dataOf } from '../src/client/index.js';
import { createMap, importSeeded } from './import-csv.js';
import { PEOPLE_HEADER, peopleCells, peopleRows } from './people-rows.js';
import { createRandom } from './seeded-csv.js';
import { type BenchServer, onBenchServer } from './server.js';
import { scaled } from './size.js';
import { percentile, report } from './table.js';

const MARKERS = 1_000_000;
const BATCHES = 200;
/** Largest batch that is answered when it is done. */
const MARKERS_A_BATCH = 500;

/** JSON batches, one after the other, into a large map. */
export async function benchJsonBatches(): Promise<void> {
  const markers = scaled(MARKERS);
  const batches = makeBatches();
  const ms: number[] = [];
  await onBenchServer(async (server) => {
    const mapId = await importSeeded(server, markers, { kind: peopleRows() });
    // Warms up the JSON path in another map.
    await postBatch(server, await createMap(server), batches[0]!);
    for (const batch of batches) ms.push(await postBatch(server, mapId, batch));
  });
  report(
    `sync: ${BATCHES} JSON batches of ${MARKERS_A_BATCH} markers into a map of ${markers.toLocaleString('en')}`,
    [
      { name: 'p50', value: percentile(ms, 0.5), unit: 'ms' },
      { name: 'p99', value: percentile(ms, 0.99), unit: 'ms' },
      { name: 'the longest', value: Math.max(...ms), unit: 'ms' },
    ],
  );
}

/** Markers that are new to the map. */
function makeBatches(): object[][] {
  const random = createRandom(5);
  const [phone, remarks] = PEOPLE_HEADER.split(',').slice(-2) as [string, string];
  return Array.from({ length: BATCHES }, (_, batch) =>
    Array.from({ length: MARKERS_A_BATCH }, (_, i) => {
      const cells = peopleCells(random, batch * MARKERS_A_BATCH + i) as [string, ...string[]];
      const [name, lat, lng, street, city, zip, country, category] = cells;
      const customFields = { [phone]: cells[8], [remarks]: cells[9] };
      const address = { street, city, zip, country };
      return { name, lat: Number(lat), lng: Number(lng), address, category, custom_fields: customFields };
    }),
  );
}

/** @returns milliseconds @throws Error when not all markers were added */
async function postBatch(server: BenchServer, mapId: number, markers: object[]): Promise<number> {
  const begin = performance.now();
  const { added } = (await dataOf(
    createClient(server).POST('/maps/{map_id}/markers/bulk', {
      params: { path: { map_id: mapId } },
      body: { markers },
    }),
  )) as { added: number };
  const took = performance.now() - begin;
  if (added !== MARKERS_A_BATCH) throw new Error(`a JSON batch added ${added} markers`);
  return took;
}
