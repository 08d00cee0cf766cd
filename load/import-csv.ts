import { join } from 'node:path';
import { createClient, dataOf } from '../src/client/index.js';
import { PLAIN_ROWS, writeSeededCsv } from './seeded-csv.js';
import type { BenchServer } from './server.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { type Uploaded, upload } from './upload.js';

/**
 * Uploads a file over HTTP and waits for `completed`.
 * @param rows rows of the file
 * @param into map id; absent: a new map
 * @returns `seconds` from the upload's first byte
 * @throws Error when not all rows were added
 */
export async function importCsv(
  server: Pick<BenchServer, 'baseUrl' | 'key'>,
  file: string,
  rows: number,
  into?: number,
): Promise<{ mapId: number; seconds: number }> {
  const mapId = into ?? (await createMap(server));
  return { mapId, seconds: allAdded(await upload(server, { mapId, from: file }), rows).seconds };
}

/** @throws Error unless the upload added that many rows */
export function allAdded<T extends Uploaded>(uploaded: T, rows: number): T {
  const { job } = uploaded;
  if (job.added !== rows) throw new Error(`${job.added} of ${rows} rows were added: ${JSON.stringify(job)}`);
  return uploaded;
}

/** @returns id of the map */
export async function createMap({ baseUrl, key }: Pick<BenchServer, 'baseUrl' | 'key'>): Promise<number> {
  return (await dataOf(createClient({ baseUrl, key }).POST('/maps', { body: { name: 'Bench' } }))).id;
}

/** Makes a seeded file and imports it. @returns id of the new map */
export const importSeeded = (
  server: Pick<BenchServer, 'baseUrl' | 'key'>,
  rows: number,
  { seed = 1, kind = PLAIN_ROWS } = {},
): Promise<number> =>
  inTemporaryFolder(async (folder) => {
    const file = join(folder, 'rows.csv');
    await writeSeededCsv(file, rows, seed, kind);
    return (await importCsv(server, file, rows)).mapId;
  });
