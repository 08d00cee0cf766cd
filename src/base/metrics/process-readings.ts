import { readdir, readFile } from 'node:fs/promises';
import { BRIEFLY, CachedRead } from './cached-read.js';
import { type MetricReader, worst } from './metric-reader.js';

/**
 * Gauges of several processes on one port tell of the worst, as each has limits of its own; prom-client's
 * `process_resident_memory_bytes` and `process_open_fds` are sums then.
 */
export function processReadings(): MetricReader[] {
  const used = new CachedRead(readDescriptorsUsed, BRIEFLY);
  return [
    worst('max', 'process_largest_resident_bytes', 'Resident memory of the largest process', () =>
      process.memoryUsage.rss(),
    ),
    worst(
      'max',
      'process_descriptors_used_ratio',
      'File descriptors in use of those that a process may have',
      () => used.get(),
    ),
  ];
}

/** Only Linux has these files; elsewhere the metric has no sample. */
async function readDescriptorsUsed(): Promise<number> {
  const [limits, open] = await Promise.all([readFile('/proc/self/limits', 'utf8'), readdir('/proc/self/fd')]);
  const [, limit] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  return limit === undefined ? 0 : open.length / Number(limit);
}
