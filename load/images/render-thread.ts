import { workerData } from 'node:worker_threads';
import type { BenchServer } from '../server.js';
import { renderPicture } from './render-picture.js';

/** One picture after the other until the thread is ended: in a thread of its own, as the one that measures answers must not wait for it. */
const { server, mapId } = workerData as { server: BenchServer; mapId: number };
for (;;) await renderPicture(server, mapId, { preset: 'us', format: 'png', legend: true, again: false });
