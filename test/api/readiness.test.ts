import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { Readiness } from '../../src/api/readiness.js';
import { connect, type Sql } from '../../src/store/client.js';
import { createDatabase } from '../support/database.js';

const INTERVAL_MS = 50;

const { url } = await createDatabase(t);
const options = { applicationName: 'readiness', maxConnections: 2, statementTimeoutMs: 60_000 };
const sql = connect(url, { ...options, applicationName: 'test' });
t.teardown(() => sql.end({ timeout: 1 }));

/** A way to the database that can be closed: those on it are thrown out, and nobody gets in. */
async function passage(): Promise<{ url: string; open(): Promise<void>; shut(): void }> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const upstream = connectSocket(Number(target.port || 5432), target.hostname);
    for (const each of [socket, upstream]) {
      sockets.add(each);
      each.on('error', () => {});
      each.on('close', () => sockets.delete(each));
    }
    socket.pipe(upstream).pipe(socket);
  });
  let port = 0;
  const open = async (): Promise<void> => {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  };
  await open();
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  const shut = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: through.href, open, shut };
}

async function started(t: Test, through: Sql): Promise<Readiness> {
  const readiness = new Readiness(through, { intervalMs: INTERVAL_MS, timeoutMs: 1000 });
  t.teardown(() => readiness.stop());
  t.equal(readiness.problem, 'the database was not asked yet');
  await readiness.start();
  t.equal(readiness.problem, null);
  return readiness;
}

const until = async (readiness: Readiness, problem: string | null): Promise<void> => {
  while (readiness.problem !== problem) await delay(20);
};

t.test('a database that is away is told, and that it is back', async (t) => {
  const way = await passage();
  const through = connect(way.url, options);
  t.teardown(async () => {
    await through.end({ timeout: 0 });
    way.shut();
  });
  const readiness = await started(t, through);
  way.shut();
  await until(readiness, 'the database is not reachable');
  await way.open();
  await until(readiness, null);
});

t.test('a database that does not answer is told, and asked once only', async (t) => {
  const through = connect(url, options);
  t.teardown(() => through.end({ timeout: 1 }));
  const readiness = await started(t, through);
  const blocker = connect(url, { ...options, applicationName: 'blocker', maxConnections: 1 });
  t.teardown(() => blocker.end({ timeout: 1 }));
  let unlock = (): void => {};
  const released = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  const locked = blocker.begin(async (own) => {
    await own`LOCK TABLE schema_migrations IN ACCESS EXCLUSIVE MODE`;
    await released;
  });
  await until(readiness, 'the database does not answer');
  await delay(5 * INTERVAL_MS);
  const waiting = await sql`
    SELECT FROM pg_stat_activity
    WHERE application_name = 'readiness' AND state = 'active' AND datname = current_database()`;
  t.equal(waiting.length, 1);
  unlock();
  await locked;
  await until(readiness, null);
});

t.test('a migration that is missing is told by its name', async (t) => {
  const readiness = await started(t, sql);
  const [record] = await sql`
    DELETE FROM schema_migrations WHERE name = '0009-sharing.sql' RETURNING name, sha256`;
  await until(readiness, 'migrations are not applied: 0009-sharing.sql');
  await sql`INSERT INTO schema_migrations (name, sha256) VALUES (${record!.name}, ${record!.sha256})`;
  await until(readiness, null);
});
