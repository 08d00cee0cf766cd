import pg from 'pg';
import { pgConnection } from './pg-connection.js';
import { readDatabaseAddress } from './tls.js';

/**
 * Connections of a pool thread. Plain `pg` clients, because the `postgres` driver never settles a COPY that fails inside a
 * transaction (postgres#1173). All waits have a deadline.
 */
export function openThreadPool(databaseUrl: string, maxConnections: number): pg.Pool {
  const pool = new pg.Pool({
    ...pgConnection(databaseUrl),
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    // Behind a pooler they are the role's (session-settings.ts).
    ...(!readDatabaseAddress(databaseUrl).isPooler && {
      statement_timeout: 50_000,
      // A process that is stopped with a block under way gives up its locks before its lease ends.
      idle_in_transaction_session_timeout: 10_000,
    }),
    keepAlive: true,
    allowExitOnIdle: true,
  });
  /*
   * A backend that dies must not end the thread: the next statement fails, or the pool opens another connection. The pool's
   * own listener leaves when a client is taken, at times while its last words are in the same packet as its first.
   */
  pool.on('connect', (client) => client.on('error', ignore));
  pool.on('error', ignore);
  return pool;
}

const ignore = (): void => {};

/**
 * Settings of a transaction that reads markers by index alone, whatever the statistics say or do not say. The first one, which a
 * database by itself knows nothing of, has Citus set the others where the map lies.
 */
export const BY_INDEX =
  "SET LOCAL citus.propagate_set_commands = 'local'; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_seqscan = off";
