import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { ConfigError } from '../config.js';

/**
 * Makes DATA_DIR when it is missing.
 * @throws ConfigError when that cannot be done, or nothing can be written there
 */
export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATA_DIR=${JSON.stringify(dataDir)} is not allowed: a directory that can be written (${code})`,
    );
  }
}
