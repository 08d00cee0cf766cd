import { askMe } from './ask-me.js';
import type { BenchServer } from './server.js';
import { type Upload, type Uploaded, upload } from './upload.js';

export interface Watched extends Uploaded {
  /** Milliseconds of each answer of GET /me meanwhile. */
  meMs: number[];
  /** Largest resident set of the server meanwhile, in MB, including memory held from earlier work. */
  peakRssMb: number;
}

/** An upload, with its effect on other requests. */
export async function watchedUpload(server: BenchServer, request: Upload): Promise<Watched> {
  await server.forgetPeakRss();
  const me = askMe(server);
  const uploaded = await upload(server, request).finally(() => me.stop());
  return { ...uploaded, meMs: await me.stop(), peakRssMb: await server.peakRssMb() };
}
