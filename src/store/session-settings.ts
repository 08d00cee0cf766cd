import type { Logger } from '../base/log.js';
import { pgConnection } from './pg-connection.js';
import { PLANNING } from './planning.js';
import { readDatabaseAddress } from './tls.js';

/** The longest time-out of connections without a pooler. */
export const ROLE_STATEMENT_TIMEOUT_MS = 50_000;

/**
 * Settings that sessions behind a pooler get from their role: a pooler in transaction mode refuses start
 * parameters, and a SET would apply to another client in the next transaction. Without a pooler each
 * connection sets its own.
 */
const OF_ROLE = {
  statement_timeout: `${ROLE_STATEMENT_TIMEOUT_MS / 1000}s`,
  idle_in_transaction_session_timeout: '10s',
  ...PLANNING,
} as const;
type Setting = keyof typeof OF_ROLE;

/** Defaults of PostgreSQL. */
const UNSET: Readonly<Record<Setting, string>> = {
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  jit: 'on',
  random_page_cost: '4',
};

/** Advisory lock that keeps starting processes from altering one role at once: 'sessions' in ASCII. */
const LOCK = '8315168248338542195';

/**
 * Gives sessions behind a pooler their settings: those that are unset are set for the role in this database.
 * Must be called before the first statement through the pooler, whose connections keep their initial
 * settings. Does nothing without a pooler.
 * @param serverUrl URL of the server itself; a URL of the pooler works, too, except for the connection that
 * this uses
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
      'sessions behind the pooler lack settings: set each with ALTER ROLE for the role of the pooler, then RECONNECT in its console',
    );
}

type Query = (text: string) => Promise<Record<string, string>[]>;

async function unset(query: Query): Promise<Setting[]> {
  const names = Object.keys(OF_ROLE) as Setting[];
  const [row] = await query(`SELECT ${names.map((name) => `current_setting('${name}') AS ${name}`).join()}`);
  return names.filter((name) => row![name] === UNSET[name]);
}

async function withClient<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const { Client, ...address } = pgConnection(url, null);
  const client = new Client({
    ...address,
    application_name: 'cartload sessions',
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  });
  // When the connection breaks its statement fails; the error event must not end the process as well.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(async (text) => (await client.query(text)).rows);
  } finally {
    await client.end();
  }
}
