import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrMake } from '../../base/disk/made-once.js';

/**
 * Loads the secret that signs page tokens and addresses: `SECRET`, or one that the first start makes in
 * DATA_DIR.
 */
export async function loadSecret(configured: string | null, dataDir: string): Promise<Buffer> {
  if (configured !== null) return Buffer.from(configured);
  const make = () => randomBytes(32).toString('hex');
  return Buffer.from(await readOrMake(join(dataDir, 'secret'), make), 'hex');
}
