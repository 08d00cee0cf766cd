import { connect, type Sql } from './client.js';
import { Lanes } from './lanes.js';

/** How many connections each kind of work has. */
export interface PoolSizes {
  /** Authentication, quotas, readiness, claims, leases and heartbeats. */
  readonly vital: number;
  /** Small reads and writes, and what imports do besides their blocks. */
  readonly small: number;
  /** What nobody waits for: retention, mails, texts for search. */
  readonly background: number;
  /** Reads that can be slow: searches, long pages, nearby without an index. */
  readonly reads: number;
  /** Changes that can be slow: clones, bulk deletes. */
  readonly changes: number;
  /** Each is open for as long as its client reads. */
  readonly exports: number;
}

/** With fewer, some kind of work would have none. */
export const MIN_CONNECTIONS = 8;

/**
 * Shares of a process' connections. Slow work has half of them however many there are, so that it can never keep small work
 * from the database; of 16 small work has 5, which some 5,000 statements a second of a millisecond go through.
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

/** Threads of a process besides WORKERS that can have connections: two that write, one for what is prompt. */
const FURTHER_THREADS = 3;
/** One to look up, one to write. */
const OF_A_THREAD = 2;
/** Two of nearby indexes, one that listens, one of pictures. */
const OF_OTHERS = 4;

/** All that a process can have open, when everything in it is busy. */
export const connectionsAtMost = ({
  connections,
  workers,
}: {
  /** DATABASE_CONNECTIONS. */
  connections: number;
  /** WORKERS. */
  workers: number;
}): number => connections + OF_A_THREAD * (workers + FURTHER_THREADS) + OF_OTHERS;

/** The connections of a process by what they are for. Exports open their own, as many as `sizes` says. */
export interface Pools {
  readonly sizes: PoolSizes;
  readonly vital: Sql;
  readonly small: Sql;
  readonly background: Sql;
  readonly reads: Lanes;
  readonly changes: Lanes;
  end(options: { timeout: number }): Promise<void>;
}

/** The smallest statement there is. */
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
    // One that waits for a lock, or is slow against all expectation, holds up its own connection alone.
    small: connect(databaseUrl, { ...named('cartload', sizes.small), maxPipelined: 0 }),
    background: connect(databaseUrl, named('cartload background', sizes.background)),
    reads: new Lanes(databaseUrl, named('cartload reads', sizes.reads)),
    changes: new Lanes(databaseUrl, named('cartload changes', sizes.changes)),
  };
  return {
    ...pools,
    sizes,
    end: async (how) => {
      await Promise.allSettled(Object.values(pools).map((pool) => pool.end(how)));
    },
  };
}
