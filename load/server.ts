import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { connectUrlOf } from '../src/store/embedded.js';

export const MAIN = fileURLToPath(new URL('../src/main.js', import.meta.url));
const START_TIMEOUT_MS = 180_000;
const UNLIMITED = '999999999';
/** Settings of the image and of `npm start`: docs/deployment.md, "Memory of glibc". */
export const GLIBC_MEMORY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
};

export interface BenchServer {
  /** Id of the Node process that serves now. */
  readonly pid: number;
  readonly baseUrl: string;
  key: string;
  /** URL of the server's own database, until a restart. */
  databaseUrl: string;
  /** Largest resident set of the Node process so far, in MB. */
  peakRssMb(): Promise<number>;
  /** Resident set of the Node process now, in MB. */
  rssMb(): Promise<number>;
  /** Value of a metric without labels. */
  metric(name: string): Promise<number>;
  /** Resets `peakRssMb`. */
  forgetPeakRss(): Promise<void>;
  /** Creates another account. @returns a function that creates keys of it */
  createAccount(email: string): Promise<CreateKey>;
  /** Stops the service and starts it again on the same data, and perhaps another port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export type Account = Pick<BenchServer, 'baseUrl' | 'key'>;

/** A process that serves. */
export interface Serving {
  readonly pid: number;
  readonly url: string;
  /** Sends SIGTERM. @returns when the process has ended */
  stop(): Promise<void>;
}

/**
 * Starts `cartload serve` and waits until it is ready.
 * @param options options of `serve`
 * @param main main.js of another version
 * @param detached whether it has a process group of its own, which the terminal's Ctrl-C does not reach
 */
export async function startServing(
  env: NodeJS.ProcessEnv,
  options: readonly string[] = [],
  { main = MAIN, detached = false } = {},
): Promise<Serving> {
  const child = spawn(process.execPath, [main, 'serve', ...options], {
    env: { ...env, LOG_LEVEL: 'info' },
    detached,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = async (): Promise<void> => {
    // Ctrl-C in a terminal also reaches the server.
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  const url = await readyUrl(child).catch(async (error) => {
    await stop();
    throw error;
  });
  return { pid: child.pid!, url, stop };
}

/**
 * Creates an account of the enterprise plan. @returns a function that creates keys of it, unlimited except
 * for `rateLimit` requests a minute if given
 */
export async function createAccount(env: NodeJS.ProcessEnv, email: string, main = MAIN): Promise<CreateKey> {
  const cartload = async (...args: string[]): Promise<{ key: string }> => {
    const command = [main, ...args, '--email', email];
    return JSON.parse((await promisify(execFile)(process.execPath, command, { env })).stdout);
  };
  await cartload('account', 'create', '--row-limit', '100000000');
  const quotas = ['--quota-maps', '--quota-markers', '--quota-bulk'].flatMap((name) => [name, UNLIMITED]);
  return async (rateLimit) =>
    (await cartload('key', 'create', ...quotas, '--rate-limit', String(rateLimit ?? UNLIMITED))).key;
}

type CreateKey = (rateLimit?: number) => Promise<string>;

/**
 * Starts the service on a fresh data directory and a free port, with a key without limits.
 * @param settings environment variables beside those of this process
 * @param options options of `serve`
 */
export async function startBenchServer(
  settings: Record<string, string> = {},
  options: readonly string[] = [],
  how: { detached?: boolean } = {},
): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cartload-bench-'));
  // The database of root runs as its own user; where that user may enter, the cluster is in dataDir and is
  // removed with it.
  await chmod(dataDir, 0o755);
  const env = { ...GLIBC_MEMORY, ...process.env, DATA_DIR: dataDir, PORT: '0', ...settings };
  let server = await startServing(env, options, how);
  const key = await (await createAccount(env, 'bench@example.com'))();
  const memory = async (field: string): Promise<number> => {
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  };
  const databaseUrl = process.env.DATABASE_URL ?? (await connectUrlOf(dataDir));
  return {
    get pid() {
      return server.pid;
    },
    get baseUrl() {
      return server.url;
    },
    key,
    databaseUrl: databaseUrl!,
    peakRssMb: () => memory('VmHWM'),
    rssMb: () => memory('VmRSS'),
    metric: async (name) => {
      const metrics = await (await fetch(new URL('/metrics', server.url))).text();
      return Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)![1]);
    },
    // https://www.kernel.org/doc/html/latest/filesystems/proc.html: 5 resets the peak.
    forgetPeakRss: () => writeFile(`/proc/${server.pid}/clear_refs`, '5'),
    createAccount: (email) => createAccount(env, email),
    restart: async () => {
      await server.stop();
      server = await startServing(env, options, how);
    },
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Runs an action on a service of its own, with a connection to its database; both are gone afterwards.
 * @param start what `startBenchServer` takes
 */
export async function onBenchServer<T>(
  action: (server: BenchServer, client: pg.Client) => Promise<T>,
  ...start: Parameters<typeof startBenchServer>
): Promise<T> {
  const server = await startBenchServer(...start);
  const client = new pg.Client(server.databaseUrl);
  // A restart of the service ends its database too.
  client.on('error', () => {});
  try {
    await client.connect();
    return await action(server, client);
  } finally {
    await client.end().catch(() => {});
    await server.stop();
  }
}

/** Empties markers and its copy, so that each measurement starts alike. */
export async function emptyMarkers(client: pg.Client): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS copied_markers (LIKE markers INCLUDING ALL); TRUNCATE markers, copied_markers; CHECKPOINT',
  );
}

/** Follows the log until the server reports its address; prints warnings. */
function readyUrl(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server did not start in time')), START_TIMEOUT_MS);
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    createInterface({ input: server.stderr! }).on('line', (line) => {
      const entry = line.startsWith('{') ? JSON.parse(line) : { level: 50, msg: line };
      if (entry.level >= 40) process.stderr.write(`${line}\n`);
      if (entry.url) {
        clearTimeout(timer);
        resolve(entry.url);
      }
    });
  });
}
