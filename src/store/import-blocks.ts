import type { RowError } from '../schema/job.js';
import type { Placed } from '../schema/placed.js';
import type { RejectionRuns } from '../schema/rejection-runs.js';
import type { SkipRun } from '../schema/skip-runs.js';
import type { Sql } from './client.js';
import type { JobRow } from './jobs.js';

/** An import whose ledger is read; the ledger lies on the node of the map. */
export type LedgerOwner = Pick<JobRow, 'id' | 'mapId'>;

/** An import whose ledger is final once it has ended. */
export type LedgerReader = LedgerOwner & Pick<JobRow, 'completedAt'>;

const idsOf = (sql: Sql, jobs: readonly LedgerOwner[]) => sql.typed.texts(jobs.map(({ id }) => id));
const mapIdsOf = (sql: Sql, jobs: readonly LedgerOwner[]) =>
  sql.typed.texts([...new Set(jobs.map(({ mapId }) => String(mapId)))]);

export interface JobCounts {
  processed: number;
  added: number;
  updated: number;
  unchanged: number;
  skipped: number;
  rejected: number;
  /** Milliseconds of work, summed over all threads. */
  parsingMs: number;
  placingMs: number;
  lookingUpMs: number;
  deduplicatingMs: number;
  writingMs: number;
}

const NOTHING: JobCounts = {
  processed: 0,
  added: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  rejected: 0,
  parsingMs: 0,
  placingMs: 0,
  lookingUpMs: 0,
  deduplicatingMs: 0,
  writingMs: 0,
};

/** Groups of rejected rows: code, column, number and first message. */
export type DefectCounts = [code: string, column: string | null, count: number, example: string][];

/** Committed part of an import. */
export interface Ledger {
  counts: JobCounts;
  /** The first rejected rows, in file order. */
  errors: RowError[];
  /** Groups of all rejected rows, the most frequent first, then in order of occurrence. */
  defects: DefectCounts;
}

/**
 * Reads the ledgers of imports, each with at most `maxErrors` rejected rows and `maxDefects` groups. Both
 * statements run at the same time, so that polling costs one round trip.
 */
export async function readLedgers(
  sql: Sql,
  jobs: readonly LedgerReader[],
  maxErrors: number,
  maxDefects: number,
): Promise<Map<string, Ledger>> {
  // The head of a block has all of its errors that may be among the first; heads beyond the limit are not
  // read.
  const reading = sql<(JobCounts & { jobId: string; heads: RowError[][] })[]>`
    SELECT job_id AS "jobId", sum(rows)::bigint AS processed, sum(added)::bigint AS added, sum(updated)::bigint AS updated,
           sum(unchanged)::bigint AS unchanged,
           sum(skipped)::bigint AS skipped, sum(rejected)::bigint AS rejected, sum(parsing_ms)::float8 AS "parsingMs",
           sum(placing_ms)::float8 AS "placingMs", coalesce(sum(looking_up_ms), 0)::float8 AS "lookingUpMs", sum(deduplicating_ms)::float8 AS "deduplicatingMs",
           sum(writing_ms)::float8 AS "writingMs",
           coalesce(json_agg(CASE WHEN json_array_length(head) <= ${maxErrors} THEN head ELSE (
             SELECT json_agg(e ORDER BY at) FROM json_array_elements(head) WITH ORDINALITY x (e, at) WHERE at <= ${maxErrors}) END
             ORDER BY block) FILTER (WHERE head IS NOT NULL AND before < ${maxErrors}), '[]') AS heads
    FROM (
      SELECT *, sum(rejected) OVER (PARTITION BY map_id, job_id ORDER BY block) - rejected AS before FROM import_blocks
      WHERE map_id = ANY (${mapIdsOf(sql, jobs)}::bigint[]) AND job_id = ANY (${idsOf(sql, jobs)})
    ) b GROUP BY map_id, job_id`;
  const [rows, defectsOf] = await Promise.all([reading, readGroups(sql, jobs, maxDefects)]);
  const ledgers = new Map<string, Ledger>(
    jobs.map(({ id }) => [id, { counts: NOTHING, errors: [], defects: [] }]),
  );
  for (const { jobId, heads, ...counts } of rows)
    ledgers.set(jobId, {
      counts,
      errors: heads.flat().slice(0, maxErrors),
      defects: defectsOf.get(jobId) ?? [],
    });
  return ledgers;
}

/** Most cached summaries, of at most some 30 KB each. */
const MAX_KEPT_GROUPS = 200;
/** Pause between two sums for a running job, as a multiple of their time. */
const PAUSE_PER_WORK = 20;

interface KeptGroups {
  readonly hasEnded: boolean;
  readonly defects: Promise<DefectCounts>;
  untilMs: number;
}

const keptGroups = new WeakMap<Sql, Map<string, KeptGroups>>();

/**
 * Groups of rejected rows by job, cached: summing 250,000 kinds takes the database 50 to 200 ms, so it is
 * done once for all polls, again after a while as long as the job runs, and never again after its end.
 */
async function readGroups(
  sql: Sql,
  jobs: readonly LedgerReader[],
  maxDefects: number,
): Promise<Map<string, DefectCounts>> {
  const kept = keptGroups.get(sql) ?? new Map<string, KeptGroups>();
  keptGroups.set(sql, kept);
  const beginMs = performance.now();
  const asked = jobs.filter((job) => {
    const groups = kept.get(job.id);
    return !groups || groups.hasEnded !== hasEnded(job) || groups.untilMs <= beginMs;
  });
  if (asked.length > 0) {
    const adding = addGroups(sql, asked, maxDefects);
    for (const job of asked) {
      const defects = adding.then((all) => all.get(job.id) ?? []);
      const groups = { hasEnded: hasEnded(job), defects, untilMs: Number.POSITIVE_INFINITY };
      kept.delete(job.id);
      kept.set(job.id, groups);
      defects.then(
        () => {
          const endMs = performance.now();
          if (!groups.hasEnded) groups.untilMs = endMs + (endMs - beginMs) * PAUSE_PER_WORK;
        },
        () => {
          if (kept.get(job.id) === groups) kept.delete(job.id);
        },
      );
    }
  }
  const found = jobs.map(({ id }) => [id, kept.get(id)!.defects] as const);
  for (const id of kept.keys()) {
    if (kept.size <= MAX_KEPT_GROUPS) break;
    kept.delete(id);
  }
  return new Map(await Promise.all(found.map(async ([id, defects]) => [id, await defects] as const)));
}

const hasEnded = ({ completedAt }: LedgerReader): boolean => completedAt !== null;

/**
 * Sums in the database: in the process, a million rows with defects of different fields took 1.3 s of the
 * main thread.
 */
async function addGroups(
  sql: Sql,
  jobs: readonly LedgerOwner[],
  maxDefects: number,
): Promise<Map<string, DefectCounts>> {
  const groups = await sql<{ jobId: string; defects: DefectCounts }[]>`
    SELECT job_id AS "jobId", json_agg(json_build_array(code, field, rows, example) ORDER BY rank) AS defects
    FROM (
      SELECT map_id, job_id, code, field, sum(n)::bigint AS rows, (array_agg(example ORDER BY block, at))[1] AS example,
             row_number() OVER (PARTITION BY map_id, job_id ORDER BY sum(n) DESC, min(ARRAY[block, at])) AS rank
      FROM (
        SELECT b.map_id, b.job_id, b.block::bigint AS block, d.at, d.defect ->> 0 AS code, d.defect ->> 1 AS field,
               (d.defect ->> 2)::bigint AS n, d.defect ->> 3 AS example
        FROM import_blocks b CROSS JOIN LATERAL json_array_elements(b.defects) WITH ORDINALITY d (defect, at)
        WHERE b.map_id = ANY (${mapIdsOf(sql, jobs)}::bigint[]) AND b.job_id = ANY (${idsOf(sql, jobs)}) AND b.defects IS NOT NULL) d
      GROUP BY map_id, job_id, code, field) g
    WHERE rank <= ${maxDefects} GROUP BY map_id, job_id`;
  return new Map(groups.map(({ jobId, defects }) => [jobId, defects]));
}

/**
 * Sums how rows were placed, over the committed blocks. Blocks whose rows all lie at their own coordinates
 * have no counts.
 */
export async function sumPlaced(
  sql: Sql,
  job: LedgerOwner,
  examples: number,
  lines: number,
): Promise<Placed> {
  const sum = (path: string) => sql.unsafe(`coalesce(sum((placed #>> '{${path}}')::bigint), 0)::bigint`);
  const first = (told: 'contradictions' | 'exchanged' | 'elsewhere' | 'zeros', most: number) => sql`ARRAY(
    SELECT e.value FROM (
      SELECT b.block, b.placed FROM import_blocks b
      WHERE map_id = ${job.mapId} AND job_id = ${job.id} AND b.placed #> ${sql.unsafe(`'{${told},examples,0}'`)} IS NOT NULL
      ORDER BY b.block LIMIT ${most}) first
    CROSS JOIN LATERAL json_array_elements_text(first.placed #> ${sql.unsafe(`'{${told},examples}'`)}) WITH ORDINALITY e (value, at)
    ORDER BY first.block, e.at LIMIT ${most})`;
  const each = (counts: 'namesakes' | 'kept') => sql`coalesce((SELECT json_object_agg(key, rows) FROM (
    SELECT n.key, sum(n.value::bigint)::bigint AS rows
    FROM import_blocks b CROSS JOIN LATERAL json_each_text(b.placed -> ${sql.unsafe(`'${counts}'`)}) n
    WHERE map_id = ${job.mapId} AND job_id = ${job.id} AND b.placed IS NOT NULL GROUP BY n.key ORDER BY n.key) each), '{}')`;
  const [row] = await sql<[Placed]>`
    SELECT json_build_object('coordinates', ${sum('by,coordinates')}, 'street', ${sum('by,street')}, 'postal', ${sum('by,postal')},
             'city', ${sum('by,city')}, 'state', ${sum('by,state')}, 'area', ${sum('by,area')}, 'country', ${sum('by,country')}) AS by,
           json_build_object('exact', ${sum('areas,exact')}, 'approximate', ${sum('areas,approximate')},
             'none', ${sum('areas,none')}) AS areas,
           json_build_object('areas', ${sum('driveTimes,areas')}, 'estimates', ${sum('driveTimes,estimates')},
             'truncated', ${sum('driveTimes,truncated')}, 'far', ${sum('driveTimes,far')}, 'none', ${sum('driveTimes,none')},
             'unanswered', ${sum('driveTimes,unanswered')}, 'tooSlow', ${sum('driveTimes,tooSlow')}, 'unkept', ${sum('driveTimes,unkept')},
             'withheld', ${sum('driveTimes,withheld')}, 'open', ${sum('driveTimes,open')}) AS "driveTimes",
           json_build_object('rows', ${sum('contradictions,rows')}, 'examples', ${first('contradictions', examples)}) AS contradictions,
           ${each('namesakes')} AS namesakes, ${each('kept')} AS kept,
           json_build_object('rows', ${sum('exchanged,rows')}, 'rejected', ${sum('exchanged,rejected')},
             'examples', ${first('exchanged', examples)}) AS exchanged,
           json_build_object('rows', ${sum('elsewhere,rows')}, 'examples', ${first('elsewhere', lines)}) AS elsewhere,
           json_build_object('rows', ${sum('zeros,rows')}, 'examples', ${first('zeros', lines)}) AS zeros,
           ${sum('becamePins')} AS "becamePins", ${sum('expired')} AS expired,
           ${sum('byService')} AS "byService"
    FROM import_blocks WHERE map_id = ${job.mapId} AND job_id = ${job.id} AND placed IS NOT NULL`;
  return row;
}

/** Rows of an import that were left out as duplicates, in the blocks that are committed. */
export async function sumSkipped(sql: Sql, job: LedgerOwner): Promise<number> {
  const [row] = await sql<[{ skipped: number }]>`
    SELECT coalesce(sum(skipped), 0)::bigint AS skipped FROM import_blocks WHERE map_id = ${job.mapId} AND job_id = ${job.id}`;
  return row.skipped;
}

export async function committedBlocks(sql: Sql, job: LedgerOwner): Promise<Set<number>> {
  const rows = await sql<
    { block: number }[]
  >`SELECT block FROM import_blocks WHERE map_id = ${job.mapId} AND job_id = ${job.id}`;
  return new Set(rows.map((row) => row.block));
}

/** Next block after `after` with rejected rows. */
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

/** Lines of all rejected rows, in file order; adjacent ones are one run. */
export async function rejectedLines(
  sql: Sql,
  job: LedgerOwner,
): Promise<[firstLine: number, rows: number][]> {
  const lines: [number, number][] = [];
  for (let after = -1; ; ) {
    const next = await nextBlockWithErrors(sql, job, after);
    if (next === null) return lines;
    after = next.block;
    for (const [, , line, rows] of next.rejections.runs) {
      const last = lines.at(-1);
      if (last !== undefined && line === (last[0] && last[0] + last[1])) last[1] += rows;
      else lines.push([line, rows]);
    }
  }
}

/** Next block after `after` with skipped rows. */
export async function nextBlockWithSkips(
  sql: Sql,
  job: LedgerOwner,
  after: number,
): Promise<{ block: number; rejections: SkipRun[] } | null> {
  const rows = await sql<{ block: number; rejections: SkipRun[] }[]>`
    SELECT block, skips AS rejections FROM import_blocks
    WHERE map_id = ${job.mapId} AND job_id = ${job.id} AND block > ${after} AND skips IS NOT NULL ORDER BY block LIMIT 1`;
  return rows[0] ?? null;
}

/** First `limit` custom fields in file order, with the bits of the types that fit all their values. */
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

/** Custom fields of which each import has committed a value. */
export async function filledFields(
  sql: Sql,
  jobs: readonly LedgerOwner[],
  names: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await sql<{ jobId: string; names: string[] }[]>`
    SELECT job_id AS "jobId", json_agg(DISTINCT f ->> 0) AS names FROM import_blocks CROSS JOIN LATERAL json_array_elements(fields) f
    WHERE map_id = ANY (${mapIdsOf(sql, jobs)}::bigint[]) AND job_id = ANY (${idsOf(sql, jobs)}) AND f ->> 0 = ANY (${sql.typed.texts([...names])})
    GROUP BY map_id, job_id`;
  return new Map(rows.map(({ jobId, names }) => [jobId, names]));
}

/** Number of committed rows without a value, for each demographic field of an import. */
export async function sumValueless(sql: Sql, job: LedgerOwner): Promise<number[]> {
  const rows = await sql<{ rows: number }[]>`
    SELECT sum(v.value::bigint)::bigint AS rows
    FROM import_blocks b CROSS JOIN LATERAL json_array_elements_text(b.valueless) WITH ORDINALITY v (value, at)
    WHERE map_id = ${job.mapId} AND job_id = ${job.id} AND b.valueless IS NOT NULL GROUP BY v.at ORDER BY v.at`;
  return rows.map(({ rows: n }) => n);
}

/**
 * Rejected rows of an import that tell no marker: the ledger has their negative number among the markers that
 * the rows of a block met.
 */
export async function sumUntold(sql: Sql, job: LedgerOwner): Promise<number> {
  const [row] = await sql<[{ rows: number }]>`
    SELECT coalesce(-sum(m.id), 0)::bigint AS rows FROM import_blocks b CROSS JOIN LATERAL unnest(b.met) m (id)
    WHERE b.map_id = ${job.mapId} AND b.job_id = ${job.id} AND b.rejected > 0 AND m.id < 0`;
  return row.rows;
}
