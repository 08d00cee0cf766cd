import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterPaths } from './layout.js';
import { ownDirectory } from './owned-files.js';
import type { RunAs } from './process.js';
import { canEnter, canWorkIn, chooseServerUser } from './server-user.js';

/** Control directory, made if missing. */
export function prepareControl(dataDir: string): {
  dataDir: string;
  control: string;
  lock: string;
  users: string;
} {
  mkdirSync(dataDir, { recursive: true });
  const real = realpathSync(dataDir);
  const control = join(real, 'postgres');
  // Other users may pass through to their own files but not list the directory.
  ownDirectory(control, 0o711, real);
  const lock = join(control, 'lock');
  const users = join(control, 'users');
  ownDirectory(lock, 0o700, real);
  ownDirectory(users, 0o700, real);
  return { dataDir: real, control, lock, users };
}

/** Place of an earlier start; null when there is none. Makes nothing. */
export function findPlace(dataDir: string): ClusterPaths | null {
  if (!existsSync(join(dataDir, 'postgres', 'users'))) return null;
  const real = realpathSync(dataDir);
  const control = join(real, 'postgres');
  return placeOf(control, chooseServerUser(real, join(control, 'cluster')));
}

/**
 * The place of the cluster below DATA_DIR, where back-ups and removals include it, and how PostgreSQL's user
 * reaches it. Must be called under the lock.
 * @throws Error that says what to do when that user cannot reach it
 */
export async function choosePlace(dataDir: string, control: string): Promise<ClusterPaths> {
  const runAs = chooseServerUser(dataDir, join(control, 'cluster'));
  if (runAs === null || (await canEnter(control, runAs))) return placeOf(control, runAs);
  if (await canWorkIn(control, runAs)) return placeOf(control, runAs, true);
  throw new Error(
    `PostgreSQL cannot run as root, and user ${runAs.uid} may not enter ${control}, as one of the directories ` +
      'above is closed to it: set DATABASE_URL, run as an ordinary user, or choose another DATA_DIR',
  );
}

function placeOf(control: string, runAs: RunAs, isEnclosed = false): ClusterPaths {
  return {
    control,
    lock: join(control, 'lock'),
    users: join(control, 'users'),
    cluster: join(control, 'cluster'),
    isEnclosed,
    runAs,
  };
}
