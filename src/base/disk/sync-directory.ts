import { open } from 'node:fs/promises';

/** Flushes the names in a directory to disk. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
