import { setTimeout as delay } from 'node:timers/promises';
import type { PendingQuery, Row } from 'postgres';
import { type ConnectOptions, connect, type Sql } from './client.js';

/** Members of a statement that the driver's types lack. */
interface Statement extends PendingQuery<readonly Row[]> {
  /** The connection is running this statement. */
  readonly active: boolean;
  /** Asks the server to cancel; resolves when the server has handled the request. */
  readonly canceller: ((statement: Statement) => Promise<void>) | null;
}

/** The server ignores a cancellation between the parts of a statement, so it is repeated. */
const CANCEL_AGAIN_MS = 50;

/**
 * Connections that are lent to one caller at a time: no statement waits behind another caller's in the
 * driver's pipeline, and the statements of a caller who has left can be cancelled. A cancellation addresses a
 * connection, not a statement, and may come late, so a connection is lent again only when both statement and
 * cancellation are over.
 */
export class ReservedConnections {
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
   * @param work gets a connection; its statements fail with the signal's reason once that is aborted
   * @throws errors of `work`; Error when no connection is free, which the callers' turns rule out
   */
  async use<T>(signal: AbortSignal, work: (sql: Sql) => Promise<T>): Promise<T> {
    // Take the last used connection, so that idle ones close.
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
      // Statements that were not awaited must not run on for the next caller.
      if (cancelling) await cancelling;
      else await Promise.allSettled(running);
      this.#free.push(sql);
    }
  }

  async end(options: { timeout: number }): Promise<void> {
    await Promise.allSettled(this.#all.map((sql) => sql.end(options)));
  }
}

/** Wraps the client so that its statements are in `running` from sending to settling. */
function abortable(sql: Sql, running: Set<Statement>, signal: AbortSignal): Sql {
  const watch = (query: unknown): unknown => {
    if (!(query instanceof Promise)) return query; // a helper, such as sql(list)
    const statement = query as Statement;
    const settle = statement.then.bind(statement);
    // A statement is sent when it is first awaited; a fragment of another statement never is.
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
    // Inactive statements wait behind an active one or for the connection; cancelling them would leave the
    // connection hanging.
    const active = [...running].filter((statement) => statement.active);
    await Promise.allSettled(active.map((statement) => statement.canceller?.(statement)));
    if (running.size > 0) await delay(CANCEL_AGAIN_MS);
  }
}
