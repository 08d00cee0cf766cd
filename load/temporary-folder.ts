import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folder for large files of a bench, removed when `action` ends in any way. */
export async function inTemporaryFolder<T>(action: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'cartload-bench-'));
  try {
    return await action(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
