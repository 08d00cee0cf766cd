import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectSocket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { finished, startTestApp } from '../support/app.js';
import { createDatabase } from '../support/database.js';

const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectSocket(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** A PgBouncer of a few server connections before the database, in transaction pooling, set as docs/pgbouncer.md says. */
async function startBouncer(t: Test, databaseUrl: string): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const directory = await mkdtemp(join(tmpdir(), 'cartload-pgbouncer-'));
  const listenPort = await freePort();
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
default_pool_size = 4
ignore_startup_parameters = statement_timeout, plan_cache_mode, idle_in_transaction_session_timeout
`,
  );
  await chmod(directory, 0o755);
  // It does not run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const bouncer: ChildProcess = spawn('pgbouncer', [...user, settings], { stdio: 'ignore' });
  t.teardown(async () => {
    bouncer.kill('SIGKILL');
    await rm(directory, { recursive: true });
  });
  while (!(await accepts(listenPort))) await delay(20);
  return `postgres://${username}@127.0.0.1:${listenPort}${pathname}?prepare=false`;
}

t.test('the service works behind transaction pooling', { skip: !isInstalled }, async (t) => {
  const { url } = await createDatabase(t);
  const service = await startTestApp(t, {
    DATABASE_URL: await startBouncer(t, url),
    DATABASE_LISTEN_URL: url,
  });
  const call = await service.client();
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  const path = `/maps/${map.id}`;
  const rows = Array.from(
    { length: 5_000 },
    (_, i) => `P${i},${(i % 170) - 85},${(i % 350) - 175},C${i % 3}`,
  );
  const file = `name,lat,lng,category\n${rows.join('\n')}\n`;
  for (const query of ['', '?on_duplicate=overwrite']) {
    const { body: job } = await call('POST', `${path}/markers/bulk${query}`, file, {
      'content-type': 'text/csv',
    });
    t.match(await finished(call, job), { status: 'completed', processed: 5_000 });
  }
  const batch = { markers: [{ name: 'A', lat: 1, lng: 2 }] };
  t.match((await call('POST', `${path}/markers/bulk`, batch)).body, { added: 1 });
  const calls = Array.from({ length: 50 }, (_, i) => [
    call('GET', `${path}/markers?page_size=${i + 75}`),
    call('GET', `${path}/markers/search?q=P${i}`),
    call('POST', `${path}/markers`, { name: `N${i}`, lat: 1, lng: 2, category: 'C1' }),
    call('GET', '/nearby?lat=1&lng=2'),
  ]).flat();
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  t.same([...new Set(statuses)].sort(), [200, 201]);
  t.equal((await call('POST', `${path}/clone`, { name: 'C' })).body.marker_count, 5_051);
  t.equal((await call('GET', `${path}/markers.csv`)).body.split('\r\n').length, 5_053);
  t.equal((await call('DELETE', `${path}/markers/bulk`, { all: true, confirm: true })).body.deleted, 5_051);
});
