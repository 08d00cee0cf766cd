import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../../load/nginx.js';

/** Tells whether pgbouncer is installed; tests that need it are skipped otherwise. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

export interface TestPgBouncer {
  /** URL of the database behind it. */
  url: string;
  /** URL of its console (SHOW POOLS). */
  consoleUrl: string;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Restarts it after kill() on the same port. */
  start(): Promise<void>;
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/**
 * A PgBouncer with a few server connections in transaction pooling, with no other settings than
 * docs/deployment.md has.
 */
export async function startPgBouncer(
  t: { teardown(action: () => unknown): unknown },
  databaseUrl: string,
  poolSize = 4,
): Promise<TestPgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const directory = await mkdtemp(join(tmpdir(), 'cartload-pgbouncer-'));
  const listenPort = await findFreePort();
  const settings = join(directory, 'pgbouncer.ini');
  const server = `host=${hostname} port=${port || 5432} user=${decodeURIComponent(username)} password='${decodeURIComponent(password)}'`;
  await writeFile(
    settings,
    `[databases]
* = ${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
`,
  );
  await chmod(directory, 0o755);
  // pgbouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  let bouncer: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    bouncer = spawn('pgbouncer', [...user, settings], { stdio: 'ignore' });
    while (!(await accepts(listenPort))) await delay(20);
  };
  const kill = async (): Promise<void> => {
    if (!bouncer || bouncer.exitCode !== null || bouncer.signalCode !== null) return;
    const ended = once(bouncer, 'exit');
    bouncer.kill('SIGKILL');
    await ended;
  };
  t.teardown(async () => {
    await kill();
    await rm(directory, { recursive: true });
  });
  await start();
  const address = `postgres://${username}@127.0.0.1:${listenPort}`;
  return { url: address + pathname, consoleUrl: `${address}/pgbouncer`, kill, start };
}
