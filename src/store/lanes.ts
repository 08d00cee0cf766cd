import { setTimeout as delay } from 'node:timers/promises';
import type { PendingQuery, Row } from 'postgres';
import { type ConnectOptions, connect, type Sql } from './client.js';

/** What the driver knows of a statement and does not tell in its types. */
interface Statement extends PendingQuery<readonly Row[]> {
  /** It is the one that its connection works on. */
  readonly active: boolean;
  /** Asks the server to cancel; resolves when the server has done what it does about it. */
  readonly canceller: ((statement: Statement) => Promise<void>) | null;
}

/** A request to cancel that comes between a statement's parts is ignored by the server, so it is made again. */
const CANCEL_AGAIN_MS = 50;

/**
 * Connections of which each is one caller's for a while: no statement stands behind another's in the driver's pipeline, and
 * the statements of a caller who has left can be cancelled. A cancellation means a connection, not a statement, and may
 * come late: so a connection is given on when both statement and cancellation are over.
 */
export class Lanes {
  readonly #free: Sql[];
  readonly #all: readonly Sql[];

  constructor(databaseUrl: string, options: ConnectOptions) {
    this.#all = Array.from({ length: options.maxConnections }, () =>
      connect(databaseUrl, { ...options, maxConnections: 1 }),
    );
    this.#free = [...this.#all];
  }

  get size(): number {
    return this.#all.length;
  }

  get used(): number {
    return this.#all.length - this.#free.length;
  }

  /**
   * @param work gets a connection for as long as it takes; its statements fail with the signal's reason once that is aborted
   * @throws what `work` throws; Error where no connection is free: callers come in turns that are no more than there are
   */
  async use<T>(signal: AbortSignal, work: (sql: Sql) => Promise<T>): Promise<T> {
    // The one that was used last: the others' connections close when they are not needed.
    const sql = this.#free.pop();
    if (!sql) throw new Error(`all ${this.#all.length} connections for slow work are in use`);
    const running = new Set<Statement>();
    let cancelling: Promise<void> | null = null;
    const cancel = (): void => {
      cancelling = cancelAll(running);
    };
    signal.addEventListener('abort', cancel);
    try {
      return await work(abortable(sql, running, signal));
    } finally {
      signal.removeEventListener('abort', cancel);
      // What was begun and not awaited must not run on in the next caller's time.
      if (cancelling) await cancelling;
      else await Promise.allSettled(running);
      this.#free.push(sql);
    }
  }

  async end(options: { timeout: number }): Promise<void> {
    await Promise.allSettled(this.#all.map((sql) => sql.end(options)));
  }
}

/** The client, whose statements stand in `running` from when they are sent until they are settled. */
function abortable(sql: Sql, running: Set<Statement>, signal: AbortSignal): Sql {
  const watch = (query: unknown): unknown => {
    if (!(query instanceof Promise)) return query; // a helper, such as sql(list)
    const statement = query as Statement;
    const settle = statement.then.bind(statement);
    // Sent when it is first awaited; a fragment of another statement never is.
    // biome-ignore lint/suspicious/noThenProperty: see there
    statement.then = ((...handlers: []) => {
      if (signal.aborted) return Promise.reject(signal.reason).then(...handlers);
      running.add(statement);
      const settled = settle(
        (rows) => {
          running.delete(statement);
          return rows;
        },
        (error) => {
          running.delete(statement);
          throw signal.aborted ? signal.reason : error;
        },
      );
      return settled.then(...handlers);
    }) as typeof statement.then;
    return statement;
  };
  return new Proxy(sql, {
    apply: (target, self, args) => watch(Reflect.apply(target, self, args)),
    get: (target, name) => {
      const member = Reflect.get(target, name);
      return name === 'unsafe' ? (...args: []) => watch(member(...args)) : member;
    },
  });
}

async function cancelAll(running: ReadonlySet<Statement>): Promise<void> {
  while (running.size > 0) {
    // One that is not active waits behind one that is, or for the connection: cancelling it there leaves the driver's connection hanging.
    const active = [...running].filter((statement) => statement.active);
    await Promise.allSettled(active.map((statement) => statement.canceller?.(statement)));
    if (running.size > 0) await delay(CANCEL_AGAIN_MS);
  }
}
