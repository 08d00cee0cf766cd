import pg from './pg.js';
import { pgConnection } from './pg-connection.js';
import { ROLE_STATEMENT_TIMEOUT_MS } from './session-settings.js';
import { readDatabaseAddress } from './tls.js';

/** Limits that tests shorten. */
export interface ThreadPoolLimits {
  statementTimeoutMs?: number;
  silenceGraceMs?: number;
}

/** Connections of a thread. All waits have a deadline. */
export function openThreadPool(
  databaseUrl: string,
  maxConnections: number,
  { statementTimeoutMs = ROLE_STATEMENT_TIMEOUT_MS, silenceGraceMs }: ThreadPoolLimits = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...pgConnection(databaseUrl, statementTimeoutMs, silenceGraceMs),
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    // Behind a pooler the role has these limits (session-settings.ts).
    ...(!readDatabaseAddress(databaseUrl).isPooler && {
      statement_timeout: statementTimeoutMs,
      // A process that is stopped in the middle of a block loses its locks before its lease ends.
      idle_in_transaction_session_timeout: 10_000,
    }),
    keepAlive: true,
    allowExitOnIdle: true,
  });
  /*
   * A dying backend must not end the thread: the next statement fails, or the pool opens another connection.
   * The pool removes its own listener when a client is taken, and the error may arrive in the same packet as
   * the first answer.
   */
  pool.on('connect', (client) => client.on('error', ignore));
  pool.on('error', ignore);
  return pool;
}

const ignore = (): void => {};

/**
 * Settings of a transaction that reads markers by index only, whatever the statistics say. The first one,
 * which is unknown without Citus, makes Citus apply the others on the node of the map.
 */
export const BY_INDEX =
  "SET LOCAL citus.propagate_set_commands = 'local'; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_seqscan = off";
