import { randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from './sync-directory.js';

/**
 * The contents of a file that is made when it is not there yet. Processes that start at once end up with the same: linking a
 * finished file into place succeeds only once. It is on the disk when this returns. A full disk is no obstacle to reading it.
 */
export async function readOrMake(path: string, make: () => string): Promise<string> {
  const found = await read(path);
  if (found === null) await makeOnce(path, make());
  // Also what another process has linked a moment ago.
  await syncDirectory(dirname(path));
  return found ?? readFile(path, 'utf8');
}

async function read(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function makeOnce(path: string, contents: string): Promise<void> {
  // Not by the pid: containers that share a directory all have the same.
  const mine = `${path}.${randomUUID()}`;
  try {
    const file = await open(mine, 'wx', 0o600);
    try {
      await file.writeFile(contents);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(mine, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(mine, { force: true });
  }
}
