import t from 'tap';
import { MIN_CONNECTIONS, openPools, poolSizes } from '../../src/store/pools.js';
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
