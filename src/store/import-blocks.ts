import type { RowError } from '../schema/job.js';
import type { Sql } from './client.js';

export interface ImportCounts {
  processed: number;
  added: number;
  updated: number;
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
           coalesce(sum(updated), 0)::bigint AS updated, coalesce(sum(skipped), 0)::bigint AS skipped,
           coalesce(sum(rejected), 0)::bigint AS rejected, coalesce(sum(parsing_ms), 0)::float8 AS "parsingMs",
           coalesce(sum(placing_ms), 0)::float8 AS "placingMs",
           coalesce(sum(deduplicating_ms), 0)::float8 AS "deduplicatingMs", coalesce(sum(writing_ms), 0)::float8 AS "writingMs"
    FROM import_blocks WHERE job_id = ${jobId}`;
  return row;
}

/** The first `limit` rejected rows in file order. */
export async function firstErrors(sql: Sql, jobId: string, limit: number): Promise<RowError[]> {
  // A block holds at least one error when `errors` is set, so `limit` blocks are enough.
  const rows = await sql<{ error: RowError }[]>`
    SELECT e AS error FROM (
      SELECT block, errors FROM import_blocks WHERE job_id = ${jobId} AND errors IS NOT NULL ORDER BY block LIMIT ${limit}
    ) b CROSS JOIN LATERAL json_array_elements(b.errors) WITH ORDINALITY x (e, at) ORDER BY block, at LIMIT ${limit}`;
  return rows.map((row) => row.error);
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

/** The blocks that have rejected rows, in file order, one at a time. */
export async function* blocksWithErrors(
  sql: Sql,
  jobId: string,
): AsyncGenerator<{ block: number; errors: RowError[] }> {
  for (let after = -1; ; ) {
    const rows = await sql<{ block: number; errors: RowError[] }[]>`
      SELECT block, errors FROM import_blocks
      WHERE job_id = ${jobId} AND block > ${after} AND errors IS NOT NULL ORDER BY block LIMIT 1`;
    const row = rows[0];
    if (!row) return;
    yield row;
    after = row.block;
  }
}

/** Custom field and bits of the types its values fit, block by block in file order. */
export async function fieldTypesOf(sql: Sql, jobId: string): Promise<[name: string, types: number][]> {
  const rows = await sql<{ fields: [string, number][] }[]>`
    SELECT fields FROM import_blocks WHERE job_id = ${jobId} AND fields IS NOT NULL ORDER BY block`;
  return rows.flatMap((row) => row.fields);
}
