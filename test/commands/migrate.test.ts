import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { runForComplaint, runForResult } from '../support/cartload-process.js';
import { connectTest, createDatabase } from '../support/database.js';

const FILES = readdirSync(fileURLToPath(new URL('../../../sql/', import.meta.url))).sort();

async function arrange(t: Test, statement: string) {
  const { url } = await createDatabase(t);
  const sql = connectTest(t, url);
  await sql.unsafe(statement).simple();
  return { env: { DATABASE_URL: url } };
}

const EMPTY = 'DROP SCHEMA public CASCADE; CREATE SCHEMA public';

t.test('an empty database gets every file, in order; the next time there is nothing to do', async (t) => {
  const { env } = await arrange(t, EMPTY);
  t.same(await runForResult(t, ['migrate'], { env }), { applied: FILES });
  t.same(await runForResult(t, ['migrate'], { env }), { applied: [] });
});

t.test('of several that start at once each file is applied by one', async (t) => {
  const { env } = await arrange(t, EMPTY);
  const results = await Promise.all([1, 2, 3].map(() => runForResult(t, ['migrate'], { env })));
  t.same(results.flatMap(({ applied }) => applied).sort(), FILES);
});

t.test('a database of a newer program is left alone, in one line', async (t) => {
  const { env } = await arrange(
    t,
    "INSERT INTO schema_migrations (name, sha256) VALUES ('9999-from-the-future.sql', '')",
  );
  const complaint =
    /^the database is newer than this program: it has 9999-from-the-future\.sql, which is not in /;
  t.match(await runForComplaint(t, ['migrate'], { env }), complaint);
  t.match(
    await runForComplaint(t, ['serve'], { env: { ...env, SECRET: 'shared by all machines' } }),
    complaint,
  );
});

t.test('a database without Citus is not distributed, and told so in one line', async (t) => {
  const { env } = await arrange(t, EMPTY);
  t.equal(
    await runForComplaint(t, ['migrate', '--distribute'], { env }),
    'the database has no Citus: load it on all nodes and make its extension, as docs/citus.md says',
  );
  t.same(await runForResult(t, ['migrate'], { env }), { applied: FILES }, 'nothing was done');
  t.match(
    await runForComplaint(t, ['migrate', '--distribute', '--shards', '0'], { env }),
    /^--shards must be 1 or more/,
  );
});
