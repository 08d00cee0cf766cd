import { connect, type Sql } from './client.js';
import { ReservedConnections } from './reserved-connections.js';

/** Number of connections for each kind of work. */
export interface PoolSizes {
  /** Authentication, quotas, readiness, claims, leases and heartbeats. */
  readonly vital: number;
  /** Small reads and writes, and work of imports besides their blocks. */
  readonly small: number;
  /** Background work: retention, mails, search index. */
  readonly background: number;
  /** Reads that can be slow: searches, long pages, nearby without an index. */
  readonly reads: number;
  /** Changes that can be slow: clones, bulk deletes. */
  readonly changes: number;
  /** Exports, each open for as long as its client reads. */
  readonly exports: number;
}

/** Below it, some kind of work would have no connection. */
export const MIN_CONNECTIONS = 8;

/**
 * Divides the connections of a process. Slow work gets half of them, so that it can never keep small work
 * from the database. Of 16, small work gets 5, enough for some 5,000 statements a second of a millisecond
 * each.
 */
export function poolSizes(connections: number): PoolSizes {
  const share = (sixteenths: number): number => Math.max(1, Math.floor((connections * sixteenths) / 16));
  const sizes = {
    vital: share(2),
    background: share(1),
    reads: share(3),
    changes: share(2),
    exports: share(3),
  };
  const taken = Object.values(sizes).reduce((sum, size) => sum + size);
  return { ...sizes, small: connections - taken };
}

/** Threads with connections besides WORKERS: two that write, one for prompt tasks. */
const FURTHER_THREADS = 3;
/** Connections of a thread: one for look-ups, one for writes. */
const OF_A_THREAD = 2;
/** Two for nearby indexes, one for LISTEN, one for pictures. */
const OF_OTHERS = 4;

/** Most connections of a process when everything in it is busy. */
export const connectionsAtMost = ({
  connections,
  workers,
}: {
  /** DATABASE_CONNECTIONS. */
  connections: number;
  /** WORKERS. */
  workers: number;
}): number => connections + OF_A_THREAD * (workers + FURTHER_THREADS) + OF_OTHERS;

/** Connections of a process by kind of work. Exports open their own, up to `sizes.exports`. */
export interface Pools {
  readonly sizes: PoolSizes;
  readonly vital: Sql;
  readonly small: Sql;
  readonly background: Sql;
  readonly reads: ReservedConnections;
  readonly changes: ReservedConnections;
  end(options: { timeout: number }): Promise<void>;
}

/** Runs the smallest statement. */
export async function ping(sql: Sql): Promise<void> {
  await sql`SELECT 1`;
}

export function openPools(
  databaseUrl: string,
  connections: number,
  options: { statementTimeoutMs: number },
): Pools {
  const sizes = poolSizes(connections);
  const named = (name: string, maxConnections: number) => ({
    ...options,
    maxConnections,
    applicationName: name,
  });
  const pools = {
    vital: connect(databaseUrl, named('cartload vital', sizes.vital)),
    // Not pipelined, so that a statement that waits for a lock holds up only its own connection.
    small: connect(databaseUrl, { ...named('cartload', sizes.small), maxPipelined: 0 }),
    background: connect(databaseUrl, named('cartload background', sizes.background)),
    reads: new ReservedConnections(databaseUrl, named('cartload reads', sizes.reads)),
    changes: new ReservedConnections(databaseUrl, named('cartload changes', sizes.changes)),
  };
  return {
    ...pools,
    sizes,
    end: async (how) => {
      await Promise.allSettled(Object.values(pools).map((pool) => pool.end(how)));
    },
  };
}
