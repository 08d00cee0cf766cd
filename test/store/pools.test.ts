import t from 'tap';
import { connect } from '../../src/store/client.js';
import { MIN_CONNECTIONS, openPools, poolSizes } from '../../src/store/pools.js';
import { openThreadPool } from '../../src/store/thread-pool.js';
import { createDatabase } from '../support/database.js';

const total = (connections: number): number =>
  Object.values(poolSizes(connections)).reduce((sum, size) => sum + size);

t.test('every kind of work has connections, and together they are those of the process', async (t) => {
  for (let connections = MIN_CONNECTIONS; connections <= 1000; connections++) {
    const smallest = Math.min(...Object.values(poolSizes(connections)));
    if (smallest < 1 || total(connections) !== connections) t.fail(`${connections} connections`);
  }
  t.same(poolSizes(16), { vital: 2, background: 1, reads: 3, changes: 2, exports: 3, small: 5 });
});

t.test('sessions of both drivers plan alike, whatever the server is set to', async (t) => {
  const { url } = await createDatabase(t);
  const sql = connect(url, { applicationName: 'test', maxConnections: 1, statementTimeoutMs: 10_000 });
  const name = new URL(url).pathname.slice(1);
  await sql
    .unsafe(`ALTER DATABASE ${name} SET jit = on; ALTER DATABASE ${name} SET random_page_cost = 4`)
    .simple();
  await sql.end({ timeout: 1 });
  const again = connect(url, { applicationName: 'test', maxConnections: 1, statementTimeoutMs: 10_000 });
  const pool = openThreadPool(url, 1);
  t.teardown(() => Promise.all([again.end({ timeout: 1 }), pool.end()]));
  const settings = "SELECT current_setting('jit') AS jit, current_setting('random_page_cost') AS cost";
  t.same(await again.unsafe(settings), [{ jit: 'off', cost: '1.1' }]);
  t.same((await pool.query(settings)).rows, [{ jit: 'off', cost: '1.1' }]);
});

t.test('no pool opens more than its own', async (t) => {
  const { url } = await createDatabase(t);
  const pools = openPools(url, MIN_CONNECTIONS, { statementTimeoutMs: 10_000 });
  t.teardown(() => pools.end({ timeout: 1 }));
  const { vital, small, background, sizes } = pools;
  await Promise.all(
    [vital, small, background].flatMap((sql) => Array.from({ length: 30 }, () => sql`SELECT 1`)),
  );
  const rows = await small<{ name: string; count: number }[]>`
    SELECT application_name AS name, count(*) FROM pg_stat_activity
    WHERE application_name LIKE 'cartload%' AND datname = current_database() GROUP BY 1`;
  t.same(Object.fromEntries(rows.map(({ name, count }) => [name, count])), {
    'cartload vital': sizes.vital,
    cartload: sizes.small,
    'cartload background': sizes.background,
  });
});

t.test('small statements never stand behind a slow one while a connection works on small ones', async (t) => {
  const { url } = await createDatabase(t);
  const pools = openPools(url, 16, { statementTimeoutMs: 10_000 });
  t.teardown(() => pools.end({ timeout: 1 }));
  // Only a connection that is open already gets statements ahead of its answers.
  await Promise.all(Array.from({ length: pools.sizes.small }, () => pools.small`SELECT pg_sleep(0.1)`));
  let slow = pools.sizes.small - 1;
  const sleeping = Array.from({ length: slow }, () => pools.small`SELECT pg_sleep(1)`.then(() => slow--));
  await Promise.all(Array.from({ length: 50 }, (_, i) => pools.small`SELECT ${i}::integer`));
  t.equal(slow, pools.sizes.small - 1);
  await Promise.all(sleeping);
});
