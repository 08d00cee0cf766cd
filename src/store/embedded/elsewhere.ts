import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ownDirectory, writeOwned } from './owned-files.js';
import { withLock } from './presence.js';
import type { RunAs } from './process.js';
import { findServer, namesIn } from './server.js';
import { canEnter } from './server-user.js';

/*
 * Homes of clusters outside their DATA_DIR. Root makes one where the server's user cannot work in DATA_DIR
 * (not on Linux), and it would stay when DATA_DIR is deleted. `DATA_DIR/postgres/location` names the home,
 * and the home has a hard link to that file: when no other link is left, the DATA_DIR was deleted; one that
 * was moved or is not mounted still has its link. The home also contains the path of the DATA_DIR, for
 * operators and for a DATA_DIR restored from a back-up, and a lock.
 */

type Log = (message: string, fields?: object) => void;

const HOME_NAME = /^cartload-[A-Za-z0-9]{6}$/;
const REMOVED_NAME = /^cartload-removed-[0-9a-f]{12}$/;
const KEEP_DAYS = 30;
/** Above the time for which a home is locked. */
const CLAIM_TIMEOUT_MS = 10_000;

/** Parents in order of preference; the first survives a reboot. */
const parents = (): string[] => [...new Set(['/var/lib', realpathSync(tmpdir()), '/tmp'])];

/**
 * Makes a home with a fresh name, so that the home of an earlier DATA_DIR is neither opened nor overwritten.
 */
export async function makeHomeElsewhere(runAs: RunAs): Promise<string> {
  for (const parent of parents()) {
    let home: string;
    try {
      home = mkdtempSync(join(parent, 'cartload-'));
    } catch {
      continue;
    }
    chmodSync(home, 0o711);
    if (await canEnter(home, runAs)) return home;
    rmSync(home, { recursive: true });
  }
  throw new Error(NO_PLACE(runAs));
}

/**
 * Directory for copies of PostgreSQL's programs, shared by all installations on the machine; it can be
 * deleted safely.
 * @throws Error when the user cannot enter any
 */
export async function makeSharedCopies(runAs: RunAs): Promise<{ directory: string; isShared: true }> {
  for (const parent of parents()) {
    const directory = join(parent, 'cartload-programs');
    try {
      mkdirSync(directory, { mode: 0o755 });
      chmodSync(directory, 0o755);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') continue;
    }
    // In the temporary directory any user may have made it.
    if (isOwn(lstatSync(directory)) && (await canEnter(directory, runAs)))
      return { directory, isShared: true };
  }
  throw new Error(NO_PLACE(runAs));
}

const NO_PLACE = (runAs: RunAs): string =>
  `PostgreSQL cannot run as root, and no directory was found that user ${runAs?.uid} may enter: set DATABASE_URL, ` +
  'run as an ordinary user, or choose another DATA_DIR';

/**
 * Ties a home to the DATA_DIR that uses it, whose `location` already names it. On different file systems,
 * which cannot share a hard link, a moved DATA_DIR looks like a deleted one, so that home must be removed by
 * hand. Does nothing unless run by root, who alone makes and removes homes.
 * @param control `DATA_DIR/postgres`
 * @returns false when the home is gone
 */
export async function claimHome(home: string, control: string): Promise<boolean> {
  if (statSync(home, { throwIfNoEntry: false }) === undefined) return false;
  if (process.getuid?.() !== 0) return true;
  try {
    const lock = join(home, 'lock');
    ownDirectory(lock, 0o700, home);
    await withLock(lock, CLAIM_TIMEOUT_MS, async () => {
      writeOwned(join(home, 'DATA_DIR'), `${dirname(control)}\n`, 0o644, home);
      link(join(control, 'location'), join(home, 'location'));
    });
    return true;
  } catch (error) {
    // Another process is removing it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function link(from: string, to: string): void {
  const before = lstatSync(to, { throwIfNoEntry: false });
  const wanted = statSync(from);
  if (before?.ino === wanted.ino && before.dev === wanted.dev) return;
  rmSync(to, { force: true });
  try {
    linkSync(from, to);
  } catch {
    // Without a hard link the home is kept.
  }
}

/**
 * Removes homes whose DATA_DIR was deleted a month ago, unless a server runs in them. Unclear cases are kept.
 * Several processes may call it at once, while others claim homes. Never throws.
 * @param among directories that hold homes
 */
export async function removeAbandonedHomes(log: Log, among: readonly string[] = parents()): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (const parent of among) {
    for (const name of namesIn(parent)) {
      const path = join(parent, name);
      try {
        if (!isOwn(lstatSync(path))) continue;
        if (REMOVED_NAME.test(name)) await rm(path, { recursive: true, force: true });
        else if (HOME_NAME.test(name)) await removeWhenDue(path, log);
      } catch {
        // Another process was faster, or the home is unclear or cannot be removed now: the next start tries
        // again.
      }
    }
  }
}

const isOwn = (found: Stats): boolean =>
  found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;

/** @throws Error when it is unclear */
function isAbandoned(home: string): boolean {
  if (lstatSync(join(home, 'location')).nlink > 1) return false;
  const dataDir = readFileSync(join(home, 'DATA_DIR'), 'utf8').trim();
  return !isNamedBy(dataDir, home) && findServer(join(home, 'cluster')) === null;
}

function isNamedBy(dataDir: string, home: string): boolean {
  try {
    return readFileSync(join(dataDir, 'postgres', 'location'), 'utf8').trim() === home;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}

/**
 * Marks the home first and removes it a month later: a DATA_DIR may return from a back-up that lacks the
 * database.
 */
async function removeWhenDue(home: string, log: Log): Promise<void> {
  const note = join(home, 'abandoned');
  if (!isAbandoned(home)) {
    rmSync(note, { force: true });
    return;
  }
  const noted = lstatSync(note, { throwIfNoEntry: false });
  if (noted === undefined) {
    writeFileSync(note, '', { flag: 'wx', mode: 0o600 });
    const dataDir = readFileSync(join(home, 'DATA_DIR'), 'utf8').trim();
    log(
      `a database kept outside its DATA_DIR, which was deleted, is removed in ${KEEP_DAYS} days: write its path into postgres/location of a DATA_DIR to keep it`,
      { dataDir, database: home },
    );
  } else if (Date.now() - noted.mtimeMs > KEEP_DAYS * 86_400_000) await remove(home, log);
}

/** Renames the home under the lock, so that a concurrent claim either has it or finds it gone. */
async function remove(home: string, log: Log): Promise<void> {
  const aside = join(dirname(home), `cartload-removed-${randomBytes(6).toString('hex')}`);
  await withLock(join(home, 'lock'), 0, async () => {
    if (!isAbandoned(home)) return;
    const dataDir = readFileSync(join(home, 'DATA_DIR'), 'utf8').trim();
    renameSync(home, aside);
    log('a database kept outside its DATA_DIR, which was deleted, is removed', { dataDir, database: home });
  });
  await rm(aside, { recursive: true, force: true });
}
