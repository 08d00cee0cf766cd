import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import t from 'tap';
import { DatabaseRestore, DatabaseSnapshot } from '../../src/store/backup.js';
import { connect } from '../../src/store/client.js';
import { endWhenSilent, Silence, silentConnections } from '../../src/store/silence.js';
import { openThreadPool } from '../../src/store/thread-pool.js';
import { isTransient } from '../../src/store/transient.js';
import { createDatabase } from '../support/database.js';
import { faultProxy } from '../support/fault-proxy.js';

const { url } = await createDatabase(t);
const LIMITS = { statementTimeoutMs: 300, silenceGraceMs: 100 };

const errorOf = (failing: Promise<unknown>): Promise<unknown> =>
  failing.then(
    () => null,
    (error) => error,
  );

t.test('a pool gives up connections that fall silent, and goes on when the server is back', async (t) => {
  for (const maxPipelined of [0, 100]) {
    const way = await faultProxy(t, url);
    const sql = connect(way.url, { applicationName: 'test', maxConnections: 2, maxPipelined, ...LIMITS });
    t.teardown(() => sql.end({ timeout: 0 }));
    await Promise.all([sql`SELECT 1`, sql`SELECT 2`]);
    const before = silentConnections();
    way.swallow();
    const errors = await Promise.all(Array.from({ length: 2 }, () => errorOf(sql`SELECT pg_sleep(0.01)`)));
    t.ok(errors.every(isTransient), `${maxPipelined}: ${errors.join()}`);
    t.ok(silentConnections() > before, `${maxPipelined}`);
    await way.pass();
    t.same(await sql`SELECT 3 AS three`, [{ three: 3 }]);
  }
});

t.test('a pool gives up a connection that falls silent in the middle of an answer', async (t) => {
  const way = await faultProxy(t, url);
  const sql = connect(way.url, { applicationName: 'test', maxConnections: 1, ...LIMITS });
  t.teardown(() => sql.end({ timeout: 0 }));
  await sql`SELECT 1`;
  const failing = errorOf(
    sql`SELECT i, repeat('x', 10000) FROM generate_series(1, 3000) i`.forEach(() => {
      way.swallow();
    }),
  );
  t.ok(isTransient(await failing));
});

t.test('a thread gives up a connection that falls silent, in a statement and in a COPY', async (t) => {
  const way = await faultProxy(t, url);
  const pool = openThreadPool(way.url, 1, LIMITS);
  t.teardown(() => pool.end());
  const before = silentConnections();
  const using = async (work: (client: pg.PoolClient) => Promise<unknown>): Promise<unknown> => {
    const client = await pool.connect();
    way.swallow();
    const error = await errorOf(work(client));
    client.release(true);
    await way.pass();
    return error;
  };
  t.ok(isTransient(await using((client) => client.query('SELECT 1'))));
  const copy = (client: pg.PoolClient) =>
    buffer(client.query(copyTo('COPY (SELECT generate_series(1, 9)) TO STDOUT')));
  t.ok(isTransient(await using(copy)));
  t.equal(silentConnections() - before, 2);
  t.equal((await pool.query('SELECT 1')).rowCount, 1);
});

t.test(
  'a back-up and a restore give up a connection that falls silent, whatever a statement takes',
  async (t) => {
    const way = await faultProxy(t, url);
    const restore = await DatabaseRestore.begin(way.url, LIMITS.statementTimeoutMs);
    t.teardown(() => restore!.close());
    const [limit] = (await restore!.client.query('SHOW statement_timeout')).rows;
    t.same(limit, { statement_timeout: '0' });
    const copy = restore!.fill({ name: 'legend_entries', columns: ['map_id'] });
    way.swallow();
    copy.end('1\n');
    t.ok(isTransient(await errorOf(finished(copy))), 'in a COPY to the server');
    await way.pass();
    const snapshot = await DatabaseSnapshot.take(way.url, LIMITS.statementTimeoutMs);
    t.teardown(() => snapshot.close());
    way.swallow();
    t.ok(
      isTransient(await errorOf(buffer(snapshot.copy({ name: 'legend_entries', columns: ['map_id'] })))),
      'in one from it',
    );
  },
);

t.test(
  'connections of a pool that have had no byte lately end with the first that is given up',
  async (t) => {
    const together = new Set<() => void>();
    const given = silentConnections();
    const watched = (limitMs: number, on: () => void = () => {}) => {
      const socket = {
        bytesRead: 0,
        bytesWritten: 0,
        destroyed: false,
        destroy: () => {
          socket.destroyed = true;
          on();
        },
      };
      endWhenSilent(
        socket as never,
        () => limitMs,
        () => true,
        { together },
      );
      return socket;
    };
    const answering = watched(1000);
    const reading = setInterval(() => answering.bytesRead++, 10);
    t.teardown(() => clearInterval(reading));
    const later = watched(1000);
    await new Promise<void>((resolve) => watched(500, resolve));
    await null;
    t.same([later.destroyed, answering.destroyed], [true, false]);
    t.equal(silentConnections() - given, 1);
    answering.destroyed = true;
  },
);

t.test('rows that a server takes without a word are no silence', async (t) => {
  const socket = { bytesRead: 0, bytesWritten: 0 };
  const silence = new Silence(socket, true);
  const checks = (bytesWritten: number): number => {
    socket.bytesWritten = bytesWritten;
    return silence.check();
  };
  t.same([checks(9), checks(18), checks(27), checks(27), checks(27)], [0, 0, 0, 1, 2]);
});

t.test('silence begins with the last byte of the server, or the first one to it after that', async (t) => {
  const socket = { bytesRead: 0, bytesWritten: 0 };
  const silence = new Silence(socket);
  const checks = (of: Partial<typeof socket> = {}): number => {
    Object.assign(socket, of);
    return silence.check();
  };
  t.same([checks(), checks()], [1, 2]);
  t.same([checks({ bytesWritten: 9 }), checks()], [0, 1]);
  t.equal(checks({ bytesWritten: 10 }), 2, 'a further statement behind a silent one');
  t.same([checks({ bytesRead: 5, bytesWritten: 11 }), checks(), checks()], [0, 1, 2]);
  t.equal(checks({ bytesWritten: 12 }), 0, 'an idle connection is put to use');
});
