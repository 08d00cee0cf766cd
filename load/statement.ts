import { connect, type Sql } from '../src/store/client.js';

/** What the driver keeps of a query that was answered. */
interface Answered {
  /** As they were sent. */
  parameters: readonly unknown[];
  statement: { string: string };
}

/**
 * The statements that a function of the store asks, with their parameters written into them: what pgbench can ask by itself.
 * @throws Error when it asks none
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
      // Fragments of a statement are queries, too, which are never sent.
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

/** As literals without a type each takes the type that the parameter had in its place. */
function withValues({ statement, parameters }: Answered): string {
  return statement.string.replace(/\$(\d+)/g, (_, number: string) => {
    const value = parameters[Number(number) - 1];
    return value === null || value === undefined ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`;
  });
}
