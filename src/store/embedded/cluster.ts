import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClusterPaths, reachOf } from './layout.js';
import { syncDirectoryNow, writeOwned } from './owned-files.js';
import { runToEnd } from './process.js';

/** Superuser of the launcher; can connect even when the service uses all connections. */
export const SUPERUSER = 'postgres';

/** Password of both roles, made if there is none. Must be called under the lock. */
export function keepPassword(place: ClusterPaths): string {
  const path = join(place.control, 'password');
  if (!existsSync(path)) {
    if (existsSync(place.cluster)) throw new Error(`${path}, the password of the database, is missing`);
    writeOwned(path, `${randomBytes(24).toString('base64url')}\n`, 0o600, place.control);
  }
  return readPassword(place);
}

export function readPassword(place: ClusterPaths): string {
  return readFileSync(join(place.control, 'password'), 'utf8').trim();
}

/**
 * Makes the cluster if it is missing. It gets its name when it is complete; remains of an interrupted initdb
 * are removed.
 */
export async function createCluster(
  place: ClusterPaths,
  initdb: string,
  password: string,
  timeoutMs: number,
): Promise<void> {
  for (const name of readdirSync(place.control)) {
    if (name.startsWith('initdb-')) await removeRemnant(join(place.control, name));
  }
  if (existsSync(place.cluster)) return;

  const work = join(place.control, `initdb-${randomBytes(6).toString('hex')}`);
  const fresh = join(work, 'cluster');
  const passwordFile = join(work, 'password');
  mkdirSync(work, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (place.isEnclosed) mkdirSync(fresh, { mode: 0o700 });
  if (place.runAs !== null) {
    // macOS: negative ids are unsigned to chown.
    const { uid, gid } = place.runAs;
    const all = [passwordFile, work, ...(place.isEnclosed ? [fresh] : [])];
    for (const path of all) chownSync(path, uid >>> 0, gid >>> 0);
  }
  const { path, cwd } = reachOf({ ...place, cluster: fresh });
  const pwfile = place.isEnclosed ? `${path}/../password` : passwordFile;
  const args = [
    ...['--pgdata', path, '--username', SUPERUSER, '--pwfile', pwfile, '--auth', 'scram-sha-256'],
    // Unicode case mapping that is the same on every system, independent of its locales and of ICU.
    ...['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ...['--data-checksums', '--no-instructions'],
  ];
  const { ok, output } = await runToEnd(initdb, args, { runAs: place.runAs, timeoutMs, cwd });
  if (!ok) {
    rmSync(work, { recursive: true, force: true });
    throw new Error(`initdb could not make ${place.cluster} within ${timeoutMs} ms: ${output}`);
  }
  renameSync(fresh, place.cluster);
  // Flush the name to disk before the first row.
  syncDirectoryNow(place.control);
  rmSync(work, { recursive: true, force: true });
}

/**
 * Ensures that the cluster is of the major version of the programs: another one's files cannot be read, and
 * only that version can export them.
 * @param version of the installed programs
 * @throws Error that says what to do
 */
export function assertMajor(cluster: string, version: string): void {
  const path = join(cluster, 'PG_VERSION');
  if (!existsSync(path)) return;
  const made = readFileSync(path, 'utf8').trim();
  const [ours] = version.split('.');
  if (made === ours) return;
  throw new Error(
    `${cluster} was made by PostgreSQL ${made}, and this version of cartload has PostgreSQL ${ours}: ` +
      `with the version of cartload that has ${made} run 'cartload backup DIR' on this DATA_DIR, then with this one 'cartload restore DIR' ` +
      'into an empty DATA_DIR (docs/deployment.md, "Another major version of PostgreSQL")',
  );
}

/** The initdb of a killed launcher may still be writing; its files are removed at the next start. */
async function removeRemnant(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 }).catch(() => {});
}
