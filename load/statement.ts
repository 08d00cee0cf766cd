import { connect, type Sql } from '../src/store/client.js';

/** The driver's record of an answered query. */
interface Answered {
  /** Parameters as they were sent. */
  parameters: readonly unknown[];
  statement: { string: string };
}

/**
 * The statements of a store function with their parameters as literals, so that pgbench can run them.
 * @throws Error when there are none
 */
export async function statementsOf(
  databaseUrl: string,
  ask: (sql: Sql) => Promise<unknown>,
): Promise<string> {
  const sql = connect(databaseUrl, {
    applicationName: 'bench',
    maxConnections: 1,
    statementTimeoutMs: 10_000,
  });
  const queries: Answered[] = [];
  const recording = new Proxy(sql, {
    apply: (target, self, args) => {
      const query = Reflect.apply(target, self, args) as unknown;
      // Fragments of a statement are also queries, which are never sent.
      queries.push(query as Answered);
      return query;
    },
  });
  try {
    await ask(recording);
    const sent = queries.filter((query) => query.statement?.string !== undefined);
    if (sent.length === 0) throw new Error('no statement was asked');
    return sent.map(withValues).join(';\n');
  } finally {
    await sql.end();
  }
}

/** Untyped literals take the type of the parameter in their place. */
function withValues({ statement, parameters }: Answered): string {
  return statement.string.replace(/\$(\d+)/g, (_, number: string) => {
    const value = parameters[Number(number) - 1];
    return value === null || value === undefined ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`;
  });
}
