import { statfs } from 'node:fs/promises';
import { type Reading, worst } from './reading.js';
import { BRIEFLY, Remembered } from './remembered.js';

export function diskReadings(dataDir: string): Reading[] {
  const disk = new Remembered(() => statfs(dataDir), BRIEFLY);
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
