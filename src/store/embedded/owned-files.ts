import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a directory owned by the owner of `like`; refuses an existing one that another user could have
 * prepared.
 */
export function ownDirectory(path: string, mode: number, like: string): void {
  const owner = statSync(like);
  try {
    mkdirSync(path, { mode });
    // mkdir applies the umask to the mode.
    chmodSync(path, mode);
    if (process.getuid?.() === 0) chownSync(path, owner.uid, owner.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(path);
  const uid = process.getuid?.() === 0 ? owner.uid : process.getuid?.();
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o022) !== 0) {
    throw new Error(
      `${path} must be a directory that belongs to user ${uid} and is writable by this user only`,
    );
  }
}

/** Replaces a file atomically and gives it to the owner of `like`. */
export function writeOwned(path: string, content: string, mode: number, like: string): void {
  const fresh = `${path}.new-${randomBytes(6).toString('hex')}`;
  writeFileSync(fresh, content, { flag: 'wx', mode, flush: true });
  if (process.getuid?.() === 0) {
    const owner = statSync(like);
    chownSync(fresh, owner.uid, owner.gid);
  }
  renameSync(fresh, path);
  syncDirectoryNow(dirname(path));
}

/** Flushes the names in a directory to disk. */
export function syncDirectoryNow(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
