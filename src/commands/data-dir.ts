import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { ConfigError } from '../config.js';

/**
 * Makes DATA_DIR if it is missing.
 * @throws ConfigError when it cannot be made or written to
 */
export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATA_DIR=${JSON.stringify(dataDir)} is not allowed: it must be a writable directory (${code})`,
    );
  }
}
