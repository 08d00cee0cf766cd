import { open } from 'node:fs/promises';

/** The names in a directory are on the disk when this is done. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
