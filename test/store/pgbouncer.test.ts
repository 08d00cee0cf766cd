import t, { type Test } from 'tap';
import { readConfig } from '../../src/config.js';
import { connect, type Sql } from '../../src/store/client.js';
import { ReservedConnections } from '../../src/store/reserved-connections.js';
import { settleSessions } from '../../src/store/session-settings.js';
import { type Client, CSV, finished, startTestApp, type TestApp } from '../support/app.js';
import { until } from '../support/cartload-process.js';
import { createDatabase } from '../support/database.js';
import { hasPgBouncer, startPgBouncer, type TestPgBouncer } from '../support/pgbouncer.js';
import { recordLog } from '../support/recorded-log.js';

t.setTimeout(900_000);
const skip = hasPgBouncer ? false : 'pgbouncer is not installed';
const test = (name: string, body: (t: Test) => Promise<void>): unknown => t.test(name, { skip }, body);

const SETTINGS = ['statement_timeout', 'idle_in_transaction_session_timeout'];
const SETTLED = ['50s', '10s'];

const options = { applicationName: 'test', maxConnections: 1, statementTimeoutMs: 10_000 };

function open(t: Test, url: string): Sql {
  const sql = connect(url, options);
  t.teardown(() => sql.end({ timeout: 1 }));
  return sql;
}

/** Address as `config` tells connectors of it. */
const poolerOf = ({ url }: TestPgBouncer, serverUrl: string): string =>
  readConfig({ DATABASE_URL: url, DATABASE_LISTEN_URL: serverUrl }).databaseUrl!;

const settingsOf = (sql: Sql): Promise<string[]> =>
  Promise.all(SETTINGS.map(async (name) => (await sql`SELECT current_setting(${name}) AS value`)[0]!.value));

async function serveBehind(
  t: Test,
): Promise<TestApp & { bouncer: TestPgBouncer; server: Sql; call: Client }> {
  const { url } = await createDatabase(t);
  const bouncer = await startPgBouncer(t, url);
  const service = await startTestApp(t, { DATABASE_URL: bouncer.url, DATABASE_LISTEN_URL: url });
  return { ...service, bouncer, server: open(t, url), call: await service.client() };
}

/** CSV of so many rows with names of their own. */
const csvOf = (rows: number): string =>
  `name,lat,lng,category\n${Array.from(
    { length: rows },
    (_, i) => `P${i},${(i % 170) - 85},${(i % 350) - 175},C${i % 3}`,
  ).join('\n')}\n`;

/** Beside as many reads of each kind. */
const WRITES = 15;

test('sessions have time limits and plans from their role, which the first start sets, in this database alone', async (t) => {
  const { url } = await createDatabase(t);
  const pooler = poolerOf(await startPgBouncer(t, url), url);
  const { log, entries } = recordLog();
  await Promise.all(Array.from({ length: 4 }, () => settleSessions(pooler, url, log)));
  t.same(entries, []);
  t.same(await settingsOf(open(t, pooler)), SETTLED);
  const { url: other } = await createDatabase(t);
  const [row] = await open(t, poolerOf(await startPgBouncer(t, other), other))`
    SELECT current_setting('statement_timeout') AS value`;
  t.equal(row!.value, '0');
});

test('what the role has already stays; what it lacks behind a pooler with old sessions is warned of', async (t) => {
  const { url } = await createDatabase(t);
  const pooler = poolerOf(await startPgBouncer(t, url), url);
  const old = open(t, pooler);
  await old`SELECT 1`;
  await open(t, url).unsafe(
    `DO $$ BEGIN EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I SET statement_timeout = ''7s''', current_database()); END $$`,
  );
  const { log, entries } = recordLog();
  await settleSessions(pooler, url, log);
  t.match(entries, [
    {
      level: 40,
      lacking: [`SET statement_timeout = '50s'`, `SET idle_in_transaction_session_timeout = '10s'`],
    },
  ]);
  const fresh = open(t, poolerOf(await startPgBouncer(t, url), url));
  t.same(await settingsOf(fresh), ['7s', ...SETTLED.slice(1)]);
});

test('imports, reads, writes, clones, exports and pictures work', async (t) => {
  const { call } = await serveBehind(t);
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  const path = `/maps/${map.id}`;
  for (const query of ['', '?on_duplicate=overwrite']) {
    const { body: job } = await call('POST', `${path}/markers/bulk${query}`, csvOf(5_000), CSV);
    t.match(await finished(call, job), { status: 'completed', processed: 5_000 });
  }
  const batch = { markers: [{ name: 'A', lat: 1, lng: 2 }] };
  t.match((await call('POST', `${path}/markers/bulk`, batch)).body, { added: 1 });
  const calls = Array.from({ length: WRITES }, (_, i) => [
    call('GET', `${path}/markers?page_size=${i + 75}`),
    call('GET', `${path}/markers/search?q=P${i}`),
    call('POST', `${path}/markers`, { name: `N${i}`, lat: 1, lng: 2, category: 'C1' }),
    call('GET', '/nearby?lat=1&lng=2'),
  ]).flat();
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  t.same([...new Set(statuses)].sort(), [200, 201]);
  t.equal((await call('POST', `${path}/clone`, { name: 'C' })).body.marker_count, 5_001 + WRITES);
  t.equal((await call('GET', `${path}/markers.csv`)).body.split('\r\n').length, 5_003 + WRITES);
  const { body: image } = await call('POST', `${path}/images`, { preset: 'world' });
  t.match(await finished(call, image), { status: 'completed', error: null });
  t.equal(
    (await call('DELETE', `${path}/markers/bulk`, { all: true, confirm: true })).body.deleted,
    5_001 + WRITES,
  );
});

test('the statement of a caller who leaves is cancelled, and the connection is the next one’s', async (t) => {
  const { url } = await createDatabase(t);
  const pooler = poolerOf(await startPgBouncer(t, url), url);
  const lanes = new ReservedConnections(pooler, options);
  t.teardown(() => lanes.end({ timeout: 1 }));
  const server = open(t, url);
  const sleeping = async (): Promise<number> =>
    (
      await server`
        SELECT FROM pg_stat_activity
        WHERE state = 'active' AND query LIKE 'SELECT pg_sleep%' AND datname = current_database()`
    ).length;
  const caller = new AbortController();
  const gone = new Error('the client is gone');
  const failed = t.rejects(
    lanes.use(caller.signal, (lane) => lane`SELECT pg_sleep(40)`),
    gone,
  );
  await until(async () => (await sleeping()) === 1);
  caller.abort(gone);
  await failed;
  t.equal(await sleeping(), 0);
  const [row] = await lanes.use(new AbortController().signal, (lane) => lane`SELECT ${7}::integer AS n`);
  t.equal(row!.n, 7);
});

test('a pooler that is killed under an import costs nothing but time', async (t) => {
  const { call, bouncer } = await serveBehind(t);
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  const { body: job } = await call('POST', `/maps/${map.id}/markers/bulk`, csvOf(30_000), CSV);
  for (let kills = 0; kills < 3; kills++) {
    await until(async () => (await call('GET', job.status_url)).status === 200);
    await bouncer.kill();
    await bouncer.start();
  }
  await until(async () => (await call('GET', job.status_url)).body.status === 'completed');
  t.match((await call('GET', job.status_url)).body, { added: 30_000, error_count: 0, total: 30_000 });
  t.equal((await call('GET', `/maps/${map.id}`)).body.marker_count, 30_000);
});
