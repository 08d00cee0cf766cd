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

/** The server that databases of tests are made on. */
export interface TestServer {
  /** May create databases. */
  readonly adminUrl: string;
  /** The same server as the service sees it; the owner of the databases. */
  readonly serviceUrl: string;
}

/** A server that somebody else runs, instead of one of our own. */
export function givenServer(): TestServer | null {
  const url = process.env.TEST_DATABASE_URL;
  return url === undefined || url === '' ? null : { adminUrl: url, serviceUrl: url };
}

/**
 * Where the server of a process is kept. tap starts `before`, every test file and `after` itself, so the pid of the runner
 * is what they have in common: `before` cannot hand on an environment.
 */
export function directoryOf(pid: number): string {
  return join(tmpdir(), `cartload-test-${pid}`);
}

/** The server in a directory, when one runs there. */
export async function findServerIn(directory: string): Promise<TestServer | null> {
  const url = await connectUrlOf(directory);
  return url === null ? null : serverAt(url);
}

/** Starts the server of a directory, or joins it; it is stopped when the owner's process ends, however it ends. */
export async function startServerIn(
  directory: string,
  ownerPid: number,
): Promise<{ server: TestServer; embedded: EmbeddedDatabase }> {
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o711);
  const embedded = await startEmbedded({
    dataDir: directory,
    log: () => {},
    // What a test wrote does not have to survive the machine.
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', shared_buffers: '128MB' },
  });
  if (!embedded.adopted) startReaper(directory, ownerPid);
  return { server: serverAt(embedded.url), embedded };
}

/** Stops the server of a directory unless a process uses it still, and removes what is left. */
export async function removeServerIn(directory: string): Promise<void> {
  if ((await connectUrlOf(directory)) !== null) {
    const embedded = await startEmbedded({ dataDir: directory, log: () => {} });
    await embedded.stop();
    if ((await connectUrlOf(directory)) !== null) return;
  }
  stopReaper(directory);
  removeDataDir(directory);
}

/** Removes a DATA_DIR, and the database that is kept outside it when PostgreSQL may not enter it. */
export function removeDataDir(dataDir: string): void {
  const location = join(dataDir, 'postgres', 'location');
  if (existsSync(location)) {
    rmSync(readFileSync(location, 'utf8').trim(), { recursive: true, force: true });
  }
  rmSync(dataDir, { recursive: true, force: true });
}

const SQL_DIRECTORY = fileURLToPath(new URL('../../../sql/', import.meta.url));

/** Named after the migrations, so that a server that outlives the run never hands out an old one. */
export function templateName(): string {
  const hash = createHash('sha256');
  const names = readdirSync(SQL_DIRECTORY, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((file) => file.endsWith('.sql')).sort()) {
    hash.update(`${name}\n`).update(readFileSync(join(SQL_DIRECTORY, name)));
  }
  return `cartload_template_${hash.digest('hex').slice(0, 16)}`;
}

/** The name of a migrated database to clone from, made when missing. Several processes may call it at once. */
export async function ensureTemplate(server: TestServer): Promise<string> {
  const name = templateName();
  await withAdmin(server, async (sql) => {
    // Kept until the session ends. The number: any, as long as all processes take the same.
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

export async function withAdmin<T>(
  server: TestServer,
  action: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const sql = postgres(server.adminUrl, {
    max: 1,
    fetch_types: false,
    connect_timeout: 10,
    onnotice: () => {},
    // Waiting for the template included.
    connection: { statement_timeout: 60_000 },
  });
  try {
    return await action(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** An identifier that may stand in a statement. */
export function ownerOf(server: TestServer): string {
  return `"${decodeURIComponent(new URL(server.serviceUrl).username).replaceAll('"', '""')}"`;
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Both roles of the embedded server have one password; the service's may not create databases. */
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
