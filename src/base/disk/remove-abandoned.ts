import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes files and folders that ended processes left in a directory: those last written longer ago than
 * `olderThanMs`.
 * @returns number of removed entries
 */
export async function removeAbandoned(directory: string, olderThanMs: number): Promise<number> {
  let removed = 0;
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => null);
    if (found === null || Date.now() - found.mtimeMs < olderThanMs) continue;
    await rm(path, { force: true, recursive: true });
    removed++;
  }
  return removed;
}
