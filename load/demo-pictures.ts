import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiClient } from '../src/client/index.js';
import { type AskedPicture, drawPicture } from './draw-picture.js';

const POLL_EVERY_MS = 50;

/** A picture of the demo: file name, map and options. */
export interface DemoPicture {
  name: string;
  mapId: number;
  options: AskedPicture;
}

/**
 * Renders a picture and writes it below `folder`.
 * @returns path of the file, and the milliseconds from the request to `completed`
 * @throws Error when rendering fails
 */
export async function savePicture(
  { name, mapId, options }: DemoPicture,
  folder: string,
  api: ApiClient,
): Promise<{ file: string; ms: number; bytes: number }> {
  const { picture, ms } = await drawPicture(api, mapId, options, POLL_EVERY_MS);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${name}.${options.format}`);
  await writeFile(file, picture);
  return { file, ms: Math.round(ms), bytes: picture.length };
}
