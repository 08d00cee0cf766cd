import { createClient } from '../../src/client/index.js';
import { type AskedPicture, drawPicture } from '../draw-picture.js';
import type { BenchServer } from '../server.js';

const POLL_EVERY_MS = 10;

export interface Picture extends AskedPicture {
  /** Tells whether the map is unchanged, so that the stored file is the answer. */
  again: boolean;
}

let names = 0;

/** @returns milliseconds from POST to the answer that said `completed`. @throws Error when rendering fails */
export async function renderPicture(
  server: BenchServer,
  mapId: number,
  { again, ...options }: Picture,
): Promise<{ ms: number; bytes: number }> {
  const api = createClient(server);
  const params = { path: { map_id: mapId } };
  if (!again) await api.PATCH('/maps/{map_id}', { params, body: { name: `Shops ${names++}` } });
  const { picture, ms } = await drawPicture(api, mapId, options, POLL_EVERY_MS);
  return { ms, bytes: picture.length };
}
