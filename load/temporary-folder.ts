import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Large files of a bench: gone when `action` is over, however it ends. */
export async function inTemporaryFolder<T>(action: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'cartload-bench-'));
  try {
    return await action(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
