import { parentPort } from 'node:worker_threads';
import { drawBareMap } from './bare-map.js';

/** Told a number of pins, answers with milliseconds: in a thread, as the bench's connections would be closed meanwhile. */
parentPort!.on('message', (pins: number) => {
  const begin = performance.now();
  drawBareMap(pins);
  parentPort!.postMessage(performance.now() - begin);
});
