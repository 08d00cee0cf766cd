import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClusterPaths, reachOf } from './layout.js';
import { probe } from './probe.js';
import { identityOf, POSTGRES_ENVIRONMENT, recognisePostmaster } from './process.js';

export interface Server {
  readonly pid: number;
  /** Result of identityOf; a later process with the same pid has another one. */
  readonly identity: string;
  readonly port: number;
}

type Log = (message: string, fields?: object) => void;

/** Server named by `postmaster.pid`, if the process is alive and not known to be another program. */
export function findServer(cluster: string): Server | null {
  const named = readPidFile(cluster);
  if (named === null) return null;
  const identity = identityOf(named.pid);
  if (identity === null || recognisePostmaster(named.pid, cluster) === 'foreign') return null;
  return { pid: named.pid, identity, port: named.port };
}

/**
 * Waits until the server of the cluster answers. False when it ended meanwhile.
 * @throws Error after the deadline, with the end of the server's log
 */
export async function waitUntilReady(
  place: ClusterPaths,
  server: Server,
  password: string,
  deadline: { at: number; afterMs: number },
  log: Log,
): Promise<boolean> {
  let patience = Date.now() + 5_000;
  for (;;) {
    const timeoutMs = Math.max(100, Math.min(5_000, deadline.at - Date.now()));
    const answer = await probe(server.port, password, place.cluster, timeoutMs);
    if (answer === 'ours') return true;
    if (!isRunning(server)) return false;
    if (Date.now() > deadline.at) {
      throw new Error(
        `PostgreSQL (process ${server.pid}) was not ready after ${deadline.afterMs} ms. ${logTail(place)}`,
      );
    }
    if (Date.now() > patience) {
      log('still waiting for PostgreSQL', { pid: server.pid, answer });
      patience = Date.now() + 5_000;
    }
    await sleep(25);
  }
}

/**
 * Starts a postmaster that outlives this process. It may not be ready yet, and may still fail. Null when
 * there is one already. Must be called under the lock.
 */
export function launch(
  place: ClusterPaths,
  program: string,
  port: number,
  settings: Readonly<Record<string, string>>,
): Server | null {
  if (!removeStalePidFile(place.cluster)) return null;
  const path = join(place.control, 'start.log');
  // Replaced, as it may belong to the user of an earlier start.
  rmSync(path, { force: true });
  const output = openSync(path, 'wx', 0o600);
  const reach = reachOf(place);
  try {
    const child = spawn(program, ['-D', reach.path, ...argumentsFor({ ...settings, port: String(port) })], {
      ...place.runAs,
      cwd: reach.cwd,
      env: POSTGRES_ENVIRONMENT,
      // A separate session: Ctrl-C in a terminal must reach Node only, which stops the database last.
      detached: true,
      // A file, because a pipe would break with Node.
      stdio: ['ignore', output, output],
    });
    // A missing pid shows the failure; without a listener the event would end the process.
    child.on('error', () => {});
    child.unref();
    const { pid } = child;
    if (pid === undefined) throw new Error(`${program} could not be run as ${describe(place)}`);
    return { pid, identity: identityOf(pid) ?? '', port };
  } finally {
    closeSync(output);
  }
}

/** True while the started process is alive. */
export const isRunning = ({ pid, identity }: Server): boolean => identityOf(pid) === identity;

/** True when the server has certainly ended: without a file descriptor to look, it may live. */
export function hasEnded(server: Server): boolean {
  try {
    return !isRunning(server);
  } catch {
    return false;
  }
}

/**
 * Stops a server: fast (cancels running statements, writes a checkpoint), and when that takes too long
 * immediately (the next start replays the log; no commit is lost). Never waits longer than both times.
 * @returns true when it has ended
 */
export async function stopServer(server: Server, fastMs: number, immediateMs: number): Promise<boolean> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', fastMs],
    ['SIGQUIT', immediateMs],
  ] as const) {
    const deadline = Date.now() + timeoutMs;
    if (!isRunning(server)) return true;
    try {
      process.kill(server.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
      throw error;
    }
    while (Date.now() < deadline) {
      if (!isRunning(server)) return true;
      await sleep(20);
    }
  }
  return !isRunning(server);
}

/** The preferred port if it is free, otherwise any free one, on the loopback interface. */
export async function choosePort(preferred: number): Promise<number> {
  for (const port of [preferred, 0]) {
    const found = await new Promise<number | null>((resolve) => {
      const listener = createServer();
      listener.once('error', () => resolve(null));
      listener.listen({ host: '127.0.0.1', port }, () => {
        const address = listener.address();
        listener.close(() => resolve(address !== null && typeof address === 'object' ? address.port : null));
      });
    });
    if (found !== null) return found;
  }
  throw new Error('no free port on 127.0.0.1');
}

/** The last lines of the newest log file, with its path. */
export function logTail(place: ClusterPaths): string {
  const directory = join(place.cluster, 'log');
  const newest = [
    join(place.control, 'start.log'),
    ...namesIn(directory).map((name) => join(directory, name)),
  ]
    .map((path) => ({ path, stat: statSync(path, { throwIfNoEntry: false }) }))
    .filter(({ stat }) => stat !== undefined && stat.size > 0)
    .sort((a, b) => Number(b.stat?.mtimeMs) - Number(a.stat?.mtimeMs))[0];
  if (newest === undefined) return `Nothing is in its log, ${join(place.control, 'start.log')}`;
  const lines = readFileSync(newest.path, 'utf8').trimEnd().split('\n').slice(-10);
  return `The end of ${newest.path}:\n${lines.join('\n')}`;
}

/** Reads pid (negative: a single-user backend) and port; null when there is no pid. */
function readPidFile(cluster: string): { pid: number; port: number } | null {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const pid = Math.abs(Number(lines[0]));
  const port = Number(lines[3]);
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) ? { pid, port } : null;
}

/**
 * Removes a stale postmaster.pid. PostgreSQL overwrites the file when its pid is free, but refuses to start
 * when any process of its user, even a zombie, has that pid, or when the file is empty after a power failure.
 * False when the file belongs, or may belong, to a live server. Backends that outlived a killed postmaster
 * still prevent a start: PostgreSQL finds them by shared memory, not by this file.
 */
export function removeStalePidFile(cluster: string): boolean {
  const path = join(cluster, 'postmaster.pid');
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return true;
  if (findServer(cluster) !== null) return false;
  // A postmaster fills the file at once, so an empty one is either very young or a remnant.
  if (readPidFile(cluster) === null && Math.abs(Date.now() - found.mtimeMs) < 2_000) return false;
  rmSync(path, { force: true });
  return true;
}

function argumentsFor(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function describe(place: ClusterPaths): string {
  return place.runAs === null ? 'this user' : `user ${place.runAs.uid}`;
}
