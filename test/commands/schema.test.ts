import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { connect } from '../../src/store/client.js';
import { runForComplaint, runForResult } from '../support/cartload-process.js';
import { createDatabase } from '../support/database.js';

const { url } = await createDatabase(t);
const env = { DATABASE_URL: url };
const sql = connect(url, { applicationName: 'test', maxConnections: 1, statementTimeoutMs: 10_000 });
t.teardown(() => sql.end({ timeout: 5 }));

/** One of each command that looks at the database. */
const COMMANDS = [
  ['account', 'create', '--email', 'a@example.com'],
  ['account', 'show', '--email', 'a@example.com'],
  ['key', 'create', '--email', 'a@example.com'],
  ['key', 'list', '--email', 'a@example.com'],
  ['audit'],
  ['boundaries', 'list'],
  ['demographics', 'list'],
  ['roads', 'list'],
  ['backup', '/nonexistent/backup'],
];

const complaints = async (given: Record<string, string>): Promise<Set<string>> => {
  const all = new Set<string>();
  for (const command of COMMANDS) all.add(await runForComplaint(t, command, { env: given }));
  return all;
};

t.test('where there is no embedded database, commands make none, and say what to set or run', async (t) => {
  const parent = t.testdir();
  const DATA_DIR = join(parent, 'data');
  t.same(
    await complaints({ DATA_DIR }),
    new Set([
      `there is no database in DATA_DIR=${DATA_DIR}: set DATA_DIR (or DATABASE_URL) as the service has it, or make one with ` +
        "'cartload migrate' or 'cartload serve'",
    ]),
  );
  t.notOk(existsSync(DATA_DIR));
  t.same(readdirSync(parent), []);
});

t.test("a database without the service's tables stays as it is", async (t) => {
  const empty = await createDatabase(t);
  const its = connect(empty.url, { applicationName: 'test', maxConnections: 1, statementTimeoutMs: 10_000 });
  t.teardown(() => its.end({ timeout: 5 }));
  await its.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public').simple();
  t.same(
    await complaints({ DATABASE_URL: empty.url }),
    new Set([
      "the database has no tables of cartload: check DATABASE_URL, or make them with 'cartload migrate'",
    ]),
  );
  t.same(await its`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`, []);
});

t.test('an older and a newer database are refused, and not changed', async (t) => {
  const names = async () =>
    (await sql`SELECT name FROM schema_migrations ORDER BY name`).map(({ name }) => name);
  const before = await names();
  const [last] = await sql`DELETE FROM schema_migrations WHERE name = ${before.at(-1)} RETURNING *`;
  t.same(
    await complaints(env),
    new Set([
      `the database is older than this program: ${before.at(-1)} is not applied. Use the version of cartload that the service ` +
        "runs, or upgrade with 'cartload migrate'",
    ]),
  );
  t.same(await names(), before.slice(0, -1));
  await sql`INSERT INTO schema_migrations ${sql(last!)}`;
  await sql`INSERT INTO schema_migrations (name, sha256) VALUES ('9999-of-the-next-version.sql', '')`;
  t.same(
    await complaints(env),
    new Set([
      'the database is newer than this program: it has 9999-of-the-next-version.sql. Use the version of cartload that the ' +
        'service runs',
    ]),
  );
  await sql`DELETE FROM schema_migrations WHERE name LIKE '9999%'`;
  t.match(await runForResult(t, ['account', 'create', '--email', 'a@example.com'], { env }), {
    account_id: Number,
  });
});
