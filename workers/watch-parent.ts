import { parentPort, workerData } from 'node:worker_threads';
import { cpuMeter } from '../src/images/cpu-meter.js';
import type { CpuBound } from '../src/images/serve-renders.js';

const LOOK_MS = 1000;

/** More than any picture needs: the process ends itself before the kernel chooses a victim. */
const MAX_RSS_BYTES = 2 * 1024 ** 3;

const { parent } = workerData as { parent: number };

let mostCpuMs = Number.POSITIVE_INFINITY;
let cpuMs = cpuMeter();
parentPort!.on('message', (bound: CpuBound) => {
  mostCpuMs = bound ?? Number.POSITIVE_INFINITY;
  cpuMs = cpuMeter();
});

// An orphan is given another parent.
setInterval(() => {
  // SIGPROF, the signal of a CPU timer, tells the parent why the process ended. SIGVTALRM would, too, but
  // signal-exit, which tap loads into every process, handles it on the looping thread.
  if (cpuMs() > mostCpuMs) process.kill(process.pid, 'SIGPROF');
  if (process.ppid !== parent || process.memoryUsage.rss() > MAX_RSS_BYTES)
    process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);
