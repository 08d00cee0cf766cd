import type { Test } from 'tap';
import type { Sql } from '../../src/store/client.js';

/** @param table name, with a condition if any */
export const countOf = async (sql: Sql, table: string): Promise<number> =>
  (await sql.unsafe<[{ n: number }]>(`SELECT count(*)::int AS n FROM ${table}`))[0].n;

/** Adds markers at one place each, every third one an area; expired some days ago, or never. */
export const addMarkers = (
  sql: Sql,
  mapId: number,
  rows: number,
  firstId: number,
  expiredDaysAgo: number | null,
) => sql`
  WITH added AS (
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell, expires_at)
    SELECT ${mapId}, ${firstId}::bigint + n, 'P', CASE n % 3 WHEN 0 THEN 'us_zip' ELSE 'pin' END, n / 1e6, 1, n,
           now() - ${expiredDaysAgo}::float8 * interval '1 day'
    FROM generate_series(0, ${rows - 1}::int) n RETURNING is_area(type) AS area)
  SELECT add_counts(${mapId}, count(*), count(*) FILTER (WHERE area)) FROM added`;

/** Adds a job with rows in its ledger and an idempotency key. */
export const addJob = (
  sql: Sql,
  id: string,
  mapId: number,
  status: string,
  endedDaysAgo: number | null,
  blocks = 1,
) => sql`
  WITH job AS (
    INSERT INTO jobs (id, map_id, kind, status, task, total, first_marker_id, completed_at)
    VALUES (${id}, ${mapId}, 'bulk_import', ${status}, '{}', 1, 1, now() - ${endedDaysAgo}::float8 * interval '1 day') RETURNING id
  ), key AS (
    INSERT INTO idempotency_keys SELECT m.account_id, job.id, 'x', job.id FROM job JOIN maps m ON m.id = ${mapId}
  )
  INSERT INTO import_blocks (map_id, job_id, block, rows, added, updated, skipped, rejected, parsing_ms, placing_ms, deduplicating_ms, writing_ms)
  SELECT ${mapId}, id, n, 1, 0, 0, 0, 0, 0, 0, 0, 0 FROM job, generate_series(1, ${blocks}::int) n`;

/**
 * Asserts counts. Markers whose expiry is settled (settle_expired of sql/functions/counts.sql) are in no
 * count.
 */
export async function assertCounts(t: Test, sql: Sql, mapId: number): Promise<void> {
  const [real] = await sql`
    SELECT count(*)::int AS markers, count(*) FILTER (WHERE is_area(type))::int AS areas FROM markers WHERE map_id = ${mapId}
      AND (expires_at IS NULL OR expires_at > coalesce(
        (SELECT settled_at FROM expiry_settlements WHERE map_id = ${mapId}), '-infinity'))`;
  const [told] = await sql`
    SELECT sum(markers)::int AS markers, sum(areas)::int AS areas FROM map_counts WHERE map_id = ${mapId}`;
  t.same(told, real, 'the counts are those of the markers');
}
