import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** A file without a name, for as long as it is open: whatever becomes of the process, nothing of it stays. */
export async function openScratchFile(directory: string): Promise<FileHandle> {
  const path = join(directory, `.scratch.${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  await unlink(path);
  return handle;
}
