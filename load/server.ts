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
const START_TIMEOUT_MS = 60_000;
export const UNLIMITED = '999999999';
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
  /**
   * Creates another account of the enterprise plan. @returns a function that creates keys of it, unlimited
   * except for `rateLimit` requests a minute if given
   */
  createAccount(email: string): Promise<(rateLimit?: number) => Promise<string>>;
  /** Stops the service and starts it again on the same data, and perhaps another port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts `cartload serve` as its own process, on a fresh data directory and a free port, with a key without
 * limits.
 * @param settings environment variables beside those of this process
 * @param options options of `serve`
 * @param detached whether it has a process group of its own, which the terminal's Ctrl-C does not reach
 */
export async function startBenchServer(
  settings: Record<string, string> = {},
  options: readonly string[] = [],
  { detached = false } = {},
): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cartload-bench-'));
  // The database of root runs as its own user; where that user may enter, the cluster is in dataDir and is
  // removed with it.
  await chmod(dataDir, 0o755);
  const env = {
    ...GLIBC_MEMORY,
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'info',
    ...settings,
  };
  const serve = (): ChildProcess =>
    spawn(process.execPath, [MAIN, 'serve', ...options], {
      env,
      detached,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  let server = serve();
  let baseUrl = await readyUrl(server);
  const end = async (): Promise<void> => {
    // Ctrl-C in a terminal also reaches the server.
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    await exited;
  };
  const cartload = async (...args: string[]): Promise<Record<string, string>> =>
    JSON.parse((await promisify(execFile)(process.execPath, [MAIN, ...args], { env })).stdout);
  const createAccount: BenchServer['createAccount'] = async (email) => {
    await cartload('account', 'create', '--email', email, '--row-limit', '100000000');
    const quotas = ['--quota-maps', '--quota-markers', '--quota-bulk'].flatMap((name) => [name, UNLIMITED]);
    return async (rateLimit) => {
      const limits = [...quotas, '--rate-limit', String(rateLimit ?? UNLIMITED)];
      return (await cartload('key', 'create', '--email', email, ...limits)).key!;
    };
  };
  const key = await (await createAccount('bench@example.com'))();
  const memory = async (field: string): Promise<number> => {
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  };
  const databaseUrl = process.env.DATABASE_URL ?? (await connectUrlOf(dataDir));
  return {
    get pid() {
      return server.pid!;
    },
    get baseUrl() {
      return baseUrl;
    },
    key,
    databaseUrl: databaseUrl!,
    peakRssMb: () => memory('VmHWM'),
    rssMb: () => memory('VmRSS'),
    metric: async (name) => {
      const metrics = await (await fetch(new URL('/metrics', baseUrl))).text();
      return Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)![1]);
    },
    // https://www.kernel.org/doc/html/latest/filesystems/proc.html: 5 resets the peak.
    forgetPeakRss: () => writeFile(`/proc/${server.pid}/clear_refs`, '5'),
    createAccount,
    restart: async () => {
      await end();
      server = serve();
      baseUrl = await readyUrl(server);
    },
    stop: async () => {
      await end();
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
