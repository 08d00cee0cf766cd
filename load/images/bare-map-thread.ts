import { parentPort } from 'node:worker_threads';
import { drawBareMap } from './bare-map.js';

/**
 * Answers a number of pins with the milliseconds of drawing them; in a thread, so that the bench's
 * connections stay alive.
 */
parentPort!.on('message', (pins: number) => {
  const begin = performance.now();
  drawBareMap(pins);
  parentPort!.postMessage(performance.now() - begin);
});
