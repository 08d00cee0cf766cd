import { randomBytes } from 'node:crypto';
import { connect, type Sql } from '../../src/store/client.js';
import { createDistributedDatabase, givenCitus } from './citus.js';
import {
  directoryOf,
  ensureTemplate,
  findServerIn,
  givenServer,
  ownerOf,
  removeServerIn,
  startServerIn,
  type TestServer,
  withAdmin,
  withDatabase,
} from './test-server.js';

/** The used part of a tap test. */
interface Scope {
  teardown(action: () => unknown): unknown;
}

/**
 * An empty, migrated database for a test file or a test, dropped with its connections when the test ends. It
 * is on the server in TEST_DATABASE_URL (with TEST_ON_CITUS=1 on that of CITUS_URL, distributed), else on the
 * suite's, else, for a file that runs alone, on one that ends with it.
 */
export async function createDatabase(t: Scope): Promise<{ url: string }> {
  const citus = process.env.TEST_ON_CITUS === '1' ? givenCitus() : null;
  if (citus !== null) return createDistributedDatabase(t, citus);
  const { server, release } = await obtainServer();
  try {
    const template = await ensureTemplate(server);
    const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`;
    await withAdmin(server, (sql) =>
      sql.unsafe(`create database ${name} template ${template} owner ${ownerOf(server)}`),
    );
    t.teardown(async () => {
      await withAdmin(server, (sql) => sql.unsafe(`drop database if exists ${name} with (force)`));
      await release();
    });
    return { url: withDatabase(server.serviceUrl, name) };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Connections of a test to its database, which end with it. */
export function connectTest(t: Scope, url: string): Sql {
  const sql = connect(url, { applicationName: 'test', maxConnections: 8, statementTimeoutMs: 30_000 });
  t.teardown(() => sql.end({ timeout: 5 }));
  return sql;
}

async function obtainServer(): Promise<{ server: TestServer; release: () => Promise<void> }> {
  const shared = givenServer() ?? (await findServerIn(directoryOf(process.ppid)));
  if (shared !== null) return { server: shared, release: async () => {} };
  const directory = directoryOf(process.pid);
  const { server, embedded } = await startServerIn(directory, process.pid);
  const release = async () => {
    await embedded.stop();
    await removeServerIn(directory);
  };
  return { server, release };
}
