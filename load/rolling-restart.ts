import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type EmbeddedDatabase, startEmbedded } from '../src/store/embedded.js';
import { findFreePort, hasNginx, startNginx } from './nginx.js';
import { report } from './table.js';

const MAIN = fileURLToPath(new URL('../src/main.js', import.meta.url));
const READY_TIMEOUT_MS = 60_000;
/** Pause between restarts, in which the new process answers beside the other old one. */
const BESIDE_EACH_OTHER_MS = 3000;
const UNLIMITED = '999999999';

export interface RollingRun {
  /** Processes behind nginx, restarted in turn. */
  processes: number;
  /** Restarts of each process. */
  restarts: number;
  /** Clients that send without pauses. */
  connections: number;
  shutdownDelaySeconds: number;
  /** Rows of a simultaneous import; 0: none. */
  importRows: number;
  /** main.js of the version that serves first; restarts are to this version. Default: this version. */
  firstMain?: string;
}

export interface RollingOutcome {
  answered: number;
  /** Failures by status, or by the code of the socket's error. */
  failed: Record<string, number>;
  /** Markers whose creation was acknowledged, and how many of them the map has. */
  created: { acknowledged: number; stored: number };
  /** Rows of the import, and how many the other map has. */
  imported: { rows: number; stored: number };
}

/**
 * Reads and writes through nginx while the processes behind it are restarted one after the other, as in an
 * upgrade.
 */
async function restartInTurn(run: RollingRun): Promise<RollingOutcome> {
  const directory = await mkdtemp(join(tmpdir(), 'cartload-rolling-'));
  // The database of root runs as its own user; where that user may enter, the cluster is in this folder and
  // is removed with it.
  await chmod(directory, 0o755);
  let database: EmbeddedDatabase | null = null;
  const services: Service[] = [];
  const nginxes: { stop(): Promise<void> }[] = [];
  try {
    database = await startEmbedded({ dataDir: join(directory, 'database'), log: () => {} });
    const { firstMain = MAIN } = run;
    const env = {
      ...process.env,
      DATABASE_URL: database.url,
      // One folder for all: any process imports uploads of any other.
      DATA_DIR: join(directory, 'data'),
      SHUTDOWN_DELAY: String(run.shutdownDelaySeconds),
      TRUST_PROXY: '127.0.0.1',
      WARM_UP: 'off',
      LOG_LEVEL: 'error',
    };
    const ports = await Promise.all(Array.from({ length: run.processes }, findFreePort));
    for (const port of ports) services.push(await startService(firstMain, { ...env, PORT: String(port) }));
    const key = await createKey(firstMain, env);
    const nginx = await startNginx(...ports);
    nginxes.push(nginx);
    const client = new Client(nginx.port, key, run.connections);
    const [markers, rows] = [await client.createMap('Markers'), await client.createMap('Rows')];
    const job = run.importRows > 0 ? await client.importRows(rows, run.importRows) : null;
    const asking = client.askUntilStopped(markers);
    await delay(BESIDE_EACH_OTHER_MS);
    for (let round = 0; round < run.restarts; round++) {
      for (const [i, port] of ports.entries()) {
        await services[i]!.stop();
        services[i] = await startService(MAIN, { ...env, PORT: String(port) });
        await delay(BESIDE_EACH_OTHER_MS);
      }
    }
    client.stop();
    const { answered, failed, acknowledged } = await asking;
    if (job !== null) await client.finished(job);
    return {
      answered,
      failed,
      created: { acknowledged, stored: await client.markerCount(markers) },
      imported: { rows: run.importRows, stored: await client.markerCount(rows) },
    };
  } finally {
    for (const nginx of nginxes) await nginx.stop();
    for (const service of services) await service.stop();
    await database?.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

interface Service {
  /** Sends SIGTERM. @returns when the process has ended */
  stop(): Promise<void>;
}

async function startService(main: string, env: NodeJS.ProcessEnv & { PORT: string }): Promise<Service> {
  const child: ChildProcess = spawn(process.execPath, [main, 'serve'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const stop = async (): Promise<void> => {
    if (isRunning()) child.kill('SIGTERM');
    await exited;
  };
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady(env.PORT))) {
    if (!isRunning() || Date.now() > deadline) {
      await stop();
      throw new Error(`${main} did not become ready`);
    }
    await delay(50);
  }
  return { stop };
}

const isReady = (port: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function createKey(main: string, env: NodeJS.ProcessEnv): Promise<string> {
  const cartload = async (...args: string[]): Promise<{ key?: string }> =>
    JSON.parse((await promisify(execFile)(process.execPath, [main, ...args], { env })).stdout);
  const email = 'rolling@example.com';
  await cartload('account', 'create', '--email', email);
  const quotas = ['--rate-limit', '--quota-maps', '--quota-markers', '--quota-bulk'];
  const { key } = await cartload(
    'key',
    'create',
    '--email',
    email,
    ...quotas.flatMap((name) => [name, UNLIMITED]),
  );
  return key!;
}

interface Answer {
  /** A status, or the code of the socket's error. */
  end: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies have many shapes
  body: any;
}

/** Sends over kept connections, each request once. */
class Client {
  readonly #agent: Agent;
  readonly #connections: number;
  readonly #port: number;
  readonly #key: string;
  #isStopped = false;

  constructor(port: number, key: string, connections: number) {
    this.#port = port;
    this.#key = key;
    this.#connections = connections;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections + 1 });
  }

  stop(): void {
    this.#isStopped = true;
  }

  async createMap(name: string): Promise<number> {
    const { end, body } = await this.#ask('POST', '/maps', { name });
    if (end !== '201') throw new Error(`POST /maps: ${end}`);
    return body.id;
  }

  async importRows(mapId: number, rows: number): Promise<string> {
    const lines = Array.from({ length: rows }, (_, i) => `Row ${i},${(i % 1700) / 10 - 85},${i / rows}`);
    const csv = `name,lat,lng\n${lines.join('\n')}\n`;
    const { end, body } = await this.#ask('POST', `/maps/${mapId}/markers/bulk`, csv);
    if (end !== '202') throw new Error(`the import: ${end}`);
    return body.job_id;
  }

  /** Reads and writes in turn on every connection. */
  async askUntilStopped(mapId: number) {
    const outcome = { answered: 0, failed: {} as Record<string, number>, acknowledged: 0 };
    const requests: [method: string, path: string, expected: string, body?: object][] = [
      ['GET', '/me', '200'],
      ['POST', `/maps/${mapId}/markers`, '201', { name: 'Marker', lat: 1, lng: 2 }],
      ['GET', `/maps/${mapId}/markers?page_size=10`, '200'],
    ];
    const work = async (): Promise<void> => {
      for (let i = 0; !this.#isStopped; i++) {
        const [method, path, expected, body] = requests[i % requests.length]!;
        const { end } = await this.#ask(method, path, body);
        if (end !== expected) {
          const what = `${method} ${end}`;
          outcome.failed[what] = (outcome.failed[what] ?? 0) + 1;
        } else {
          outcome.answered++;
          if (method === 'POST') outcome.acknowledged++;
        }
      }
    };
    await Promise.all(Array.from({ length: this.#connections }, work));
    return outcome;
  }

  async finished(jobId: string): Promise<void> {
    for (;;) {
      const { body } = await this.#ask('GET', `/jobs/${jobId}`);
      if (body.status === 'completed') return;
      if (body.status === 'failed') throw new Error(`the import failed: ${body.error}`);
      await delay(100);
    }
  }

  async markerCount(mapId: number): Promise<number> {
    return (await this.#ask('GET', `/maps/${mapId}`)).body.marker_count;
  }

  #ask(method: string, path: string, body?: string | object): Promise<Answer> {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const headers = {
      authorization: `Bearer ${this.#key}`,
      ...(text !== undefined && {
        'content-type': typeof body === 'object' ? 'application/json' : 'text/csv',
        'content-length': Buffer.byteLength(text),
      }),
    };
    const target = { host: '127.0.0.1', port: this.#port, method, path: `/v1${path}`, headers };
    return new Promise((resolve) => {
      const fail = (error: NodeJS.ErrnoException): void =>
        resolve({ end: error.code ?? error.message, body: null });
      const sent = request({ ...target, agent: this.#agent }, (response) => {
        let received = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          received += part;
        });
        response.on('error', fail);
        response.on('end', () => {
          const isJson = response.headers['content-type']?.startsWith('application/json');
          resolve({ end: String(response.statusCode), body: isJson ? JSON.parse(received) : received });
        });
      });
      sent.on('error', fail);
      sent.end(text);
    });
  }
}

/**
 * Restarts each of two processes five times. With ROLLING_FROM, the main.js of an earlier build, that version
 * serves first: an upgrade, with both versions on one database for a while.
 */
export async function benchRollingRestart(): Promise<void> {
  if (!hasNginx()) {
    process.stdout.write('\nrolling: skipped, there is no nginx\n');
    return;
  }
  const { ROLLING_FROM } = process.env;
  const { answered, failed, created, imported } = await restartInTurn({
    processes: 2,
    restarts: ROLLING_FROM ? 1 : 5,
    connections: 16,
    shutdownDelaySeconds: 2,
    importRows: 200_000,
    ...(ROLLING_FROM && { firstMain: ROLLING_FROM }),
  });
  const failures = Object.values(failed).reduce((sum, count) => sum + count, 0);
  report('rolling', [
    {
      name: 'requests through nginx while its processes restart',
      value: answered + failures,
      unit: 'requests',
    },
    {
      name: `of them failed ${failures > 0 ? JSON.stringify(failed) : ''}`,
      value: failures,
      unit: 'requests',
    },
    { name: 'markers acknowledged', value: created.acknowledged, unit: 'markers' },
    { name: 'markers on the map', value: created.stored, unit: 'markers' },
    { name: 'rows of the import that ran meanwhile', value: imported.rows, unit: 'rows' },
    { name: 'of them on the map', value: imported.stored, unit: 'rows' },
  ]);
}
