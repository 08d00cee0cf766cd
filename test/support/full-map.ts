import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newJobId } from '../../src/access/keys/key.js';
import { rejectsPath } from '../../src/import/spool/uploaded.js';
import type { Sql } from '../../src/store/client.js';

/** A map with one of everything. */
export interface FullMap {
  accountId: number;
  map: number;
  marker: number;
  share: number;
  /** Webhook of the account. */
  webhook: number;
  /** An import that no process claims. */
  job: string;
}

/** @param friendEmail account that the map is shared with */
export async function createFullMap(sql: Sql, accountId: number, friendEmail: string): Promise<FullMap> {
  const job = newJobId();
  const [row] = await sql<[Pick<FullMap, 'map' | 'marker' | 'share' | 'webhook'>]>`
    WITH m AS (INSERT INTO maps (account_id, name) VALUES (${accountId}, 'M') RETURNING id),
    l AS (INSERT INTO layers (map_id, is_default) SELECT id, true FROM m RETURNING map_id, id),
    e AS (INSERT INTO legend_entries (map_id, layer_id, name, color, ordering) SELECT map_id, id, 'Old', 'red', 0 FROM l),
    p AS (INSERT INTO markers (map_id, id, name, type, radius, lat, lng, cell, category)
          SELECT id, nextval('marker_ids'), 'Old', 'circle', 5, 1, 2, 3, 'Old' FROM m RETURNING id),
    s AS (INSERT INTO shares (map_id, account_id, access_level, email)
          SELECT m.id, a.id, 'viewer', a.email FROM m, accounts a WHERE a.email = ${friendEmail} RETURNING id),
    w AS (INSERT INTO webhooks (account_id, url) VALUES (${accountId}, 'https://webhook.invalid/') RETURNING id),
    j AS (INSERT INTO jobs (id, map_id, kind, task, total, first_marker_id)
          SELECT ${job}, id, 'never claimed', '{"mapping": [], "unnamed": []}', 0, 1 FROM m)
    SELECT m.id AS map, p.id AS marker, s.id AS share, w.id AS webhook FROM m, p, s, w`;
  return { accountId, job, ...row };
}

/** Completes the import, with files of rejected and of skipped rows, and a list of changes. */
export async function endImport(sql: Sql, dataDir: string, { job, map, marker }: FullMap): Promise<void> {
  await sql`UPDATE jobs SET status = 'completed', deleted = 1, started_at = now(), completed_at = now() WHERE id = ${job}`;
  await sql`
    INSERT INTO import_changes (job_id, map_id, block, marker_id, name, changes)
    VALUES (${job}, ${map}, 0, ${marker}, 'After', '{"name": ["Before", "After"]}')`;
  for (const kind of ['errors', 'skipped'] as const)
    await writeFile(rejectsPath(join(dataDir, 'spool'), job, kind), 'name,error\n');
}

const TABLES = [
  ...['maps', 'layers', 'legend_entries', 'field_definitions', 'markers', 'map_counts', 'shares', 'jobs'],
  ...[
    'idempotency_keys',
    'header_memory',
    'quota_use',
    'accounts',
    'api_keys',
    'import_blocks',
    'import_changes',
    'webhooks',
  ],
];

/** Removes all maps and what they hold, so that `readContents` reads no more than a test has made. */
export async function removeMaps(sql: Sql): Promise<void> {
  const tables = TABLES.filter((table) => !['maps', 'accounts', 'api_keys', 'quota_use'].includes(table));
  await sql.unsafe(['outbox', ...tables.reverse(), 'maps'].map((table) => `DELETE FROM ${table}`).join(';'));
}

/**
 * All rows that a request can change. Of the outbox only the invited, as the progress of mails changes by
 * itself.
 */
export async function readContents(sql: Sql): Promise<unknown> {
  const columns = TABLES.map((table) => `(SELECT json_agg(t ORDER BY t::text) FROM ${table} t) AS ${table}`);
  const [row] = await sql.unsafe(
    `SELECT ${columns.join()}, (SELECT json_agg(o.account_id ORDER BY o.id) FROM outbox o) AS outbox`,
  );
  return row;
}
