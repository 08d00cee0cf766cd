import { setTimeout as delay } from 'node:timers/promises';
import { type ApiClient, dataOf, jobHasEnded } from '../src/client/index.js';
import type { PictureOptions } from '../src/render/options.js';

/** Options of POST /maps/{map_id}/images. */
export type AskedPicture = Partial<PictureOptions> & Pick<PictureOptions, 'preset' | 'format'>;

/**
 * Requests a picture, polls its job and fetches the file.
 * @returns the file, and milliseconds from POST to the answer that said `completed`
 * @throws Error when rendering fails
 */
export async function drawPicture(
  api: ApiClient,
  mapId: number,
  options: AskedPicture,
  pollEveryMs: number,
): Promise<{ picture: Buffer; ms: number }> {
  const begin = performance.now();
  const path = { map_id: mapId };
  const { job_id } = await dataOf(api.POST('/maps/{map_id}/images', { params: { path }, body: options }));
  const read = () => dataOf(api.GET('/jobs/{job_id}', { params: { path: { job_id } } }));
  let job = await read();
  for (; !jobHasEnded(job); job = await read()) await delay(pollEveryMs);
  const ms = performance.now() - begin;
  if (!('image_url' in job && job.image_url)) throw new Error(`a picture ${job.status}: ${job.error}`);
  const file = await fetch(job.image_url);
  if (!file.ok) throw new Error(`${file.status} ${await file.text()}`);
  return { picture: Buffer.from(await file.arrayBuffer()), ms };
}
