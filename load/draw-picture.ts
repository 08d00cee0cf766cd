import { setTimeout as delay } from 'node:timers/promises';
import type { PictureOptions } from '../src/render/options.js';
import type { ApiCall } from './api-call.js';

/** Options of POST /maps/{map_id}/images. */
export type AskedPicture = Partial<PictureOptions> & Pick<PictureOptions, 'preset' | 'format'>;

interface ImageJob {
  job_id: string;
  status: string;
  error: string | null;
  image_url: string;
}

/**
 * Requests a picture, polls its job and fetches the file.
 * @returns the file, and milliseconds from POST to the answer that said `completed`
 * @throws Error when rendering fails
 */
export async function drawPicture(
  call: ApiCall,
  mapId: number,
  options: AskedPicture,
  pollEveryMs: number,
): Promise<{ picture: Buffer; ms: number }> {
  const begin = performance.now();
  let job = await call<ImageJob>(`/maps/${mapId}/images`, 'POST', options);
  while (job.status === 'queued' || job.status === 'processing') {
    await delay(pollEveryMs);
    job = await call<ImageJob>(`/jobs/${job.job_id}`);
  }
  const ms = performance.now() - begin;
  if (job.status !== 'completed') throw new Error(`a picture ${job.status}: ${job.error}`);
  const file = await fetch(job.image_url);
  if (!file.ok) throw new Error(`${file.status} ${await file.text()}`);
  return { picture: Buffer.from(await file.arrayBuffer()), ms };
}
