import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The secret that signs page tokens and addresses: `SECRET`, or one that is made at the first start and kept in DATA_DIR.
 * Processes that start at once end up with the same one: linking a finished file into place succeeds only once.
 */
export async function loadSecret(configured: string | null, dataDir: string): Promise<Buffer> {
  if (configured !== null) return Buffer.from(configured);
  const path = join(dataDir, 'secret');
  const mine = `${path}.${process.pid}`;
  await writeFile(mine, randomBytes(32).toString('hex'), { mode: 0o600 });
  try {
    await link(mine, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(mine, { force: true });
  }
  return Buffer.from(await readFile(path, 'utf8'), 'hex');
}
