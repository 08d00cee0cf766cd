import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { BulkJob } from '../src/schema/job.js';
import { writeSeededCsv } from './seeded-csv.js';
import type { BenchServer } from './server.js';

const POLL_MS = 20;

/**
 * Uploads a file over HTTP and waits for `completed`.
 * @param rows of the file
 * @param into a map; without it a new one
 * @returns `seconds` from the upload's first byte
 * @throws Error when not all rows were added
 */
export async function importCsv(
  { baseUrl, key }: BenchServer,
  file: string,
  rows: number,
  into?: number,
): Promise<{ mapId: number; seconds: number }> {
  const headers = { authorization: `Bearer ${key}` };
  const mapId = into ?? (await createMap({ baseUrl, key }));
  const { size } = await stat(file);
  const begin = performance.now();
  const response = await fetch(`${baseUrl}/maps/${mapId}/markers/bulk`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv', 'content-length': String(size) },
    body: Readable.toWeb(createReadStream(file, { highWaterMark: 512 * 1024 })) as ReadableStream,
    duplex: 'half',
  });
  let job = (await response.json()) as BulkJob;
  while (job.status === 'queued' || job.status === 'processing') {
    await delay(POLL_MS);
    job = (await (await fetch(job.status_url, { headers })).json()) as BulkJob;
  }
  const seconds = (performance.now() - begin) / 1000;
  if (job.added !== rows) throw new Error(`${job.added} of ${rows} rows were added: ${JSON.stringify(job)}`);
  return { mapId, seconds };
}

/** @returns its id */
export async function createMap({ baseUrl, key }: Pick<BenchServer, 'baseUrl' | 'key'>): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${baseUrl}/maps`, { method: 'POST', headers, body: '{"name":"Bench"}' });
  return ((await response.json()) as { id: number }).id;
}

/** Makes a seeded file and imports it. @returns the id of a new map of so many markers */
export async function importSeeded(server: BenchServer, rows: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'cartload-bench-'));
  const file = join(folder, 'rows.csv');
  await writeSeededCsv(file, rows);
  const { mapId } = await importCsv(server, file, rows);
  await rm(folder, { recursive: true });
  return mapId;
}
