import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { runForComplaint, runForResult } from '../support/cartload-process.js';
import { connectTest, createDatabase } from '../support/database.js';

const { url } = await createDatabase(t);
const env = { DATABASE_URL: url };
const sql = connectTest(t, url);

/** One of each command that looks at the database. */
const COMMANDS = [
  ['account', 'create', '--email', 'a@example.com'],
  ['account', 'show', '--email', 'a@example.com'],
  ['key', 'create', '--email', 'a@example.com'],
  ['key', 'list', '--email', 'a@example.com'],
  ['audit'],
  ['mails', 'resend'],
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
const complaint = (given: Record<string, string>): Promise<string> =>
  runForComplaint(t, COMMANDS[0]!, { env: given });

t.test('where there is no embedded database, commands make none, and say what to set or run', async (t) => {
  const parent = t.testdir();
  const DATA_DIR = join(parent, 'data');
  t.same(
    await complaints({ DATA_DIR }),
    new Set([
      `there is no database in DATA_DIR=${DATA_DIR}: set DATA_DIR (or DATABASE_URL) as the service has it, or create one with ` +
        "'cartload migrate' or 'cartload serve'",
    ]),
  );
  t.notOk(existsSync(DATA_DIR));
  t.same(readdirSync(parent), []);
});

t.test("a database without the service's tables stays as it is", async (t) => {
  const empty = await createDatabase(t);
  const its = connectTest(t, empty.url);
  await its.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public').simple();
  t.equal(
    await complaint({ DATABASE_URL: empty.url }),
    "the database has no tables of cartload: check DATABASE_URL, or create them with 'cartload migrate'",
  );
  t.same(await its`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`, []);
});

const recordsOf = () => sql`SELECT * FROM schema_migrations ORDER BY name`;

/** Words of commands for a database with other records than this program's, which they leave so. */
async function said<T>(
  change: () => Promise<unknown>,
  say: (given: Record<string, string>) => Promise<T>,
): Promise<T> {
  const before = await recordsOf();
  await change();
  const changed = await recordsOf();
  const words = await say(env);
  t.same(await recordsOf(), changed);
  await sql`DELETE FROM schema_migrations`;
  await sql`INSERT INTO schema_migrations ${sql(before)}`;
  return words;
}

const add = (name: string) =>
  sql`INSERT INTO schema_migrations (name, sha256, applied_at) VALUES (${name}, '', clock_timestamp())`;

t.test('an older and a newer database are refused, and not changed', async (t) => {
  t.same(
    await said(() => sql`DELETE FROM schema_migrations WHERE name LIKE 'functions %'`, complaints),
    new Set([
      'the database is older than this program: it lacks functions of this version. Use the version of cartload that the service ' +
        "runs, or upgrade with 'cartload migrate'",
    ]),
  );
  const newer = (what: string) =>
    `the database is newer than this program: it has ${what}. Use the version of cartload that the service runs`;
  t.equal(
    await said(() => add('9999-of-the-next-version.sql'), complaint),
    newer('9999-of-the-next-version.sql'),
  );
  t.equal(await said(() => add('functions of the next'), complaint), newer('functions of a later version'));
  t.match(await runForResult(t, ['account', 'create', '--email', 'a@example.com'], { env }), {
    account_id: Number,
  });
});

t.test('a database of before the first release is refused, and told how its maps come over', async (t) => {
  t.equal(
    await said(async () => {
      await sql`UPDATE schema_migrations SET name = '0001-accounts.sql' WHERE name = '0001-tables.sql'`;
      t.match(
        await runForComplaint(t, ['migrate'], { env }),
        /^the database was made by cartload before its first release/,
      );
    }, complaint),
    'the database was made by cartload before its first release, and has other tables: export its maps with the version that made ' +
      'it, start this version with an empty database, and import them there',
  );
});
