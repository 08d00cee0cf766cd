import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/* The service, which collects its garbage on SIGUSR2 and tells in its log what is left. */

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGUSR2', () => {
  collect();
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
  // Memory that threads share or handed over is among the array buffers alone, other memory of the addons
  // among the external alone.
  const usedBytes = heapUsed + Math.max(external, arrayBuffers);
  process.stderr.write(`${JSON.stringify({ level: 30, msg: 'collected', usedBytes, rss })}\n`);
});

await import('../../src/main.js');
