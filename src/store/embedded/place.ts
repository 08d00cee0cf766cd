import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { claimHome, makeHomeElsewhere } from './elsewhere.js';
import type { ClusterPaths } from './layout.js';
import { ownDirectory, writeOwned } from './owned-files.js';
import type { RunAs } from './process.js';
import { canEnter, canWorkIn, chooseServerUser } from './server-user.js';

type Log = (message: string, fields?: object) => void;

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
  const home = recordedHome(control) ?? control;
  return placeOf(control, home, chooseServerUser(real, join(home, 'cluster')));
}

/**
 * Chooses the place of the cluster: below DATA_DIR, where back-ups and removals include it. Only where
 * PostgreSQL's user cannot be started there: below /var/lib (which survives a reboot), or in the temporary
 * directory; such a place is recorded in DATA_DIR. Must be called under the lock.
 */
export async function choosePlace(dataDir: string, control: string, log: Log): Promise<ClusterPaths> {
  const recorded = recordedHome(control);
  if (recorded !== null && !(await claimHome(recorded, control))) {
    throw new Error(
      `the database of ${dataDir} was in ${recorded}, which is missing. Restore it, or delete ` +
        `${join(control, 'location')} to begin with an empty one`,
    );
  }
  const home = recorded ?? control;
  const runAs = chooseServerUser(dataDir, join(home, 'cluster'));
  if (runAs === null || (await canEnter(home, runAs))) return placeOf(control, home, runAs);
  if (await canWorkIn(home, runAs)) return placeOf(control, home, runAs, true);
  if (existsSync(join(home, 'cluster'))) {
    throw new Error(
      `PostgreSQL cannot run as root, and user ${runAs.uid} may not enter ${home}, where its data is: ` +
        'one of the directories above is closed to it',
    );
  }
  const elsewhere = await makeHomeElsewhere(runAs);
  writeOwned(join(control, 'location'), `${elsewhere}\n`, 0o644, dataDir);
  await claimHome(elsewhere, control);
  log('PostgreSQL cannot run as root, and its user may not enter DATA_DIR: the database is kept elsewhere', {
    dataDir,
    database: elsewhere,
    uid: runAs.uid,
    outlivesReboot: elsewhere.startsWith('/var/lib/'),
  });
  return placeOf(control, elsewhere, runAs);
}

function placeOf(control: string, home: string, runAs: RunAs, isEnclosed = false): ClusterPaths {
  const cluster = join(home, 'cluster');
  return {
    control,
    lock: join(control, 'lock'),
    users: join(control, 'users'),
    home,
    cluster,
    isEnclosed,
    runAs,
  };
}

function recordedHome(control: string): string | null {
  try {
    return readFileSync(join(control, 'location'), 'utf8').trim();
  } catch (error) {
    // Any other error may hide a database, which an empty one would then replace.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
