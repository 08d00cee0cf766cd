import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes what processes that ended left in a directory: what nobody has written to for so long.
 * @returns how many
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
