import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { SUPERUSER } from './cluster.js';
import { WORKING_DIRECTORY } from './layout.js';

/** Name of the service's database and role. */
const NAME = 'cartload';

/** `silent`: nothing listens. `busy`: the server is starting, recovering, stopping or out of connections. */
export type ProbeAnswer = 'ours' | 'busy' | 'silent';

/**
 * Checks that the listener on the port is the server of the cluster. Takes at most about timeoutMs + 1 s.
 * @throws Error when it is another server, or refuses for a permanent reason
 */
export async function probe(
  port: number,
  password: string,
  cluster: string,
  timeoutMs = 5_000,
): Promise<ProbeAnswer> {
  return withSession({ port, password, timeoutMs }, async (sql) => {
    const [row] = await sql<{ data_directory: string }[]>`show data_directory`;
    const found = row?.data_directory ?? '';
    const isOurs =
      found === WORKING_DIRECTORY
        ? startOf((await sql<[{ text: string }]>`select pg_read_file('postmaster.pid') as text`)[0].text) ===
          startOf(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'))
        : isSame(found, cluster);
    if (isOurs) return 'ours' as const;
    throw new Error(`its data is in '${found}', not in '${cluster}'`);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === '57P03' || error.code === '53300') return 'busy';
    if (/^(ECONN|CONNECT|CONNECTION_)/.test(error.code ?? '')) return 'silent';
    throw new Error(`PostgreSQL on port ${port} refuses the launcher: ${error.message}`, { cause: error });
  });
}

/** First lines of a postmaster.pid: process, directory, start time and port. Later lines change. */
const startOf = (pidFile: string): string => pidFile.split('\n').slice(0, 4).join('\n');

function isSame(path: string, other: string): boolean {
  try {
    return realpathSync(path) === realpathSync(other);
  } catch {
    return false;
  }
}

/** Makes the service's role, without superuser rights, and its database. Safe to repeat. */
export async function createDatabase(port: number, password: string): Promise<void> {
  await withSession({ port, password, timeoutMs: 60_000 }, async (sql) => {
    const [found] = await sql<{ role: boolean; database: boolean }[]>`
      select exists (select from pg_roles where rolname = ${NAME}) as role,
             exists (select from pg_database where datname = ${NAME}) as database`;
    // Neither statement takes parameters. The password is base64url.
    if (found?.role !== true) {
      // Benchmarks write a checkpoint before each round.
      await sql.unsafe(`create role ${NAME} login password '${password}' in role pg_checkpoint`);
    }
    if (found?.database !== true) await sql.unsafe(`create database ${NAME} owner ${NAME}`);
  });
}

export function urlOf(port: number, password: string): string {
  return `postgres://${NAME}:${password}@127.0.0.1:${port}/${NAME}`;
}

async function withSession<T>(
  { port, password, timeoutMs }: { port: number; password: string; timeoutMs: number },
  action: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const sql = postgres({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password,
    database: 'postgres',
    max: 1,
    fetch_types: false,
    // Seconds.
    connect_timeout: timeoutMs / 1000,
    onnotice: () => {},
    connection: { application_name: 'cartload launcher', statement_timeout: timeoutMs },
  });
  // The driver has no time-out once it is connected.
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error(`PostgreSQL on port ${port} did not answer`), {
      code: 'CONNECT_TIMEOUT',
    });
    timer = setTimeout(reject, timeoutMs, error);
  });
  try {
    return await Promise.race([action(sql), tooLate]);
  } finally {
    clearTimeout(timer);
    await sql.end({ timeout: 1 }).catch(() => {});
  }
}
