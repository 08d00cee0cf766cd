import type { RowError } from '../schema/job.js';
import type { Placed } from '../schema/placed.js';
import type { RejectionRuns } from '../schema/rejection-runs.js';
import type { Sql } from './client.js';
import type { JobRow } from './jobs.js';

/** An import whose ledger is read; it lies where the map does. */
export type LedgerOwner = Pick<JobRow, 'id' | 'mapId'>;

const idsOf = (sql: Sql, jobs: readonly LedgerOwner[]) => sql.typed.texts(jobs.map(({ id }) => id));
const mapIdsOf = (sql: Sql, jobs: readonly LedgerOwner[]) =>
  sql.typed.texts([...new Set(jobs.map(({ mapId }) => String(mapId)))]);

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

const NOTHING: ImportCounts = {
  processed: 0,
  added: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  rejected: 0,
  parsingMs: 0,
  placingMs: 0,
  deduplicatingMs: 0,
  writingMs: 0,
};

/** Sums over the blocks of each of these imports that are committed. */
export async function sumBlocks(sql: Sql, jobs: readonly LedgerOwner[]): Promise<Map<string, ImportCounts>> {
  const rows = await sql<(ImportCounts & { jobId: string })[]>`
    SELECT job_id AS "jobId", sum(rows)::bigint AS processed, sum(added)::bigint AS added, sum(updated)::bigint AS updated,
           sum(unchanged)::bigint AS unchanged,
           sum(skipped)::bigint AS skipped, sum(rejected)::bigint AS rejected, sum(parsing_ms)::float8 AS "parsingMs",
           sum(placing_ms)::float8 AS "placingMs", sum(deduplicating_ms)::float8 AS "deduplicatingMs",
           sum(writing_ms)::float8 AS "writingMs"
    FROM import_blocks WHERE map_id = ANY (${mapIdsOf(sql, jobs)}::bigint[]) AND job_id = ANY (${idsOf(sql, jobs)}) GROUP BY map_id, job_id`;
  const sums = new Map(jobs.map(({ id }) => [id, NOTHING]));
  for (const { jobId, ...counts } of rows) sums.set(jobId, counts);
  return sums;
}

/** The first `limit` rejected rows of each of these imports, in file order; nothing for one without. */
export async function firstErrors(
  sql: Sql,
  jobs: readonly LedgerOwner[],
  limit: number,
): Promise<Map<string, RowError[]>> {
  // The head of a block has all of its errors that may be among the first: those behind the limit are not opened.
  const rows = await sql<{ jobId: string; head: RowError[] }[]>`
    SELECT job_id AS "jobId", CASE WHEN json_array_length(head) <= ${limit} THEN head ELSE (
      SELECT json_agg(e ORDER BY at) FROM json_array_elements(head) WITH ORDINALITY x (e, at) WHERE at <= ${limit}) END AS head FROM (
      SELECT job_id, block, head, sum(rejected) OVER (PARTITION BY map_id, job_id ORDER BY block) - rejected AS before
      FROM import_blocks WHERE map_id = ANY (${mapIdsOf(sql, jobs)}::bigint[]) AND job_id = ANY (${idsOf(sql, jobs)}) AND head IS NOT NULL
    ) b WHERE before < ${limit} ORDER BY job_id, block`;
  const errors = grouped(rows.map(({ jobId, head }) => [jobId, head]));
  for (const [jobId, all] of errors) errors.set(jobId, all.slice(0, limit));
  return errors;
}

/**
 * How the rows of an import came to their places, over the blocks that are committed. Of blocks whose rows all lie at their own
 * coordinates nothing is counted.
 */
export async function sumPlaced(sql: Sql, job: LedgerOwner, examples: number): Promise<Placed> {
  const sum = (path: string) => sql.unsafe(`coalesce(sum((placed #>> '{${path}}')::bigint), 0)::bigint`);
  const [row] = await sql<[Placed]>`
    SELECT json_build_object('coordinates', ${sum('by,coordinates')}, 'street', ${sum('by,street')}, 'postal', ${sum('by,postal')},
             'city', ${sum('by,city')}, 'state', ${sum('by,state')}, 'country', ${sum('by,country')}) AS by,
           json_build_object('exact', ${sum('areas,exact')}, 'approximate', ${sum('areas,approximate')},
             'none', ${sum('areas,none')}) AS areas,
           json_build_object('areas', ${sum('driveTimes,areas')}, 'estimates', ${sum('driveTimes,estimates')},
             'truncated', ${sum('driveTimes,truncated')}, 'none', ${sum('driveTimes,none')},
             'withheld', ${sum('driveTimes,withheld')}, 'open', ${sum('driveTimes,open')}) AS "driveTimes",
           json_build_object('rows', ${sum('contradictions,rows')}, 'examples', ARRAY(
             SELECT e.value FROM (
               SELECT b.block, b.placed FROM import_blocks b
               WHERE map_id = ${job.mapId} AND job_id = ${job.id} AND b.placed #> '{contradictions,examples,0}' IS NOT NULL ORDER BY b.block LIMIT ${examples}) first
             CROSS JOIN LATERAL json_array_elements_text(first.placed #> '{contradictions,examples}') WITH ORDINALITY e (value, at)
             ORDER BY first.block, e.at LIMIT ${examples})) AS contradictions,
           ${sum('byService')} AS "byService"
    FROM import_blocks WHERE map_id = ${job.mapId} AND job_id = ${job.id} AND placed IS NOT NULL`;
  return row;
}

export async function committedBlocks(sql: Sql, job: LedgerOwner): Promise<Set<number>> {
  const rows = await sql<
    { block: number }[]
  >`SELECT block FROM import_blocks WHERE map_id = ${job.mapId} AND job_id = ${job.id}`;
  return new Set(rows.map((row) => row.block));
}

export type DefectCounts = [code: string, column: string | null, count: number, example: string][];

/**
 * Code, column, number and first message of the rejected rows of each block, in file order; nothing for an import without.
 */
export async function defectCounts(
  sql: Sql,
  jobs: readonly LedgerOwner[],
): Promise<Map<string, DefectCounts>> {
  const rows = await sql<{ jobId: string; defects: DefectCounts }[]>`
    SELECT job_id AS "jobId", defects FROM import_blocks
    WHERE map_id = ANY (${mapIdsOf(sql, jobs)}::bigint[]) AND job_id = ANY (${idsOf(sql, jobs)}) AND defects IS NOT NULL ORDER BY job_id, block`;
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

/** The first block behind `after` that has rejected rows. */
export async function nextBlockWithErrors(
  sql: Sql,
  job: LedgerOwner,
  after: number,
): Promise<{ block: number; rejections: RejectionRuns } | null> {
  const rows = await sql<{ block: number; rejections: RejectionRuns }[]>`
    SELECT block, rejections FROM import_blocks
    WHERE map_id = ${job.mapId} AND job_id = ${job.id} AND block > ${after} AND rejections IS NOT NULL ORDER BY block LIMIT 1`;
  return rows[0] ?? null;
}

/** The first `limit` custom fields in file order, and the bits of the types that all their values fit. */
export async function fieldTypesOf(
  sql: Sql,
  job: LedgerOwner,
  limit: number,
): Promise<[name: string, types: number][]> {
  const rows = await sql<{ name: string; types: number }[]>`
    SELECT f.field ->> 0 AS name, bit_and((f.field ->> 1)::integer) AS types
    FROM import_blocks b CROSS JOIN LATERAL json_array_elements(b.fields) WITH ORDINALITY f (field, at)
    WHERE map_id = ${job.mapId} AND job_id = ${job.id} AND b.fields IS NOT NULL
    GROUP BY 1 ORDER BY min(ARRAY[b.block, f.at]) LIMIT ${limit}`;
  return rows.map(({ name, types }) => [name, types]);
}

/** Which of these custom fields each of these imports has committed a value of. */
export async function filledFields(
  sql: Sql,
  jobs: readonly LedgerOwner[],
  names: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await sql<{ jobId: string; name: string }[]>`
    SELECT DISTINCT job_id AS "jobId", f ->> 0 AS name FROM import_blocks CROSS JOIN LATERAL json_array_elements(fields) f
    WHERE map_id = ANY (${mapIdsOf(sql, jobs)}::bigint[]) AND job_id = ANY (${idsOf(sql, jobs)}) AND f ->> 0 = ANY (${sql.typed.texts([...names])})`;
  return grouped(rows.map(({ jobId, name }) => [jobId, [name]]));
}

/** Rows without a value, for each of the demographic fields of an import, over the blocks that are committed. */
export async function sumValueless(sql: Sql, job: LedgerOwner): Promise<number[]> {
  const rows = await sql<{ rows: number }[]>`
    SELECT sum(v.value::bigint)::bigint AS rows
    FROM import_blocks b CROSS JOIN LATERAL json_array_elements_text(b.valueless) WITH ORDINALITY v (value, at)
    WHERE map_id = ${job.mapId} AND job_id = ${job.id} AND b.valueless IS NOT NULL GROUP BY v.at ORDER BY v.at`;
  return rows.map(({ rows: n }) => n);
}
