import postgres from 'postgres';
import { readDatabaseAddress } from './tls.js';

export type Sql = postgres.Sql<{ bigint: number; texts: readonly (string | null)[] }>;

/** OID of text[]. */
const TEXT_ARRAY = 1009;

/** A text[] in PostgreSQL's input syntax. The driver knows arrays only with `fetch_types`. */
function textArrayLiteral(values: readonly (string | null)[]): string {
  const elements = values.map((value) => (value === null ? 'NULL' : `"${value.replace(/[\\"]/g, '\\$&')}"`));
  return `{${elements.join()}}`;
}

export interface ConnectOptions {
  applicationName: string;
  /** Connections at most; opened when needed, closed after 60 idle seconds. */
  maxConnections: number;
  /** A statement that runs longer is cancelled by the server. */
  statementTimeoutMs: number;
  /** Statements that the driver sends on a connection before the answer to an earlier one, on which they wait; default 100. */
  maxPipelined?: number;
}

/**
 * A pool for single statements. Behind a pooler each waits for the answer to the one before: the driver asks for the types of
 * a statement's parameters first, without a Sync, and PgBouncer 1.18 gives the server connection to another client as soon as the statement
 * before is answered; what comes then reaches nobody, and the statement waits for ever. Never `sql.begin` on it: a backend that dies in the middle of a transaction makes the
 * driver run the rest in autocommit (postgres#1155). A change of several rows is one SQL function of `sql/`.
 */
export function connect(databaseUrl: string, options: ConnectOptions): Sql {
  const { url, tls, isPooler } = readDatabaseAddress(databaseUrl);
  const sql: Sql = postgres(url, {
    ssl: tls,
    max: options.maxConnections,
    // Not in its types.
    ...({ max_pipeline: isPooler ? 0 : (options.maxPipelined ?? 100) } as object),
    idle_timeout: 60,
    connect_timeout: 10,
    // The default waits for up to 20 s between two attempts: longer than a lease.
    backoff: (attempt: number) => Math.min(0.01 * 2 ** attempt, 1) * (0.5 + Math.random() / 2),
    // The default asks the server for array types on every connection and rejects unhandled when a backend dies.
    fetch_types: false,
    onnotice: () => {},
    connection: {
      application_name: options.applicationName,
      // Behind a pooler it is the role's (session-settings.ts).
      ...(!isPooler && { statement_timeout: options.statementTimeoutMs }),
    },
    // Ids and counts stay below 2^53: they are JSON numbers to clients.
    types: {
      bigint: { to: 20, from: [20], parse: Number, serialize: String },
      // Written as sql.typed.texts([...]); what is read comes as JSON (to_json).
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
  return watched;
}

/** What statements of a pool do now, and did. */
export interface ConnectionUse {
  limit: number;
  /** Have a connection. */
  busy: number;
  /** Behind others: the driver sends up to a hundred ahead on a connection. */
  waiting: number;
  /** That ended. */
  statements: number;
  /** From when they were sent, or stood in line, to their results. */
  seconds: number;
}

const uses = new WeakMap<Sql, ConnectionUse>();

/** @param sql what `connect` returned */
export function connectionUse(sql: Sql): ConnectionUse {
  const use = uses.get(sql)!;
  const open = use.busy;
  return { ...use, busy: Math.min(open, use.limit), waiting: Math.max(0, open - use.limit) };
}

/**
 * Counts a statement while it is under way, and closes gaps: one that fails after its first rows, or whose backend dies then, leaves
 * the driver's row counter standing, and the next
 * result on the connection begins with as many holes (postgres#1119, postgres#1181, both open; a test tells when they are mended).
 */
function watch(query: unknown, use: ConnectionUse): unknown {
  if (!(query instanceof Promise)) return query; // a helper, such as sql(list)
  const settle = query.then.bind(query) as (
    onRows: (rows: unknown) => unknown,
    onError: (error: unknown) => never,
  ) => Promise<unknown>;
  // It may be awaited twice, and counts once.
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

/** SQLSTATE of a database error, '' for anything else. */
export function sqlState(error: unknown): string {
  return error instanceof postgres.PostgresError ? error.code : '';
}
