import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type RunAs, runToEnd } from './process.js';
import { chooseServerUser } from './server-user.js';

/** Where what is; all paths absolute and without symbolic links. */
export interface Place {
  /** `DATA_DIR/postgres`: what the launcher keeps. It belongs to the owner of DATA_DIR. */
  readonly control: string;
  /** Entries of whoever starts or stops the server now, and of whoever uses it. */
  readonly lock: string;
  readonly users: string;
  /** The parent of the cluster and of copied binaries: `control` itself unless PostgreSQL cannot get there. */
  readonly home: string;
  readonly cluster: string;
  readonly runAs: RunAs;
}

type Log = (message: string, fields?: object) => void;

/** The control directory, made when missing. */
export function prepareControl(dataDir: string): {
  dataDir: string;
  control: string;
  lock: string;
  users: string;
} {
  mkdirSync(dataDir, { recursive: true });
  const real = realpathSync(dataDir);
  const control = join(real, 'postgres');
  // Others may pass through to what they own below, and list nothing.
  ownDirectory(control, 0o711, real);
  const lock = join(control, 'lock');
  const users = join(control, 'users');
  ownDirectory(lock, 0o700, real);
  ownDirectory(users, 0o700, real);
  return { dataDir: real, control, lock, users };
}

/** The place of an earlier start, without making anything; null when there is none. */
export function findPlace(dataDir: string): Place | null {
  if (!existsSync(join(dataDir, 'postgres', 'users'))) return null;
  const real = realpathSync(dataDir);
  const control = join(real, 'postgres');
  const home = recordedHome(control) ?? control;
  return placeOf(control, home, chooseServerUser(real, join(home, 'cluster')));
}

/**
 * Where the cluster is or shall be: below DATA_DIR when the user that PostgreSQL runs as can get there, else below
 * /var/lib (which outlives a reboot), else in the temporary directory. A place outside DATA_DIR is recorded in it.
 * Call it under the lock.
 */
export async function choosePlace(dataDir: string, control: string, log: Log): Promise<Place> {
  const recorded = recordedHome(control);
  if (recorded !== null && !existsSync(recorded)) {
    throw new Error(
      `the database of ${dataDir} was kept in ${recorded}, which is gone. Bring it back, or delete ` +
        `${join(control, 'location')} to begin with an empty one`,
    );
  }
  const home = recorded ?? control;
  const runAs = chooseServerUser(dataDir, join(home, 'cluster'));
  if (runAs === null || (await canEnter(home, runAs))) return placeOf(control, home, runAs);
  if (existsSync(join(home, 'cluster'))) {
    throw new Error(
      `PostgreSQL cannot run as root, and user ${runAs.uid} may not enter ${home}, where its data is: ` +
        'one of the directories above is closed to it',
    );
  }
  const elsewhere = await makeHomeElsewhere(dataDir, runAs);
  writeOwned(join(control, 'location'), `${elsewhere}\n`, 0o644, dataDir);
  log('PostgreSQL cannot run as root, and its user may not enter DATA_DIR: the database is kept elsewhere', {
    dataDir,
    database: elsewhere,
    uid: runAs.uid,
    outlivesReboot: elsewhere.startsWith('/var/lib/'),
  });
  return placeOf(control, elsewhere, runAs);
}

function placeOf(control: string, home: string, runAs: RunAs): Place {
  const cluster = join(home, 'cluster');
  return { control, lock: join(control, 'lock'), users: join(control, 'users'), home, cluster, runAs };
}

function recordedHome(control: string): string | null {
  try {
    return readFileSync(join(control, 'location'), 'utf8').trim();
  } catch {
    return null;
  }
}

/** A fresh name each time: what an earlier DATA_DIR of the same path left behind is neither opened nor overwritten. */
async function makeHomeElsewhere(dataDir: string, runAs: RunAs): Promise<string> {
  for (const parent of ['/var/lib', realpathSync(tmpdir()), '/tmp']) {
    let home: string;
    try {
      home = mkdtempSync(join(parent, 'cartload-'));
    } catch {
      continue;
    }
    chmodSync(home, 0o711);
    if (await canEnter(home, runAs)) {
      writeFileSync(join(home, 'DATA_DIR'), `${dataDir}\n`);
      return home;
    }
  }
  throw new Error(
    `PostgreSQL cannot run as root, and no directory was found that user ${runAs?.uid} may enter: set DATABASE_URL, ` +
      'run as an ordinary user, or choose another DATA_DIR',
  );
}

/** Asks the system instead of reading modes: access lists and mount options count too. */
async function canEnter(directory: string, runAs: RunAs): Promise<boolean> {
  const { ok } = await runToEnd('/bin/sh', ['-c', 'cd "$0"', directory], { runAs, timeoutMs: 10_000 });
  return ok;
}

/** Makes a directory that belongs to the owner of `like`; refuses one that somebody else could have prepared. */
function ownDirectory(path: string, mode: number, like: string): void {
  const owner = statSync(like);
  try {
    mkdirSync(path, { mode });
    // mkdir takes the umask off the mode.
    chmodSync(path, mode);
    if (process.getuid?.() === 0) chownSync(path, owner.uid, owner.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(path);
  const uid = process.getuid?.() === 0 ? owner.uid : process.getuid?.();
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o022) !== 0) {
    throw new Error(
      `${path} must be a directory that belongs to user ${uid} and that only this user may write`,
    );
  }
}

/** Replaces a file in one step and hands it to the owner of `like`. */
export function writeOwned(path: string, content: string, mode: number, like: string): void {
  const fresh = `${path}.new-${randomBytes(6).toString('hex')}`;
  writeFileSync(fresh, content, { flag: 'wx', mode, flush: true });
  if (process.getuid?.() === 0) {
    const owner = statSync(like);
    chownSync(fresh, owner.uid, owner.gid);
  }
  renameSync(fresh, path);
  syncDirectory(dirname(path));
}

/** Puts the names in a directory on disk. */
export function syncDirectory(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
