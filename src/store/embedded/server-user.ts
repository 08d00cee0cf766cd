import { readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { WORKING_DIRECTORY } from './layout.js';
import { type RunAs, runToEnd } from './process.js';

/** By convention the last uid of 16 bits where /etc/passwd names no `nobody` (small container images). */
const NOBODY = 65534;

/**
 * Chooses the user of PostgreSQL, which refuses to run as root. Null for an ordinary user, who runs it
 * himself. For root the owner of an existing cluster, else the owner of DATA_DIR, else `nobody`, so that no
 * account has to be made.
 * @param cluster path of the cluster, or null when there is none yet
 */
export function chooseServerUser(dataDir: string, cluster: string | null): RunAs {
  if (process.getuid?.() !== 0) return null;
  for (const path of [cluster === null ? null : join(cluster, 'PG_VERSION'), dataDir]) {
    const owner = path === null ? null : statOrNull(path);
    if (owner !== null && owner.uid !== 0) return accountOf(owner.uid, owner.gid);
  }
  return nobody();
}

/** Tries it out instead of reading modes, because access lists and mount options count, too. */
export async function canEnter(directory: string, runAs: RunAs): Promise<boolean> {
  const { ok } = await runToEnd('/bin/sh', ['-c', 'cd "$0"', directory], { runAs, timeoutMs: 10_000 });
  return ok;
}

/**
 * True when a process of the user can work in a directory in which it is started, without access to the
 * parents. Only on Linux.
 */
export async function canWorkIn(directory: string, runAs: RunAs): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const settings = { runAs, timeoutMs: 10_000, cwd: directory };
  return (await runToEnd('/bin/sh', ['-c', `cd ${WORKING_DIRECTORY}`], settings)).ok;
}

function nobody(): RunAs {
  const line = passwd().find(([name, , uid]) => name === 'nobody' && Number(uid) !== 0);
  return line === undefined ? { uid: NOBODY, gid: NOBODY } : { uid: Number(line[2]), gid: Number(line[3]) };
}

/**
 * Primary group of the account; for a uid without an account the group of its files, unless that is root's.
 */
function accountOf(uid: number, gid: number): RunAs {
  const line = passwd().find((members) => Number(members[2]) >>> 0 === uid);
  // macOS has negative ids; stat shows them as unsigned and spawn wants them signed.
  return { uid: uid | 0, gid: (line === undefined ? gid || uid : Number(line[3])) | 0 };
}

function passwd(): string[][] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .filter((members) => members.length >= 4);
  } catch {
    return [];
  }
}

function statOrNull(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
