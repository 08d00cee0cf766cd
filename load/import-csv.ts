import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { BulkJob } from '../src/schema/job.js';
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
  const mapId = into ?? (await createMap(baseUrl, headers));
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

async function createMap(baseUrl: string, headers: Record<string, string>): Promise<number> {
  const json = { ...headers, 'content-type': 'application/json' };
  const map = await fetch(`${baseUrl}/maps`, { method: 'POST', headers: json, body: '{"name":"Bench"}' });
  return ((await map.json()) as { id: number }).id;
}
