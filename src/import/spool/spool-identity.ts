import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readOrMake } from '../../base/disk/made-once.js';

/** The name of the file, which stands beside the uploads. */
export const SPOOL_IDENTITY = 'identity';

/**
 * Identity of a spool directory, which tells it from those of other machines: jobs carry it, and run where
 * their upload lies. Made at the first start; processes that share the directory have the same.
 * @throws Error when the file was damaged: with another identity the jobs of this directory would wait for
 * ever
 */
export async function loadSpoolIdentity(spoolDirectory: string): Promise<string> {
  const path = join(spoolDirectory, SPOOL_IDENTITY);
  const identity = await readOrMake(path, randomUUID);
  if (!/^[\da-f-]{36}$/.test(identity))
    throw new Error(`${path} is damaged: put the column spool of this directory's jobs into it`);
  return identity;
}
