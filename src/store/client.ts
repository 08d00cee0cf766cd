// Room store: all SQL, and the connections to PostgreSQL and Redis; embedded/ runs the embedded PostgreSQL.

import { Socket } from 'node:net';
import postgres from 'postgres';
import { PLANNING } from './planning.js';
import { ROLE_STATEMENT_TIMEOUT_MS } from './session-settings.js';
import { endWhenSilent, SILENCE_GRACE_MS, SilenceLimit } from './silence.js';
import { readDatabaseAddress } from './tls.js';

export type Sql = postgres.Sql<{ bigint: number; texts: readonly (string | null)[] }>;

/** OID of text[]. */
const TEXT_ARRAY = 1009;

/** A text[] in PostgreSQL's input syntax; the driver supports arrays only with `fetch_types`. */
function textArrayLiteral(values: readonly (string | null)[]): string {
  const elements = values.map((value) => (value === null ? 'NULL' : `"${value.replace(/[\\"]/g, '\\$&')}"`));
  return `{${elements.join()}}`;
}

export interface ConnectOptions {
  applicationName: string;
  /**
   * Most connections; opened on demand, closed after 60 idle seconds, or the statement time-out if that is
   * shorter.
   */
  maxConnections: number;
  /** A statement that runs longer is cancelled by the server. */
  statementTimeoutMs: number;
  /** Most statements that the driver pipelines on a connection; default 100. */
  maxPipelined?: number;
  /** A connection whose server is silent for longer than the statement time-out and this is given up. */
  silenceGraceMs?: number;
}

/**
 * A pool for single statements. Never use `sql.begin` on it: when a backend dies in the middle of a
 * transaction, the driver runs the rest in autocommit (postgres#1155). A change of several rows is one SQL
 * function of `sql/`. Behind a pooler statements are not pipelined: the driver first asks for the types of a
 * statement's parameters, without a Sync, and PgBouncer 1.18 gives the server connection to another client
 * once the statement before is answered, so the next one would wait for ever.
 */
export function connect(databaseUrl: string, options: ConnectOptions): Sql {
  const { url, tls, isPooler } = readDatabaseAddress(databaseUrl);
  const { statementTimeoutMs, silenceGraceMs = SILENCE_GRACE_MS } = options;
  const serverLimitMs = isPooler
    ? Math.max(statementTimeoutMs, ROLE_STATEMENT_TIMEOUT_MS)
    : statementTimeoutMs;
  const silence = new SilenceLimit(serverLimitMs + silenceGraceMs);
  const sql: Sql = postgres(url, {
    ssl: tls,
    max: options.maxConnections,
    // Missing in the driver's types.
    ...({
      max_pipeline: isPooler ? 0 : (options.maxPipelined ?? 100),
      socket: socketsWith(silence),
    } as object),
    // Below the longest silence, so that a connection that is silent for that long is not an idle one.
    idle_timeout: Math.min(60, statementTimeoutMs / 1000),
    connect_timeout: 10,
    // The default waits up to 20 s between two attempts, longer than a lease.
    backoff: (attempt: number) => Math.min(0.01 * 2 ** attempt, 1) * (0.5 + Math.random() / 2),
    // The default asks the server for array types on every connection and rejects unhandled when a backend
    // dies.
    fetch_types: false,
    onnotice: () => {},
    connection: {
      application_name: options.applicationName,
      // Behind a pooler the role has these (session-settings.ts).
      ...(!isPooler && { statement_timeout: statementTimeoutMs, ...PLANNING }),
    },
    // Ids and counts stay below 2^53: they are JSON numbers to clients.
    types: {
      bigint: { to: 20, from: [20], parse: Number, serialize: String },
      // For writing, as sql.typed.texts([...]); arrays are read as JSON (to_json).
      texts: {
        to: TEXT_ARRAY,
        from: [],
        parse: (text: string): readonly (string | null)[] => [text],
        serialize: textArrayLiteral,
      },
    },
  });
  const use: ConnectionUse = {
    limit: options.maxConnections,
    busy: 0,
    waiting: 0,
    statements: 0,
    seconds: 0,
  };
  const { unsafe } = sql;
  sql.unsafe = ((...args: Parameters<typeof unsafe>) => watch(unsafe(...args), use)) as typeof unsafe;
  const watched = new Proxy(sql, {
    apply: (target, self, args) => watch(Reflect.apply(target, self, args), use),
  });
  uses.set(watched, use);
  Object.assign(sql, { [SILENCE]: silence });
  return watched;
}

/** Member of a pool, also through wrappers. */
const SILENCE = Symbol('silence');

/**
 * Runs statements that set a longer limit for themselves than that of their pool.
 * @param sql a pool made by `connect`; others have no limit
 */
export function withLongStatements<T>(sql: object, limitMs: number, work: () => Promise<T>): Promise<T> {
  const silence = (sql as { [SILENCE]?: SilenceLimit })[SILENCE];
  return silence ? silence.raise(limitMs, work) : work();
}

/** SQL: a text for a message without parameters, in hexadecimal, which needs no quoting. */
export const textInHex = (text: string): string =>
  `convert_from(decode('${Buffer.from(text).toString('hex')}', 'hex'), 'UTF8')`;

/** Makes the sockets of a pool as the driver does, which hands out none of its own. */
function socketsWith(silence: SilenceLimit) {
  let connects = 0;
  const together = new Set<() => void>();
  return ({ path, host, port }: { path?: string | false; host: string[]; port: number[] }): Socket => {
    const at = connects++ % host.length;
    const address = { host: host[at]!, port: port[at]! };
    const socket = new Socket();
    endWhenSilent(
      socket,
      () => silence.ms,
      () => true,
      { together },
    );
    if (path) return socket.connect(path);
    // The driver reads them for TLS and for its errors.
    return Object.assign(socket.connect(address), address);
  };
}

/** Load and totals of a pool's statements. */
export interface ConnectionUse {
  limit: number;
  /** Statements with a connection. */
  busy: number;
  /** Statements behind others: the driver pipelines up to a hundred on a connection. */
  waiting: number;
  /** Finished statements. */
  statements: number;
  /** Total time from sending or queueing to the result. */
  seconds: number;
}

const uses = new WeakMap<Sql, ConnectionUse>();

/** @param sql a pool made by `connect` */
export function connectionUse(sql: Sql): ConnectionUse {
  const use = uses.get(sql)!;
  const open = use.busy;
  return { ...use, busy: Math.min(open, use.limit), waiting: Math.max(0, open - use.limit) };
}

/**
 * Counts a running statement, and removes holes from its result: after a statement that fails or loses its
 * backend in the middle of its rows, the next result on the connection begins with as many holes
 * (postgres#1119, postgres#1181, both open; a test shows when they are fixed).
 */
function watch(query: unknown, use: ConnectionUse): unknown {
  if (!(query instanceof Promise)) return query; // a helper, such as sql(list)
  const settle = query.then.bind(query) as (
    onRows: (rows: unknown) => unknown,
    onError: (error: unknown) => never,
  ) => Promise<unknown>;
  // A statement may be awaited twice but counts once.
  let isOpen: boolean | null = null;
  let beganAtMs = 0;
  const begin = (): void => {
    if (isOpen !== null) return;
    isOpen = true;
    beganAtMs = performance.now();
    use.busy++;
  };
  const end = (): void => {
    if (!isOpen) return;
    isOpen = false;
    use.busy--;
    use.statements++;
    use.seconds += (performance.now() - beganAtMs) / 1000;
  };
  // biome-ignore lint/suspicious/noThenProperty: a query is sent when it is first awaited, so it must be awaited here
  query.then = ((...handlers: []) => {
    begin();
    return settle(
      (rows) => {
        end();
        return closeGaps(rows);
      },
      (error) => {
        end();
        throw error;
      },
    ).then(...handlers);
  }) as typeof query.then;
  return query;
}

function closeGaps(rows: unknown): unknown {
  if (Array.isArray(rows) && rows.length > 0 && !(0 in rows)) {
    let holes = 1;
    while (holes < rows.length && !(holes in rows)) holes++;
    rows.splice(0, holes);
  }
  return rows;
}

/** SQLSTATE of a database error, '' for other values. */
export function sqlState(error: unknown): string {
  return error instanceof postgres.PostgresError ? error.code : '';
}
