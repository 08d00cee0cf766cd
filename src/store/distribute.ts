import { type Sql, withLongStatements } from './client.js';
import { MIGRATION_LOCK } from './migrate.js';

/**
 * Tables that grow with markers. All rows of a map lie in one shard of each, on one node; other tables stay
 * on the coordinator.
 */
export const DISTRIBUTED_TABLES = [
  'markers',
  'layers',
  'legend_entries',
  'field_definitions',
  'map_counts',
  'expiry_settlements',
  'import_blocks',
  'import_changes',
  'search_texts',
] as const;

/**
 * Functions that statements on these tables call on the node of the map. Functions of later migrations follow
 * by themselves.
 */
const FUNCTIONS_OF_NODES = [
  'is_area(text)',
  'same_place(text, double precision, double precision, text, double precision, double precision)',
  'trimmed_code(text)',
  'haversine(double precision, double precision, double precision, double precision)',
  'json_octets_at_most(json)',
  'marker_octets_at_most(markers)',
  'marker_json(markers)',
  'short_marker_json(markers)',
  'stored_octets(markers)',
  'search_grams(integer, text)',
  'search_query(integer, text[])',
  'sort_in(oid)',
];

/**
 * Functions with generic plans, which are impossible where a value decides the node
 * (sql/functions/search.sql).
 */
const PLANNED_ONCE = ['search_candidates(bigint, bigint, text, text, integer)'];

const MIN_CITUS_VERSION = 13;
/** Limit for copying existing rows in one transaction; 320,000 markers take some 6 s. */
const TIMEOUT_HOURS = 24;

/** A database cannot be distributed; the message tells the operator why. */
export class NotDistributable extends Error {}

export interface Distribution {
  /** Tables that this call has distributed. */
  distributed: string[];
  /** Shards of each table, and so the most nodes that can share its work. */
  shards: number;
  /** Nodes with shards, as `host:port`. */
  nodes: string[];
}

/** @throws NotDistributable unless this is the coordinator of a recent enough Citus */
export async function assertDistributable(sql: Sql): Promise<void> {
  const [extension] = await sql<{ version: string }[]>`
    SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`;
  if (!extension)
    throw new NotDistributable(
      'the database has no Citus: load it on all nodes and make its extension, as docs/citus.md says',
    );
  if (Number.parseInt(extension.version, 10) < MIN_CITUS_VERSION)
    throw new NotDistributable(
      `Citus ${extension.version} is too old: version ${MIN_CITUS_VERSION} or later is needed`,
    );
  const [group] = await sql<{ id: number }[]>`SELECT groupid AS id FROM pg_dist_local_group`;
  if (group && group.id !== 0)
    throw new NotDistributable('DATABASE_URL names a worker of Citus: it must name the coordinator');
}

/**
 * Distributes the remaining tables with their data, in one transaction. Can be repeated; the next call
 * completes an interrupted one.
 * @param shards shards of each table
 * @throws NotDistributable
 */
export async function distribute(sql: Sql, shards: number): Promise<Distribution> {
  await assertDistributable(sql);
  const before = await readDistribution(sql);
  const missing = DISTRIBUTED_TABLES.filter((table) => !before.tables.includes(table));
  const statements = missing.map((table) =>
    table === 'markers'
      ? `SELECT create_distributed_table('markers', 'map_id', shard_count => ${Math.trunc(shards)});`
      : `SELECT create_distributed_table('${table}', 'map_id', colocate_with => 'markers');`,
  );
  // One message of the simple protocol is one transaction, as in migrate.ts.
  await run(sql, [
    // More than one copy of a shard could not be locked for update.
    'SET LOCAL citus.shard_replication_factor = 1;',
    `SELECT pg_advisory_xact_lock(${MIGRATION_LOCK});`,
    ...statements,
  ]);
  await run(
    sql,
    PLANNED_ONCE.map((name) => `ALTER FUNCTION ${name} RESET plan_cache_mode;`),
  );
  // A separate transaction, as the first one fills shards over several connections to a node.
  await run(
    sql,
    FUNCTIONS_OF_NODES.map((name) => `SELECT create_distributed_function('${name}');`),
  );
  // The coordinator's own tables still hold the copied rows, which nothing reads.
  await run(
    sql,
    DISTRIBUTED_TABLES.map((table) => `SELECT truncate_local_data_after_distributing_table('${table}');`),
  );
  const { shards: made, nodes } = await readDistribution(sql);
  return { distributed: missing, shards: made, nodes };
}

async function run(sql: Sql, statements: readonly string[]): Promise<void> {
  const message = [`SET LOCAL statement_timeout = '${TIMEOUT_HOURS}h';`, ...statements].join('\n');
  await withLongStatements(sql, TIMEOUT_HOURS * 3_600_000, () => sql.unsafe(message).simple());
}

async function readDistribution(sql: Sql): Promise<{ tables: string[]; shards: number; nodes: string[] }> {
  const tables = await sql<{ name: string }[]>`
    SELECT c.relname AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
    WHERE p.partmethod = 'h' ORDER BY 1`;
  const nodes = await sql<{ node: string; shards: number }[]>`
    SELECT concat(n.nodename, ':', n.nodeport) AS node, count(*) AS shards
    FROM pg_dist_shard s JOIN pg_dist_placement p ON p.shardid = s.shardid
    JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
    WHERE s.logicalrelid = 'markers'::regclass GROUP BY 1 ORDER BY 1`;
  return {
    tables: tables.map(({ name }) => name),
    shards: nodes.reduce((sum, { shards }) => sum + shards, 0),
    nodes: nodes.map(({ node }) => node),
  };
}
