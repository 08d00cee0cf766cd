import { execFile } from 'node:child_process';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient, dataOf } from '../../src/client/index.js';
import { startBenchServer } from '../server.js';
import { upload } from '../upload.js';
import type { Place } from './valhalla.js';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
/** Time for the threads to draw warm-up areas, once roads are loaded and before the first import. */
const WARM_UP_MS = 10_000;

/**
 * Imports of drive times into a service of its own, from the upload's first byte to the answer that says
 * completed.
 * @param path path of the .osm.pbf
 * @returns milliseconds per area: in the first import after the roads were loaded, and in a second one of
 * other places
 */
export async function endToEndMs(path: string, pick: () => Place, rows: number): Promise<[number, number]> {
  const server = await startBenchServer();
  try {
    const env = { ...process.env, DATABASE_URL: server.databaseUrl };
    await promisify(execFile)(process.execPath, [MAIN, 'roads', 'load', path], { env });
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
    const api = createClient(server);
    const round = async (): Promise<number> => {
      const { id } = await dataOf(api.POST('/maps', { body: { name: 'Drive times' } }));
      const lines = Array.from({ length: rows }, (_, i) => {
        const [lon, lat] = pick();
        return `Branch ${i},${lat},${lon},15\n`;
      });
      const from = Readable.from(['name,lat,lng,drive_time\n', ...lines], { objectMode: false });
      const { job, seconds } = await upload(server, { mapId: id, from, markerType: 'pinned_drive_time' });
      const areas = rows - job.error_count;
      if (areas < 0.98 * rows) throw new Error(`only ${areas} of ${rows} areas were drawn`);
      return (1000 * seconds) / areas;
    };
    return [await round(), await round()];
  } finally {
    await server.stop();
  }
}
