import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PictureOptions } from '../src/render/options.js';

const POLL_EVERY_MS = 50;

/** Of the demo's maps: a name for the file, the map, and what POST /maps/{map_id}/images is asked for. */
export interface DemoPicture {
  name: string;
  mapId: number;
  options: { preset: PictureOptions['preset']; format: PictureOptions['format'] } & Partial<PictureOptions>;
}

interface ImageJob {
  status: string;
  error: string | null;
  image_url: string;
}

/**
 * Renders a picture and writes it below `folder`.
 * @param call asks the API, by a path below /v1
 * @returns path of the file, and the milliseconds from the request until it was there
 * @throws Error when it does not become one
 */
export async function savePicture(
  { name, mapId, options }: DemoPicture,
  folder: string,
  call: <T>(path: string, method?: string, body?: object) => Promise<T>,
): Promise<{ file: string; ms: number; bytes: number }> {
  const begin = performance.now();
  const { job_id: id } = await call<{ job_id: string }>(`/maps/${mapId}/images`, 'POST', options);
  let job: ImageJob;
  do {
    await delay(POLL_EVERY_MS);
    job = await call<ImageJob>(`/jobs/${id}`);
  } while (job.status === 'queued' || job.status === 'processing');
  if (job.status !== 'completed') throw new Error(`the picture ${name} ${job.status}: ${job.error}`);
  const ms = Math.round(performance.now() - begin);
  const picture = Buffer.from(await (await fetch(job.image_url)).arrayBuffer());
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${name}.${options.format}`);
  await writeFile(file, picture);
  return { file, ms, bytes: picture.length };
}
