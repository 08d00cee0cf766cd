import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiClient, dataOf, jobHasEnded } from '../src/client/index.js';
import type { PictureOptions } from '../src/render/options.js';

const POLL_EVERY_MS = 10;

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
): Promise<{ picture: Buffer; ms: number }> {
  const begin = performance.now();
  const path = { map_id: mapId };
  const { job_id } = await dataOf(api.POST('/maps/{map_id}/images', { params: { path }, body: options }));
  const read = () => dataOf(api.GET('/jobs/{job_id}', { params: { path: { job_id } } }));
  let job = await read();
  for (; !jobHasEnded(job); job = await read()) await delay(POLL_EVERY_MS);
  const ms = performance.now() - begin;
  if (!('image_url' in job && job.image_url)) throw new Error(`a picture ${job.status}: ${job.error}`);
  const file = await fetch(job.image_url);
  if (!file.ok) throw new Error(`${file.status} ${await file.text()}`);
  return { picture: Buffer.from(await file.arrayBuffer()), ms };
}

/** A picture that is written to a file. */
export interface NamedPicture {
  name: string;
  mapId: number;
  options: AskedPicture;
}

/**
 * Draws a picture and writes it below `folder`.
 * @returns path of the file, and the milliseconds from the request to `completed`
 * @throws Error when rendering fails
 */
export async function savePicture(
  { name, mapId, options }: NamedPicture,
  folder: string,
  api: ApiClient,
): Promise<{ file: string; ms: number; bytes: number }> {
  const { picture, ms } = await drawPicture(api, mapId, options);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${name}.${options.format}`);
  await writeFile(file, picture);
  return { file, ms: Math.round(ms), bytes: picture.length };
}
