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

const NOTHING: ImportCounts = {
  processed: 0,
  added: 0,
  updated: 0,
  skipped: 0,
  rejected: 0,
  parsingMs: 0,
  placingMs: 0,
  deduplicatingMs: 0,
  writingMs: 0,
};

/** Sums over the blocks of each of these imports that are committed. */
export async function sumBlocks(sql: Sql, jobIds: readonly string[]): Promise<Map<string, ImportCounts>> {
  const rows = await sql<(ImportCounts & { jobId: string })[]>`
    SELECT job_id AS "jobId", sum(rows)::bigint AS processed, sum(added)::bigint AS added, sum(updated)::bigint AS updated,
           sum(skipped)::bigint AS skipped, sum(rejected)::bigint AS rejected, sum(parsing_ms)::float8 AS "parsingMs",
           sum(placing_ms)::float8 AS "placingMs", sum(deduplicating_ms)::float8 AS "deduplicatingMs",
           sum(writing_ms)::float8 AS "writingMs"
    FROM import_blocks WHERE job_id = ANY (${sql.typed.texts([...jobIds])}) GROUP BY job_id`;
  const sums = new Map(jobIds.map((id) => [id, NOTHING]));
  for (const { jobId, ...counts } of rows) sums.set(jobId, counts);
  return sums;
}

/** The first `limit` rejected rows of each of these imports, in file order; nothing for one without. */
export async function firstErrors(
  sql: Sql,
  jobIds: readonly string[],
  limit: number,
): Promise<Map<string, RowError[]>> {
  // A block has as many errors as it has rejected rows: those behind the limit are not opened.
  const rows = await sql<{ jobId: string; error: RowError }[]>`
    SELECT job_id AS "jobId", e AS error FROM (
      SELECT job_id, block, errors, sum(rejected) OVER (PARTITION BY job_id ORDER BY block) - rejected AS before
      FROM import_blocks WHERE job_id = ANY (${sql.typed.texts([...jobIds])}) AND errors IS NOT NULL
    ) b CROSS JOIN LATERAL json_array_elements(b.errors) WITH ORDINALITY x (e, at)
    WHERE before < ${limit} AND before + at <= ${limit} ORDER BY job_id, block, at`;
  return grouped(rows.map(({ jobId, error }) => [jobId, [error]]));
}

export async function committedBlocks(sql: Sql, jobId: string): Promise<Set<number>> {
  const rows = await sql<{ block: number }[]>`SELECT block FROM import_blocks WHERE job_id = ${jobId}`;
  return new Set(rows.map((row) => row.block));
}

export type DefectCounts = [code: string, column: string | null, count: number, example: string][];

/**
 * Code, column, number and first message of the rejected rows of each block, in file order; nothing for an import without.
 */
export async function defectCounts(sql: Sql, jobIds: readonly string[]): Promise<Map<string, DefectCounts>> {
  const rows = await sql<{ jobId: string; defects: DefectCounts }[]>`
    SELECT job_id AS "jobId", defects FROM import_blocks
    WHERE job_id = ANY (${sql.typed.texts([...jobIds])}) AND defects IS NOT NULL ORDER BY job_id, block`;
  return grouped(rows.map(({ jobId, defects }) => [jobId, defects]));
}

function grouped<T>(entries: readonly [jobId: string, items: T[]][]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [jobId, items] of entries) {
    const group = groups.get(jobId);
    if (group) for (const item of items) group.push(item);
    else groups.set(jobId, [...items]);
  }
  return groups;
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

/** Which of these custom fields each of these imports has committed a value of. */
export async function filledFields(
  sql: Sql,
  jobIds: readonly string[],
  names: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await sql<{ jobId: string; name: string }[]>`
    SELECT DISTINCT job_id AS "jobId", f ->> 0 AS name FROM import_blocks CROSS JOIN LATERAL json_array_elements(fields) f
    WHERE job_id = ANY (${sql.typed.texts([...jobIds])}) AND f ->> 0 = ANY (${sql.typed.texts([...names])})`;
  return grouped(rows.map(({ jobId, name }) => [jobId, [name]]));
}
