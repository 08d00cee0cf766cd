import { open } from 'node:fs/promises';
import { NotNow } from '../../background/jobs/runner.js';

/** @throws NotNow: a disk that is not mounted will be, and what was answered 202 is not given up for it */
export async function assertReadable(path: string): Promise<void> {
  try {
    await (await open(path)).close();
  } catch (cause) {
    throw new NotNow('the upload cannot be read', { cause });
  }
}
