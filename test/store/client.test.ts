import postgres from 'postgres';
import t from 'tap';
import { connect } from '../../src/store/client.js';
import { createDatabase } from '../support/database.js';

const { url } = await createDatabase(t);

/** Four rows, then a division by zero; a statement right behind it on the same connection. */
const failThenRead = async (sql: postgres.Sql): Promise<unknown[]> => {
  const failing = sql`SELECT 1 / (5 - i) FROM generate_series(1, 9) i`.catch((error) => error.code);
  const reading = sql`SELECT i FROM generate_series(1, 3) i`;
  t.equal(await failing, '22012');
  return [...(await reading)].map((row) => row?.i);
};

t.test('a statement that fails after some rows leaves no holes in the next result', async (t) => {
  const sql = connect(url, { applicationName: 'test', maxConnections: 1, statementTimeoutMs: 10_000 });
  t.teardown(() => sql.end({ timeout: 1 }));
  for (let round = 0; round < 3; round++) t.same(await failThenRead(sql), [1, 2, 3]);
});

t.test('the driver alone still leaves them: when this fails, withoutGaps can go', async (t) => {
  const sql = postgres(url, { max: 1, fetch_types: false });
  t.teardown(() => sql.end({ timeout: 1 }));
  t.same((await failThenRead(sql)).length, 7);
});

t.test('text arrays, null and helpers pass through', async (t) => {
  const sql = connect(url, { applicationName: 'test', maxConnections: 2, statementTimeoutMs: 10_000 });
  t.teardown(() => sql.end({ timeout: 1 }));
  const texts = ['a "b"', 'c\\d', '', 'é', null];
  t.same(await sql`SELECT to_json(${sql.typed.texts(texts)}) AS texts`, [{ texts }]);
  t.same(await sql`SELECT i FROM generate_series(1, 9) i WHERE i IN ${sql([2, 4])}`, [{ i: 2 }, { i: 4 }]);
  await t.rejects(sql`SELECT 1 / 0`, { code: '22012' });
  t.equal(await sql`SELECT 1 / 0`.catch(() => 'caught'), 'caught');
});
