import { workerData } from 'node:worker_threads';
import type { BenchServer } from '../server.js';
import { renderPicture } from './render-picture.js';

/**
 * Requests one picture after the other until the thread is terminated; in a thread, so that the observer of
 * answers does not wait for it.
 */
const { server, mapId } = workerData as { server: BenchServer; mapId: number };
for (;;) await renderPicture(server, mapId, { preset: 'us', format: 'png', legend: true, again: false });
