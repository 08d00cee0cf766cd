import postgres from 'postgres';

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
}

/**
 * A pool for single statements. Never `sql.begin` on it: a backend that dies in the middle of a transaction makes the
 * driver run the rest in autocommit (postgres#1155). A change of several rows is one SQL function of `sql/`.
 */
export function connect(url: string, options: ConnectOptions): Sql {
  return postgres(url, {
    max: options.maxConnections,
    idle_timeout: 60,
    connect_timeout: 10,
    // The default asks the server for array types on every connection and rejects unhandled when a backend dies.
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: options.applicationName, statement_timeout: options.statementTimeoutMs },
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
}

/** SQLSTATE of a database error, '' for anything else. */
export function sqlState(error: unknown): string {
  return error instanceof postgres.PostgresError ? error.code : '';
}
