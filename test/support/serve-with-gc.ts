import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/* The service, which collects its garbage on SIGUSR2 and tells in its log what is left. */

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGUSR2', () => {
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stderr.write(
    `${JSON.stringify({ level: 30, msg: 'collected', usedBytes: heapUsed + external, rss })}\n`,
  );
});

await import('../../src/main.js');
