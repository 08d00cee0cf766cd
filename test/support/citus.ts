import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type postgres from 'postgres';
import { connect } from '../../src/store/client.js';
import { distribute } from '../../src/store/distribute.js';
import { migrate } from '../../src/store/migrate.js';
import { templateName, withDatabase, withSql } from './test-server.js';

/** The used part of a tap test. */
interface Scope {
  teardown(action: () => unknown): unknown;
}

/** Few shards: each test database is copied with all its files. */
const SHARDS = 8;

/**
 * URL of a database on a coordinator that knows its workers; null: none, and tests that need it are skipped.
 */
export function givenCitus(): string | null {
  const url = process.env.CITUS_URL;
  return url === undefined || url === '' ? null : url;
}

/** The `skip` option of tests that need it. */
export const WITHOUT_CITUS = givenCitus() === null ? 'needs CITUS_URL' : false;

/** URLs of all nodes, the coordinator first; a role has the same name and password on each. */
export async function nodesOf(url: string): Promise<string[]> {
  const workers = await withSql(
    url,
    (sql) => sql<{ nodename: string; nodeport: number }[]>`
      SELECT nodename, nodeport FROM pg_dist_node WHERE groupid <> 0 AND noderole = 'primary' ORDER BY nodeid`,
  );
  return [url, ...workers.map(({ nodename, nodeport }) => withAddress(url, nodename, nodeport))];
}

/** An empty database on all nodes, migrated and distributed; dropped at the end of the test. */
export async function createDistributedDatabase(t: Scope, citusUrl: string): Promise<{ url: string }> {
  const nodes = await nodesOf(citusUrl);
  const template = await ensureTemplate(citusUrl, nodes);
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`;
  t.teardown(() =>
    onEach(nodes, async (sql) => {
      // Otherwise its maintenance daemon would return before it is dropped.
      await sql.unsafe(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
    }),
  );
  await onEach(nodes, (sql) => sql.unsafe(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return { url: withDatabase(citusUrl, name) };
}

/**
 * Creates a template. A distributed database copied node by node is complete: shards and the metadata about
 * them keep their names.
 */
async function ensureTemplate(citusUrl: string, nodes: readonly string[]): Promise<string> {
  const code = readFileSync(fileURLToPath(new URL('../../src/store/distribute.js', import.meta.url)));
  const hash = createHash('sha256').update(templateName()).update(code).update(nodes.join());
  const name = `cartload_citus_${hash.digest('hex').slice(0, 16)}`;
  await withSql(citusUrl, async (lock) => {
    await lock`SELECT pg_advisory_lock(7161129115234689382)`;
    if ((await lock`SELECT FROM pg_database WHERE datname = ${name}`).length > 0) return;
    const fresh = `${name}_new`;
    await onEach(nodes, async (sql) => {
      const old = await sql<{ datname: string }[]>`
        SELECT datname FROM pg_database WHERE datname LIKE 'cartload_citus_%'`;
      for (const { datname } of old) await sql.unsafe(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
      await sql.unsafe(`CREATE DATABASE ${fresh}`);
    });
    await onEach(
      nodes.map((node) => withDatabase(node, fresh)),
      (sql) => sql`CREATE EXTENSION citus`,
    );
    await fill(withDatabase(citusUrl, fresh), nodes.slice(1));
    await onEach(nodes, async (sql) => {
      // Otherwise its maintenance daemon would keep it from being copied.
      await sql.unsafe(`ALTER DATABASE ${fresh} ALLOW_CONNECTIONS false`);
      const connected = () =>
        sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${fresh}`;
      while ((await connected()).length > 0);
    });
    for (const node of nodes.toReversed())
      await withSql(node, (sql) => sql.unsafe(`ALTER DATABASE ${fresh} RENAME TO ${name}`));
  });
  return name;
}

async function fill(url: string, workers: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(url);
  const sql = connect(url, { applicationName: 'test', maxConnections: 1, statementTimeoutMs: 60_000 });
  try {
    await sql`SELECT citus_set_coordinator_host(${hostname}, ${port}::integer)`;
    for (const worker of workers) {
      const node = new URL(worker);
      await sql`SELECT citus_add_node(${node.hostname}, ${node.port}::integer)`;
    }
    await migrate(sql);
    await distribute(sql, SHARDS);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function withAddress(url: string, host: string, port: number): string {
  const changed = new URL(url);
  changed.hostname = host;
  changed.port = String(port);
  return changed.href;
}

async function onEach(
  urls: readonly string[],
  action: (sql: postgres.Sql) => PromiseLike<unknown>,
): Promise<void> {
  await Promise.all(urls.map((url) => withSql(url, action)));
}
