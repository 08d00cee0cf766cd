import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { BulkJob } from '../src/schema/job.js';
import type { MarkerType } from '../src/schema/marker.js';
import type { BenchServer } from './server.js';

const POLL_EVERY_MS = 25;

export interface Upload {
  mapId: number;
  /** Path of a file, or a stream. */
  from: string | Readable;
  /** Default CSV. A file is known by its first bytes all the same. */
  contentType?: 'text/csv' | 'application/json';
  onDuplicate?: 'skip' | 'overwrite' | 'error';
  /** Default 'pin'. */
  markerType?: MarkerType;
  /** Further options of the import. */
  further?: Record<string, string>;
}

export interface Uploaded {
  /** The ended job, completed or not. */
  job: BulkJob;
  /** Time from the upload's first byte to the answer that reported the end. */
  seconds: number;
  /** Milliseconds of each answer of the job. */
  pollsMs: number[];
}

/**
 * Uploads over HTTP and polls the job until it has ended.
 * @throws Error when the upload is not accepted
 */
export async function upload(
  { baseUrl, key }: Pick<BenchServer, 'baseUrl' | 'key'>,
  request: Upload,
): Promise<Uploaded> {
  const { mapId, from, contentType = 'text/csv', onDuplicate = 'skip', markerType = 'pin' } = request;
  const { further } = request;
  const authorization = `Bearer ${key}`;
  const ofFile = typeof from === 'string';
  const body = ofFile ? createReadStream(from, { highWaterMark: 512 * 1024 }) : from;
  const length = ofFile ? { 'content-length': String((await stat(from)).size) } : {};
  const begin = performance.now();
  const options = new URLSearchParams({
    ...(further?.match === undefined && { on_duplicate: onDuplicate }),
    marker_type: markerType,
    ...further,
  });
  const response = await fetch(`${baseUrl}/maps/${mapId}/markers/bulk?${options}`, {
    method: 'POST',
    headers: { authorization, 'content-type': contentType, ...length },
    body: Readable.toWeb(body) as ReadableStream,
    duplex: 'half',
  });
  if (response.status !== 202) throw new Error(`upload: ${response.status} ${await response.text()}`);
  let job = (await response.json()) as BulkJob;
  const pollsMs: number[] = [];
  while (job.status === 'queued' || job.status === 'processing') {
    await delay(Math.max(0, POLL_EVERY_MS - (pollsMs.at(-1) ?? 0)));
    const asked = performance.now();
    job = (await (await fetch(job.status_url, { headers: { authorization } })).json()) as BulkJob;
    pollsMs.push(performance.now() - asked);
  }
  return { job, seconds: (performance.now() - begin) / 1000, pollsMs };
}
