import type { Logger } from '../base/log.js';
import { pgConnection } from './pg-connection.js';
import { readDatabaseAddress } from './tls.js';

/**
 * What sessions behind a pooler get from their role, as a pooler in transaction mode refuses start parameters, and a SET would be another
 * client's with the next transaction. Without a pooler each connection says what is right for its work, and the role has no part in it.
 */
const OF_ROLE = {
  /** The longest of those that connections without a pooler say. */
  statement_timeout: '50s',
  idle_in_transaction_session_timeout: '10s',
} as const;
type Setting = keyof typeof OF_ROLE;

/** What PostgreSQL has where nobody said anything else. */
const UNSET: Readonly<Record<Setting, string>> = {
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};

/** Processes that start together must not alter one role together: 'sessions' in ASCII. */
const LOCK = '8315168248338542195';

/**
 * Sees to it that sessions behind a pooler have time limits: what nobody has set is set for the role
 * in this database. To be called before the first statement goes through the pooler: its connections keep what they began with.
 * Without a pooler there is nothing to do.
 * @param serverUrl the server itself; through the pooler it works, too, but for the connection that it takes
 */
export async function settleSessions(databaseUrl: string, serverUrl: string, log: Logger): Promise<void> {
  if (!readDatabaseAddress(databaseUrl).isPooler) return;
  const toSet = (names: readonly Setting[]): string[] =>
    names.map((name) => `SET ${name} = '${OF_ROLE[name]}'`);
  await withClient(serverUrl, async (query) => {
    const changes = toSet(await unset(query)).map(
      (change) =>
        `EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I ${change.replaceAll("'", "''")}', current_database());`,
    );
    if (changes.length > 0)
      await query(`SELECT pg_advisory_xact_lock(${LOCK}); DO $$ BEGIN ${changes.join(' ')} END $$`);
  });
  const lacking = await withClient(databaseUrl, async (query) => toSet(await unset(query)));
  if (lacking.length > 0)
    log.warn(
      { lacking },
      'sessions behind the pooler lack settings: ALTER ROLE with each of them the role that the pooler uses, then RECONNECT in its console',
    );
}

type Query = (text: string) => Promise<Record<string, string>[]>;

async function unset(query: Query): Promise<Setting[]> {
  const names = Object.keys(OF_ROLE) as Setting[];
  const [row] = await query(`SELECT ${names.map((name) => `current_setting('${name}') AS ${name}`).join()}`);
  return names.filter((name) => row![name] === UNSET[name]);
}

async function withClient<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const { Client, ...address } = pgConnection(url);
  const client = new Client({
    ...address,
    application_name: 'cartload sessions',
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  });
  // What happens to the connection fails the statement under way; a second event about it must not end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(async (text) => (await client.query(text)).rows);
  } finally {
    await client.end();
  }
}
