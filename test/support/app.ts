import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { hashKey, newKey } from '../../src/access/keys/key.js';
import { type App, type AppOverrides, startApp } from '../../src/app.js';
import { createLog } from '../../src/base/log.js';
import { readConfig } from '../../src/config.js';
import type { BulkJob } from '../../src/schema/job.js';
import { type AccountChanges, createAccount } from '../../src/store/accounts.js';
import { createKey, type KeyOverrides } from '../../src/store/keys.js';
import { sharedScope } from '../suite/shared.js';
import { until } from './cartload-process.js';
import { createDatabase } from './database.js';
import { documented, readDocumented } from './documented.js';
import { startPgBouncer } from './pgbouncer.js';

export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
type Anything = any;

/** Calls the service with one key over a real socket. Bodies are JSON unless they are text or bytes. */
export type Client = <T = Anything>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<T>>;

type NewKey = AccountChanges & KeyOverrides & { email?: string; scope?: string };

export interface TestApp {
  app: App;
  databaseUrl: string;
  dataDir: string;
  /** The header for a new key of an account, which is created where it is missing. */
  authorization(options?: NewKey): Promise<string>;
  client(options?: NewKey): Promise<Client>;
  /** A client with this Authorization header; '' sends none. */
  clientWith(authorization: string): Client;
}

/** Headers of an upload. */
export const CSV = { 'content-type': 'text/csv' };

/** TEST_PGBOUNCER=1 runs all tests of the API behind a pooler. */
const throughPgBouncer = process.env.TEST_PGBOUNCER === '1';

/** The whole service on its own database and a free port; removed at the end of the test. */
export async function startTestApp(
  t: Pick<Test, 'teardown'>,
  env: Record<string, string> = {},
  surroundings: AppOverrides = {},
): Promise<TestApp> {
  const { url: databaseUrl } = await createDatabase(t);
  const pooler = throughPgBouncer ? (await startPgBouncer(t, databaseUrl)).url : null;
  const dataDir = await mkdtemp(join(tmpdir(), 'cartload-test-'));
  const config = readConfig({
    DATABASE_URL: pooler ?? databaseUrl,
    ...(pooler && { DATABASE_LISTEN_URL: databaseUrl }),
    DATA_DIR: dataDir,
    PORT: '0',
    WORKERS: '1',
    WARM_UP: 'off',
    ...env,
  });
  const app = await startApp(config, createLog(process.env.TEST_LOG_LEVEL ?? 'silent'), 'all', surroundings);
  t.teardown(async () => {
    await app.stop();
    await rm(dataDir, { recursive: true });
  });
  const authorization: TestApp['authorization'] = async ({
    email = 'owner@example.com',
    scope,
    ...options
  } = {}) => {
    await createAccount(app.sql, email, options);
    const key = newKey();
    const generous = { rateLimit: 100_000, quotaMaps: 1000, quotaBulk: 1000 };
    await createKey(app.sql, email, hashKey(key), scope ?? 'read_write', { ...generous, ...options });
    return `Bearer ${key}`;
  };
  const clientWith =
    (authorization: string): Client =>
    async (method, path, body, headers = {}) => {
      const raw =
        body === undefined ||
        typeof body === 'string' ||
        body instanceof Uint8Array ||
        body instanceof FormData;
      const address = path.startsWith('http') ? path : `${app.publicUrl}${path}`;
      const response = await fetch(address, {
        method,
        headers: {
          // Compressing and unpacking every answer would be 4 % of the processor time of a file.
          'accept-encoding': 'identity',
          ...(authorization === '' ? {} : { authorization }),
          ...(raw ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
      });
      const { status, headers: answered } = response;
      const { body: answer } = await readDocumented(method, address, response);
      return { status, headers: answered, body: answer as Anything };
    };
  return {
    app: { ...app, publicUrl: app.publicUrl, dispatch: documented(app.dispatch) },
    databaseUrl,
    dataDir,
    clientWith,
    authorization,
    client: async (options) => clientWith(await authorization(options)),
  };
}

/** A service with a client of an owner, who has maps made. */
export async function asOwner(service: TestApp, options?: NewKey) {
  const call = await service.client(options);
  const newMap = async (name = 'M'): Promise<number> => (await call('POST', '/maps', { name })).body.id;
  return { service, sql: service.app.sql, call, newMap };
}

/** By their settings. */
const shared = new Map<string, Promise<TestApp>>();

/**
 * The service of the process with these settings, for a file that needs no counters since its start and no
 * boundaries or roads of its own: its tables are empty, and are emptied after the file. A service of its own
 * costs a file over a second of processor time, as its threads compile all anew.
 */
export async function sharedTestApp(t: Test, env: Record<string, string> = {}): Promise<TestApp> {
  const scope = sharedScope();
  if (scope === null) return startTestApp(t, env);
  const settings = JSON.stringify(env);
  const started = shared.get(settings) ?? startTestApp(scope, env);
  shared.set(settings, started);
  const service = await started;
  t.teardown(() => emptyTables(service));
  return service;
}

/** Settings of the service itself, not of its accounts. */
const KEPT = ['schema_migrations', 'installation', 'spools', 'drive_time_area_use'];

async function emptyTables({ app: { sql } }: TestApp): Promise<void> {
  await until(async () => {
    const underWay =
      await sql`SELECT FROM jobs WHERE status IN ('queued', 'processing') AND kind <> 'never claimed' LIMIT 1`;
    return underWay.length === 0;
  });
  const tables = await sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND NOT relispartition AND relname NOT IN ${sql(KEPT)} ORDER BY relname = 'audit_log', oid DESC`;
  // Those that refer to others were created after them. Other than TRUNCATE, DELETE waits for no statement
  // that reads.
  await sql.unsafe(tables.map(({ name }) => `DELETE FROM ${name}`).join(';'));
}

/** Polls a job until it has ended. */
export async function finished(call: Client, job: { status_url: string }): Promise<BulkJob> {
  for (let waitMs = 5; ; waitMs = Math.min(100, waitMs * 1.2)) {
    const { body } = await call<BulkJob>('GET', job.status_url);
    if (body.status !== 'queued' && body.status !== 'processing') return body;
    await delay(waitMs);
  }
}

/** Imports a CSV file and waits until the job has ended. @param query of the upload, with its `?` */
export async function importCsv(
  call: Client,
  map: number,
  text: string | Uint8Array,
  query = '',
): Promise<BulkJob> {
  const { body } = await call('POST', `/maps/${map}/markers/bulk${query}`, text, {
    'content-type': 'text/csv',
  });
  return finished(call, body);
}
