import { existsSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../base/log.js';
import { type Binaries, locatePackage, makeSharedCopies, provideBinaries } from './embedded/binaries.js';
import { assertMajor, createCluster, keepPassword, readPassword } from './embedded/cluster.js';
import { type ClusterPaths, reachOf } from './embedded/layout.js';
import { writeOwned } from './embedded/owned-files.js';
import { choosePlace, findPlace, prepareControl } from './embedded/place.js';
import { announce, present, withdraw, withLock } from './embedded/presence.js';
import { createDatabase, probe, urlOf } from './embedded/probe.js';
import { runToEnd } from './embedded/process.js';
import {
  choosePort,
  findServer,
  hasEnded,
  launch,
  logTail,
  type Server,
  stopServer,
  waitUntilReady,
} from './embedded/server.js';
import { serverSettings } from './embedded/settings.js';

export type EmbeddedLog = (message: string, fields?: object, level?: 'info' | 'error') => void;

export const embeddedLog =
  (log: Logger): EmbeddedLog =>
  (message, fields = {}, level = 'info') =>
    log[level](fields, message);

export interface EmbeddedOptions {
  /** Made if missing. Everything that the database needs lies below it, but for shared copies of programs. */
  dataDir: string;
  log: EmbeddedLog;
  /** Limit for waiting for the lock, initdb, start and crash recovery together. Default 180,000. */
  startTimeoutMs?: number;
  /** PostgreSQL settings that override settings.ts when this call starts the server. */
  settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedDatabase {
  /** postgres://user:password@127.0.0.1:port/cartload */
  readonly url: string;
  /** True when the server was running already. */
  readonly adopted: boolean;
  /**
   * Stops the server unless another process still uses it. Takes at most about 9.5 s. Works on a dead server,
   * and does nothing the second time.
   */
  stop(): Promise<void>;
}

// Together below the 10 s that a stop may take. Waiting for the lock comes on top only while another process
// starts.
const FAST_STOP_MS = 8_000;
const IMMEDIATE_STOP_MS = 1_500;
const STOP_LOCK_MS = 1_000;

/**
 * Starts PostgreSQL for a DATA_DIR, or adopts its running server, which another instance started or a killed
 * one left behind. Several processes may call it at once.
 * @throws Error that says what to do, with the end of the server's log if there is one
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const afterMs = options.startTimeoutMs ?? 180_000;
  const deadline = { at: Date.now() + afterMs, afterMs };
  const { dataDir, control, lock, users } = prepareControl(options.dataDir);
  return withLock(lock, afterMs, async () => {
    const place = await choosePlace(dataDir, control);
    const password = keepPassword(place);
    const { server, adopted } = await obtain(place, password, options, deadline);
    const presence = announce(users);
    try {
      await createDatabase(server.port, password);
    } catch (error) {
      withdraw(users, presence);
      if (!adopted) await stopServer(server, FAST_STOP_MS, IMMEDIATE_STOP_MS);
      throw error;
    }
    options.log(adopted ? 'running PostgreSQL adopted' : 'PostgreSQL started', {
      pid: server.pid,
      port: server.port,
      database: place.cluster,
    });
    const stopSupervising = supervise(place, password, server, options);
    let stopped: Promise<void> | undefined;
    return {
      url: urlOf(server.port, password),
      adopted,
      stop: () => {
        stopped ??= stopSupervising().then(() => leave(place, server, presence, options.log));
        return stopped;
      },
    };
  });
}

const LOOK_EVERY_MS = 250;
const RESTART_TIMEOUT_MS = 60_000;

/**
 * Restarts the server on its port when it ends unexpectedly (killed, out of memory). The first of several
 * watching processes does it; crash recovery restores everything that was committed.
 */
function supervise(
  place: ClusterPaths,
  password: string,
  started: Server,
  options: EmbeddedOptions,
): () => Promise<void> {
  const { log } = options;
  const stop = new AbortController();
  let server = started;
  const watch = async () => {
    for (;;) {
      await sleep(LOOK_EVERY_MS, undefined, { signal: stop.signal, ref: false });
      if (!hasEnded(server)) continue;
      try {
        const lastWords = { pid: server.pid, log: logTail(place) };
        log('PostgreSQL ended unexpectedly: starting it again', lastWords, 'error');
        const deadline = { at: Date.now() + RESTART_TIMEOUT_MS, afterMs: RESTART_TIMEOUT_MS };
        server = await withLock(
          place.lock,
          RESTART_TIMEOUT_MS,
          async () => (await obtain(place, password, options, deadline, started.port)).server,
        );
        log('PostgreSQL is back', { pid: server.pid, port: server.port });
      } catch (error) {
        log(
          'PostgreSQL could not be started again: trying again',
          { reason: (error as Error).message },
          'error',
        );
      }
    }
  };
  const watching = watch().catch(() => {});
  return () => {
    stop.abort();
    return watching;
  };
}

/**
 * URL of the database of a DATA_DIR while its server runs, else null. Starts nothing, and does not keep the
 * server from being stopped.
 */
export async function connectUrlOf(dataDir: string): Promise<string | null> {
  const place = findPlace(dataDir);
  const server = place === null ? null : findServer(place.cluster);
  if (place === null || server === null) return null;
  const password = readPassword(place);
  // Another process may be starting it just now.
  for (const deadline = Date.now() + 5_000; Date.now() < deadline; await sleep(50)) {
    if ((await probe(server.port, password, place.cluster)) === 'ours') return urlOf(server.port, password);
    if (findServer(place.cluster) === null) return null;
  }
  return null;
}

/** True when a DATA_DIR has a cluster. */
export function hasCluster(dataDir: string): boolean {
  const place = findPlace(dataDir);
  return place !== null && existsSync(place.cluster);
}

type Deadline = { at: number; afterMs: number };

/**
 * Adopts a running server or starts one. Loops, as a running server may be stopping, and a start may fail
 * transiently.
 */
async function obtain(
  place: ClusterPaths,
  password: string,
  { log, settings }: EmbeddedOptions,
  deadline: Deadline,
  fixedPort?: number,
): Promise<{ server: Server; adopted: boolean }> {
  let prepared: { program: string; settings: Record<string, string> } | undefined;
  for (;;) {
    const running = findServer(place.cluster);
    if (running !== null) {
      if (await waitUntilReady(place, running, password, deadline, log))
        return { server: running, adopted: true };
      continue;
    }
    prepared ??= await prepare(place, password, settings ?? {}, deadline, log);
    const port = fixedPort ?? (await choosePort(rememberedPort(place)));
    const server = launch(place, prepared.program, port, prepared.settings);
    if (server === null) {
      if (Date.now() > deadline.at) throw new Error(`${place.cluster} is locked. ${logTail(place)}`);
      await sleep(100);
      continue;
    }
    try {
      if (await waitUntilReady(place, server, password, deadline, log)) {
        writeOwned(join(place.control, 'state.json'), `${JSON.stringify({ port })}\n`, 0o644, place.control);
        return { server, adopted: false };
      }
    } catch (error) {
      // Leave no half-started or wrong server behind.
      await stopServer(server, 0, IMMEDIATE_STOP_MS);
      throw error;
    }
    const tail = logTail(place);
    if (!PASSING_FAILURE.test(tail) || Date.now() > deadline.at) {
      throw new Error(`PostgreSQL ended while it started. ${tail}`);
    }
    await sleep(200);
  }
}

/**
 * Transient failures: the port was taken between check and use; backends of a killed postmaster are still
 * ending; an earlier launcher was killed just after it had started a server.
 */
const PASSING_FAILURE = /could not bind|pre-existing shared memory|lock file .* already exists/;

async function prepare(
  place: ClusterPaths,
  password: string,
  settings: Readonly<Record<string, string>>,
  deadline: Deadline,
  log: EmbeddedOptions['log'],
): Promise<{ program: string; settings: Record<string, string> }> {
  const { version } = locatePackage(process.platform, process.arch);
  assertMajor(place.cluster, version);
  // When the cluster is enclosed, a copy of the programs lies outside.
  const copies = place.isEnclosed
    ? await makeSharedCopies(place.runAs)
    : { directory: place.control, isShared: false };
  const binaries = await provideBinaries(copies, place.runAs, log);
  await createCluster(place, binaries.initdb, password, Math.max(1, deadline.at - Date.now()));
  const lz4 = await knowsLz4(place, binaries);
  const { blocks, bsize } = await statfs(place.cluster);
  const own = serverSettings(memoryBytes(), blocks * bsize, lz4);
  return { program: binaries.postgres, settings: { ...own, ...settings } };
}

async function leave(
  place: ClusterPaths,
  started: Server,
  presence: string,
  log: EmbeddedOptions['log'],
): Promise<void> {
  withdraw(place.users, presence);
  try {
    await withLock(place.lock, STOP_LOCK_MS, async () => {
      const users = present(place.users);
      if (users.length > 0) {
        log('PostgreSQL is left running for others', { pids: users.map(({ pid }) => pid) });
        return;
      }
      const server = findServer(place.cluster) ?? started;
      const gone = await stopServer(server, FAST_STOP_MS, IMMEDIATE_STOP_MS);
      log(gone ? 'PostgreSQL stopped' : 'PostgreSQL is still stopping', { pid: server.pid });
    });
  } catch (error) {
    // The holder of the lock is about to use the server.
    log('left PostgreSQL running: another process is about to use it', { reason: (error as Error).message });
  }
}

/** Port of the last start: a stable port is easier to connect to by hand. 0: none. */
function rememberedPort(place: ClusterPaths): number {
  try {
    const { port } = JSON.parse(readFileSync(join(place.control, 'state.json'), 'utf8')) as { port: unknown };
    return Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536 ? Number(port) : 0;
  } catch {
    return 0;
  }
}

/** Memory limit of the container, or memory of the machine. */
function memoryBytes(): number {
  const limit = process.constrainedMemory?.() ?? 0;
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** PostgreSQL refuses to print a setting with a value that its build does not support. */
async function knowsLz4(place: ClusterPaths, { postgres }: Binaries): Promise<boolean> {
  const { path, cwd } = reachOf(place);
  const args = ['-D', path, '-C', 'wal_compression', '-c', 'wal_compression=lz4'];
  return (await runToEnd(postgres, args, { runAs: place.runAs, timeoutMs: 10_000, cwd })).ok;
}
