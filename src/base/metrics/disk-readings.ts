import { statfs } from 'node:fs/promises';
import { BRIEFLY, CachedRead } from './cached-read.js';
import { type MetricReader, worst } from './metric-reader.js';

export function diskReadings(dataDir: string): MetricReader[] {
  const disk = new CachedRead(() => statfs(dataDir), BRIEFLY);
  return [
    worst('min', 'disk_free_bytes', 'Free bytes of the file system of DATA_DIR, for this user', async () => {
      const state = await disk.get();
      return state && state.bavail * state.bsize;
    }),
    worst('max', 'disk_size_bytes', 'Size of the file system of DATA_DIR', async () => {
      const state = await disk.get();
      return state && state.blocks * state.bsize;
    }),
  ];
}
