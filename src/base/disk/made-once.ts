import { randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from './sync-directory.js';

/**
 * Reads a file, or makes it if it is missing. Processes that start at the same time get the same contents,
 * because linking a finished file into place succeeds only once. The file is flushed to disk. Reading it
 * works on a full disk, too.
 */
export async function readOrMake(path: string, make: () => string): Promise<string> {
  const found = await read(path);
  if (found === null) await makeOnce(path, make());
  // Another process may have linked the file a moment ago.
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
  // The pid is not unique: containers that share a directory may all have the same.
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
