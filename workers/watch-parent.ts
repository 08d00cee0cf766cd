import { workerData } from 'node:worker_threads';

const LOOK_MS = 1000;

/** Bytes that no picture needs: it is better to end here than to have the kernel choose whom it ends. */
const MAX_RSS_BYTES = 2 * 1024 ** 3;

const { parent } = workerData as { parent: number };

// An orphan is given another parent.
setInterval(() => {
  if (process.ppid !== parent || process.memoryUsage.rss() > MAX_RSS_BYTES)
    process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);
