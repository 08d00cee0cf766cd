import { open } from 'node:fs/promises';
import { JobPostponed } from '../../background/jobs/runner.js';

/**
 * @throws JobPostponed: a disk that is not mounted will be, and what was answered 202 is not given up for it
 */
export async function assertReadable(path: string): Promise<void> {
  try {
    await (await open(path)).close();
  } catch (cause) {
    throw new JobPostponed('the upload cannot be read', { cause });
  }
}
