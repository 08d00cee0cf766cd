import type { RowError } from '../schema/job.js';
import type { RejectionRuns } from '../schema/rejection-runs.js';
import type { Sql } from './client.js';

export interface ImportCounts {
  processed: number;
  added: number;
  updated: number;
  unchanged: number;
  skipped: number;
  rejected: number;
  /** Milliseconds of work, over all threads. */
  parsingMs: number;
  placingMs: number;
  deduplicatingMs: number;
  writingMs: number;
}

/** Sums over the blocks of an import that are committed. */
export async function sumBlocks(sql: Sql, jobId: string): Promise<ImportCounts> {
  const [row] = await sql<[ImportCounts]>`
    SELECT coalesce(sum(rows), 0)::bigint AS processed, coalesce(sum(added), 0)::bigint AS added,
           coalesce(sum(updated), 0)::bigint AS updated,
           coalesce(sum(unchanged), 0)::bigint AS unchanged, coalesce(sum(skipped), 0)::bigint AS skipped,
           coalesce(sum(rejected), 0)::bigint AS rejected, coalesce(sum(parsing_ms), 0)::float8 AS "parsingMs",
           coalesce(sum(placing_ms), 0)::float8 AS "placingMs",
           coalesce(sum(deduplicating_ms), 0)::float8 AS "deduplicatingMs", coalesce(sum(writing_ms), 0)::float8 AS "writingMs"
    FROM import_blocks WHERE job_id = ${jobId}`;
  return row;
}

/** The first `limit` rejected rows in file order. */
export async function firstErrors(sql: Sql, jobId: string, limit: number): Promise<RowError[]> {
  // A block has at least one error in its head when it has any that may be among the first, so `limit` blocks are enough.
  const rows = await sql<{ head: RowError[] }[]>`
    SELECT head FROM (
      SELECT block, head, sum(json_array_length(head)) OVER (ORDER BY block) - json_array_length(head) AS before
      FROM import_blocks WHERE job_id = ${jobId} AND head IS NOT NULL ORDER BY block LIMIT ${limit}) b
    WHERE before < ${limit} ORDER BY block`;
  return rows.flatMap(({ head }) => head).slice(0, limit);
}

export async function committedBlocks(sql: Sql, jobId: string): Promise<Set<number>> {
  const rows = await sql<{ block: number }[]>`SELECT block FROM import_blocks WHERE job_id = ${jobId}`;
  return new Set(rows.map((row) => row.block));
}

/** Code, column, number and first message of the rejected rows of each block, in file order. */
export async function defectCounts(
  sql: Sql,
  jobId: string,
): Promise<[code: string, column: string | null, count: number, example: string][]> {
  const rows = await sql<{ defects: [string, string | null, number, string][] }[]>`
    SELECT defects FROM import_blocks WHERE job_id = ${jobId} AND defects IS NOT NULL ORDER BY block`;
  return rows.flatMap((row) => row.defects);
}

/** The first block behind `after` that has rejected rows. */
export async function nextBlockWithErrors(
  sql: Sql,
  jobId: string,
  after: number,
): Promise<{ block: number; rejections: RejectionRuns } | null> {
  const rows = await sql<{ block: number; rejections: RejectionRuns }[]>`
    SELECT block, rejections FROM import_blocks
    WHERE job_id = ${jobId} AND block > ${after} AND rejections IS NOT NULL ORDER BY block LIMIT 1`;
  return rows[0] ?? null;
}

/** The first `limit` custom fields in file order, and the bits of the types that all their values fit. */
export async function fieldTypesOf(
  sql: Sql,
  jobId: string,
  limit: number,
): Promise<[name: string, types: number][]> {
  const rows = await sql<{ name: string; types: number }[]>`
    SELECT f.field ->> 0 AS name, bit_and((f.field ->> 1)::integer) AS types
    FROM import_blocks b CROSS JOIN LATERAL json_array_elements(b.fields) WITH ORDINALITY f (field, at)
    WHERE b.job_id = ${jobId} AND b.fields IS NOT NULL
    GROUP BY 1 ORDER BY min(ARRAY[b.block, f.at]) LIMIT ${limit}`;
  return rows.map(({ name, types }) => [name, types]);
}
