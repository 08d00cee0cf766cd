import { setTimeout as delay } from 'node:timers/promises';
import type { BenchServer } from '../server.js';

const POLL_EVERY_MS = 10;

export interface Picture {
  preset: 'pin_coverage' | 'us' | 'world' | 'regions';
  format: 'png' | 'pdf';
  legend: boolean;
  /** Of a map that has not changed since, which is answered from the file that is there. */
  again: boolean;
}

let names = 0;

/**
 * Asks for a picture, polls its job and fetches the file.
 * @returns milliseconds from POST to the answer that said `completed`
 * @throws Error when it does not become one
 */
export async function renderPicture(
  { baseUrl, key }: BenchServer,
  mapId: number,
  { again, ...options }: Picture,
): Promise<{ ms: number; bytes: number }> {
  const call = async (url: string, method = 'GET', body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<{ job_id: string; status: string; error: string; image_url: string }>;
  };
  if (!again) await call(`${baseUrl}/maps/${mapId}`, 'PATCH', { name: `Shops ${names++}` });
  const begin = performance.now();
  let job = await call(`${baseUrl}/maps/${mapId}/images`, 'POST', options);
  while (job.status === 'queued' || job.status === 'processing') {
    await delay(POLL_EVERY_MS);
    job = await call(`${baseUrl}/jobs/${job.job_id}`);
  }
  const ms = performance.now() - begin;
  if (job.status !== 'completed') throw new Error(`a picture ${job.status}: ${job.error}`);
  const file = await fetch(job.image_url);
  if (!file.ok) throw new Error(`${file.status} ${await file.text()}`);
  return { ms, bytes: (await file.arrayBuffer()).byteLength };
}
