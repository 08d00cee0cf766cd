import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { Readiness } from '../../../src/api/pages/readiness.js';
import { connect, type Sql } from '../../../src/store/client.js';
import { schemaVersion } from '../../../src/store/migrate.js';
import { createDatabase } from '../../support/database.js';
import { faultProxy } from '../../support/fault-proxy.js';

const INTERVAL_MS = 50;

const { url } = await createDatabase(t);
const options = { applicationName: 'readiness', maxConnections: 2, statementTimeoutMs: 60_000 };
const sql = connect(url, { ...options, applicationName: 'test' });
t.teardown(() => sql.end({ timeout: 1 }));

async function started(t: Test, through: Sql, more: object = {}): Promise<Readiness> {
  const readiness = new Readiness(through, { intervalMs: INTERVAL_MS, timeoutMs: 1000, ...more });
  t.teardown(() => readiness.stop());
  t.equal(readiness.problem, 'the service has not checked the database yet');
  await readiness.start();
  t.equal(readiness.problem, null);
  return readiness;
}

const until = async (readiness: Readiness, problem: string | null): Promise<void> => {
  while (readiness.problem !== problem) await delay(20);
};

t.test('a database that is away is told, and that it is back', async (t) => {
  const way = await faultProxy(t, url);
  const through = connect(way.url, options);
  t.teardown(() => through.end({ timeout: 0 }));
  const readiness = await started(t, through);
  await way.refuse();
  await until(readiness, 'the database is not reachable');
  await way.pass();
  await until(readiness, null);
});

t.test('a database that fell silent is told, and that another has its address', async (t) => {
  const way = await faultProxy(t, url);
  const through = connect(way.url, { ...options, statementTimeoutMs: 1000, silenceGraceMs: 100 });
  t.teardown(() => through.end({ timeout: 0 }));
  const readiness = await started(t, through, { timeoutMs: 200 });
  way.swallow();
  await until(readiness, 'the database does not answer');
  await way.pass();
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
    DELETE FROM schema_migrations WHERE name = '0001-tables.sql' RETURNING name, sha256`;
  await until(readiness, 'migrations are not applied: 0001-tables.sql');
  await sql`INSERT INTO schema_migrations (name, sha256) VALUES (${record!.name}, ${record!.sha256})`;
  await until(readiness, null);
});

t.test('a file that an upgrade puts into sql/ does not concern a process that runs', async (t) => {
  const directory = t.testdir({ '0001-tables.sql': '' });
  const readiness = await started(t, sql, { needed: schemaVersion(directory) });
  writeFileSync(join(directory, '9999-of-the-next-version.sql'), '');
  const [gone] = await sql`DELETE FROM schema_migrations WHERE name = '0001-tables.sql' RETURNING *`;
  await until(readiness, 'migrations are not applied: 0001-tables.sql');
  await sql`INSERT INTO schema_migrations ${sql(gone!)}`;
  await until(readiness, null);
});

t.test('a process serves on when a later version has migrated the database', async (t) => {
  const readiness = await started(t, sql);
  await sql`INSERT INTO schema_migrations (name, sha256) VALUES ('9999-of-the-next-version.sql', '')`;
  const [gone] = await sql`DELETE FROM schema_migrations WHERE name = '0001-tables.sql' RETURNING *`;
  await until(readiness, 'migrations are not applied: 0001-tables.sql');
  await sql`INSERT INTO schema_migrations ${sql(gone!)}`;
  await until(readiness, null);
  await sql`DELETE FROM schema_migrations WHERE name = '9999-of-the-next-version.sql'`;
});
