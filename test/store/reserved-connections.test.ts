import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { connect } from '../../src/store/client.js';
import { ReservedConnections } from '../../src/store/reserved-connections.js';
import { createDatabase } from '../support/database.js';

const { url } = await createDatabase(t);
const options = { applicationName: 'lanes', maxConnections: 1, statementTimeoutMs: 60_000 };
const lanes = new ReservedConnections(url, options);
const sql = connect(url, { ...options, applicationName: 'watcher' });
t.teardown(() => Promise.all([lanes.end({ timeout: 1 }), sql.end({ timeout: 1 })]));

const never = new AbortController().signal;
const gone = new Error('the client is gone');
const statements = async (): Promise<string[]> => {
  const rows = await sql<{ query: string }[]>`
    SELECT query FROM pg_stat_activity
    WHERE application_name = 'lanes' AND state = 'active' AND datname = current_database()`;
  return rows.map(({ query }) => query);
};

t.test(
  'the statement of a caller who leaves is cancelled, and the connection is the next one’s',
  async (t) => {
    const caller = new AbortController();
    const work = lanes.use(caller.signal, (lane) => lane`SELECT pg_sleep(60), ${1}::integer`);
    const failed = t.rejects(work, gone);
    while ((await statements()).length === 0) await delay(5);
    t.equal(lanes.used, 1);
    caller.abort(gone);
    await failed;
    t.same(await statements(), []);
    t.equal(lanes.used, 0);
    const [row] = await lanes.use(never, (lane) => lane`SELECT ${7}::integer AS n`);
    t.equal(row!.n, 7);
  },
);

t.test('so is one without parameters, of several lines', async (t) => {
  const caller = new AbortController();
  const work = lanes.use(caller.signal, (lane) =>
    lane.unsafe('SET LOCAL statement_timeout = 50000; SELECT pg_sleep(60)').simple(),
  );
  const failed = t.rejects(work, gone);
  while (!(await statements()).some((query) => query.includes('pg_sleep'))) await delay(5);
  caller.abort(gone);
  await failed;
  t.same(await statements(), []);
});

t.test('who leaves between two statements gets no second one', async (t) => {
  const caller = new AbortController();
  let after = false;
  const work = lanes.use(caller.signal, async (lane) => {
    await lane`SELECT 1`;
    caller.abort(gone);
    await lane`SELECT pg_sleep(60)`;
    after = true;
  });
  await t.rejects(work, gone);
  t.notOk(after);
});

t.test('callers who leave at any moment never disturb the next', async (t) => {
  for (let i = 0; i < 150; i++) {
    const caller = new AbortController();
    const leaving = lanes
      .use(caller.signal, async (lane) => {
        for (;;) await lane`SELECT pg_sleep(0.0005), ${i}::integer`;
      })
      .catch((error) => error);
    // From before the first byte to the middle of a statement, with a new statement text now and then.
    if (i % 10 > 0) await delay((i % 10) / 2);
    caller.abort(gone);
    t.equal(await leaving, gone);
    const [row] = await lanes.use(never, (lane) => lane`SELECT ${i}::integer AS n, pg_sleep(0.001)`);
    if (row!.n !== i) t.fail('the next caller was disturbed');
  }
  t.same(await statements(), []);
});

t.test('a caller who leaves before the connection is open leaves it usable', async (t) => {
  const fresh = new ReservedConnections(url, options);
  t.teardown(() => fresh.end({ timeout: 1 }));
  const caller = new AbortController();
  const work = fresh.use(caller.signal, (lane) => lane`SELECT pg_sleep(60)`);
  caller.abort(gone);
  await t.rejects(work, gone);
  const [row] = await fresh.use(never, (lane) => lane`SELECT 1 AS n`);
  t.equal(row!.n, 1);
});

t.test('what a caller did not await is over before the next one comes', async (t) => {
  const order: string[] = [];
  await lanes.use(never, async (lane) => {
    void lane`SELECT pg_sleep(0.1)`.then(() => order.push('forgotten'));
  });
  await lanes.use(never, async (lane) => {
    await lane`SELECT 1`;
    order.push('next');
  });
  t.same(order, ['forgotten', 'next']);
});

t.test('there are no more callers than connections', async (t) => {
  const first = lanes.use(never, (lane) => lane`SELECT pg_sleep(0.05)`);
  await t.rejects(
    lanes.use(never, (lane) => lane`SELECT 1`),
    { message: 'all 1 connections for slow work are in use' },
  );
  await first;
});
