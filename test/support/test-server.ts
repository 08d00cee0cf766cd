import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { identityOf } from '../../src/store/embedded/process.js';
import { connectUrlOf, type EmbeddedDatabase, startEmbedded } from '../../src/store/embedded.js';
import { migrate } from '../../src/store/migrate.js';

/** The server of test databases. */
export interface TestServer {
  /** A role that may create databases. */
  readonly adminUrl: string;
  /** The same server as the service sees it: the owner of the databases. */
  readonly serviceUrl: string;
}

/** A server from TEST_DATABASE_URL. */
export function givenServer(): TestServer | null {
  const url = process.env.TEST_DATABASE_URL;
  return url === undefined || url === '' ? null : { adminUrl: url, serviceUrl: url };
}

/**
 * Folder of the server of a process. tap starts `before`, every test file and `after` itself, so they have
 * only the runner's pid in common: `before` cannot hand on an environment.
 */
export function directoryOf(pid: number): string {
  return join(tmpdir(), `cartload-test-${pid}`);
}

/** The server running in a folder, if any. */
export async function findServerIn(directory: string): Promise<TestServer | null> {
  const url = await connectUrlOf(directory);
  return url === null ? null : serverAt(url);
}

/** Starts the server of a folder, or joins it; it stops when the owner's process ends in any way. */
export async function startServerIn(
  directory: string,
  ownerPid: number,
): Promise<{ server: TestServer; embedded: EmbeddedDatabase }> {
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o711);
  const embedded = await startEmbedded({
    dataDir: directory,
    log: () => {},
    // Test data need not survive the machine, and may lie in memory.
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      shared_buffers: '128MB',
      min_wal_size: '64MB',
      max_wal_size: '256MB',
      // Three processes of tests have services of some 30 connections each: 74 were seen at once.
      max_connections: '200',
    },
  });
  if (!embedded.adopted) startReaper(directory, ownerPid);
  return { server: serverAt(embedded.url), embedded };
}

/** Stops the server of a folder unless a process still uses it, and removes the folder. */
export async function removeServerIn(directory: string): Promise<void> {
  if ((await connectUrlOf(directory)) !== null) {
    const embedded = await startEmbedded({ dataDir: directory, log: () => {} });
    await embedded.stop();
    if ((await connectUrlOf(directory)) !== null) return;
  }
  stopReaper(directory);
  removeDataDir(directory);
}

export const removeDataDir = (dataDir: string): void => rmSync(dataDir, { recursive: true, force: true });

const SQL_DIRECTORY = fileURLToPath(new URL('../../../sql/', import.meta.url));

/**
 * Name with a hash of the migrations, so that a server that outlives the run never offers an old template.
 */
export function templateName(): string {
  const hash = createHash('sha256');
  const names = readdirSync(SQL_DIRECTORY, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((file) => file.endsWith('.sql')).sort()) {
    hash.update(`${name}\n`).update(readFileSync(join(SQL_DIRECTORY, name)));
  }
  return `cartload_template_${hash.digest('hex').slice(0, 16)}`;
}

/**
 * Name of a migrated template database, created where it is missing. Several processes may call this at once.
 */
export async function ensureTemplate(server: TestServer): Promise<string> {
  const name = templateName();
  await withAdmin(server, async (sql) => {
    // Held until the session ends. Any number will do that all processes share.
    await sql`select pg_advisory_lock(7161129115234689381)`;
    const found = await sql`select from pg_database where datname = ${name}`;
    if (found.length > 0) return;
    const fresh = `${name}_new`;
    await sql.unsafe(`drop database if exists ${fresh} with (force)`);
    await sql.unsafe(`create database ${fresh} owner ${ownerOf(server)}`);
    const service = postgres(withDatabase(server.serviceUrl, fresh), {
      max: 1,
      fetch_types: false,
      onnotice: () => {},
    });
    try {
      await migrate(service, SQL_DIRECTORY);
    } finally {
      await service.end({ timeout: 5 });
    }
    await sql.unsafe(`alter database ${fresh} rename to ${name}`);
  });
  return name;
}

/** Runs an action with one connection to a database. */
export async function withSql<T>(url: string, action: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
  const sql = postgres(url, {
    max: 1,
    fetch_types: false,
    connect_timeout: 10,
    onnotice: () => {},
    // Includes the wait for the template.
    connection: { statement_timeout: 60_000 },
  });
  try {
    return await action(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

export const withAdmin = <T>(server: TestServer, action: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> =>
  withSql(server.adminUrl, action);

/** An identifier that is safe in a statement. */
export function ownerOf(server: TestServer): string {
  return `"${decodeURIComponent(new URL(server.serviceUrl).username).replaceAll('"', '""')}"`;
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Both roles of the embedded server share a password; the service's may not create databases. */
function serverAt(url: string): TestServer {
  const admin = new URL(withDatabase(url, 'postgres'));
  admin.username = 'postgres';
  return { adminUrl: admin.href, serviceUrl: url };
}

function startReaper(directory: string, ownerPid: number): void {
  const script = fileURLToPath(new URL('reaper.js', import.meta.url));
  const args = [script, directory, String(ownerPid), identityOf(ownerPid) ?? ''];
  const child = spawn(process.execPath, args, { detached: true, stdio: 'ignore', cwd: '/' });
  child.unref();
  if (child.pid !== undefined) {
    writeFileSync(join(directory, 'reaper'), `${child.pid} ${identityOf(child.pid) ?? ''}`);
  }
}

function stopReaper(directory: string): void {
  const path = join(directory, 'reaper');
  if (!existsSync(path)) return;
  const [pid, identity] = readFileSync(path, 'utf8').split(' ');
  if (Number(pid) !== process.pid && identityOf(Number(pid)) === identity)
    process.kill(Number(pid), 'SIGKILL');
}
