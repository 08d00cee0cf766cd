import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { JSONValue } from 'postgres';
import { headersOf, joinTrace, type Trace, type TraceHeaders } from '../base/tracing/trace.js';
import type { ImageOptions } from '../schema/image.js';
import type { Match } from '../schema/match.js';
import { authorizedMap, type Writer } from './authorize.js';
import { type Sql, textInHex, withLongStatements } from './client.js';

export interface JobRow {
  id: string;
  mapId: number;
  kind: string;
  status: string;
  total: number;
  firstMarkerId: number;
  notes: string[];
  error: string | null;
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
}

/**
 * A job with the visible part of its task: the mapping of columns, without the blocks, which can be many
 * thousands.
 */
export interface ShownJob extends JobRow {
  /** `mapping`, `unnamed` and `receivingMs` of the task of an import. */
  plan: unknown;
  /**
   * `machine`: no process on the machine with its upload runs jobs. `upload`: the upload could not be read.
   */
  waitsFor: 'machine' | 'upload' | null;
  /** Markers that an import deleted, as no row met them. */
  deleted: number;
  /** Another job takes it back, or has done so. */
  isUndone: boolean;
  /** Progress of look-ups for a block; null: none, or only brief ones. */
  lookups: Lookups | null;
  /**
   * For jobs of kind `image`: the options, the key of the file in the blob store if there is one, and the
   * owner of the map.
   */
  image: { options: ImageOptions; file: string | null; accountId: number } | null;
}

export type LookedUpThing = 'addresses' | 'areas';

export interface Lookups {
  what: LookedUpThing;
  done: number;
  of: number;
}

/** A job that this process may work on until the lease runs out; `lease` fences every write. */
export interface ClaimedJob extends JobRow {
  /** Task of the job for the handler of its kind. */
  task: unknown;
  lease: number;
  /** Claims since the last committed block, this one included. */
  claims: number;
  /** Owner of the map at the time of the claim. */
  accountId: number;
  /** The job has few rows, and runs in a slot for such jobs. */
  quick: boolean;
  /** Span of this claim in the trace of the request; null: none. */
  trace: Trace | null;
}

const COLUMNS = `id, map_id AS "mapId", kind, status, total, first_marker_id AS "firstMarkerId", to_json(notes) AS notes, error, created_at AS "createdAt",
  started_at AS "startedAt", completed_at AS "completedAt"`;
const PLAN = `(SELECT row_to_json(p) FROM json_to_record(task) AS p (mapping json, unnamed json, "receivingMs" float8, "shownOptions" json, sheet text, undoes text, retries text)) AS plan`;
const WAITS_FOR = `
  CASE WHEN (status = 'queued' OR (status = 'processing' AND lease_until < clock_timestamp())) AND spool IS NOT NULL
         AND NOT EXISTS (SELECT FROM spools s WHERE s.identity = spool AND s.seen_at > clock_timestamp() - interval '1 minute') THEN 'machine'
       WHEN status = 'queued' AND postponements > 0 THEN 'upload' END AS "waitsFor"`;
const LOOKUPS = `CASE WHEN status = 'processing' THEN lookups END AS lookups`;
const IMAGE = `CASE WHEN image_key IS NOT NULL THEN json_build_object('options', task, 'file', image_file, 'accountId', account_id) END AS image`;
const IS_UNDONE = `is_in_force(undone_by) AS "isUndone"`;
/** SQL columns of a ShownJob. */
export const SHOWN = `${COLUMNS}, ${PLAN}, ${WAITS_FOR}, ${LOOKUPS}, ${IMAGE}, deleted, ${IS_UNDONE}`;

export interface NewJob {
  id: string;
  mapId: number;
  kind: string;
  task: object;
  total: number;
  notes: string[];
  /** Identity of the spool directory with the upload; absent: no upload, so any process may run it. */
  spool?: string;
  /** Trace of the request; null or absent: none. */
  trace?: Trace | null;
}

/**
 * Queues a job and charges its quota in one statement.
 * @param repeatable Idempotency-Key of the request; the job of an earlier request with the key is returned
 * instead
 * @throws SQLSTATE CL429 when the daily quota is used up, CL400 when the key was used for another upload;
 * those of `authorizedMap` for the API key that is charged
 */
export async function createJob(
  sql: Sql,
  { mapId, trace = null, ...job }: NewJob,
  charge: { keyId: number; dailyLimit: number },
  repeatable: { accountId: number; key: string; fingerprint: string } | null,
): Promise<ShownJob> {
  const record = sql.json({ ...job, map_id: mapId } as unknown as JSONValue);
  const [row] = await sql<[ShownJob]>`
    WITH job AS (SELECT * FROM create_job(${record}::json, (SELECT ${charge.keyId}::bigint WHERE ${authorizedMap(sql, charge, mapId)} IS NOT NULL), ${charge.dailyLimit},
        ${repeatable?.accountId ?? null}, ${repeatable?.key ?? null}, ${repeatable?.fingerprint ?? null})),
      traced AS (${traceOfJob(sql, trace)})
    SELECT ${sql.unsafe(SHOWN)} FROM job`;
  return row;
}

/** SQL that stores the trace of the request, in a statement that makes a `job`. */
export function traceOfJob(sql: Sql, trace: Trace | null) {
  const { traceparent = null, tracestate = null } = trace ? headersOf(trace) : {};
  return sql`
    INSERT INTO job_traces (job_id, traceparent, tracestate) SELECT id, ${traceparent}, ${tracestate} FROM job
    WHERE ${traceparent}::text IS NOT NULL ON CONFLICT DO NOTHING`;
}

/** Finds a job regardless of the owner of its map, for the request that queued it. */
export async function findJob(sql: Sql, jobId: string): Promise<ShownJob | null> {
  const rows = await sql<ShownJob[]>`SELECT ${sql.unsafe(SHOWN)} FROM jobs WHERE id = ${jobId}`;
  return rows[0] ?? null;
}

/** Finds a job whose map the account owns now and which is not soft-deleted (docs/decisions.md#ids). */
export async function findOwnedJob(sql: Sql, accountId: number, jobId: string): Promise<ShownJob | null> {
  const rows = await sql<ShownJob[]>`
    SELECT ${sql.unsafe(SHOWN)} FROM jobs WHERE id = ${jobId} AND EXISTS (
      SELECT FROM maps m WHERE m.id = jobs.map_id AND m.account_id = ${accountId} AND m.deleted_at IS NULL)`;
  return rows[0] ?? null;
}

/** How an import reads its upload, without the blocks. */
export async function readTask(sql: Sql, { id }: Pick<JobRow, 'id'>): Promise<unknown> {
  const [row] = await sql<{ task: unknown }[]>`
    SELECT (SELECT row_to_json(p) FROM json_to_record(task)
      AS p (format text, delimiter text, mapping json, unnamed json, sheet text, "shownOptions" json)) AS task
    FROM jobs WHERE id = ${id}`;
  return row?.task;
}

/** Jobs by their ids, each with the account that owns its map now; null: the map is deleted. */
export const findWatchedJobs = (
  sql: Sql,
  jobIds: readonly string[],
): Promise<(ShownJob & { ownerId: number | null })[]> => sql<(ShownJob & { ownerId: number | null })[]>`
  SELECT ${sql.unsafe(SHOWN)}, (
    SELECT m.account_id FROM maps m WHERE m.id = jobs.map_id AND m.deleted_at IS NULL) AS "ownerId"
  FROM jobs WHERE id = ANY (${sql.typed.texts([...jobIds])}::text[])`;

export interface JobsPage {
  mapId: number | null;
  status: string | null;
  /** Last job of the previous page. */
  before: { createdAtMicros: number; id: string } | null;
  limit: number;
}

export interface ListedJob extends JobRow {
  /** Exact time for paging; a Date has milliseconds only. */
  createdAtMicros: number;
  /** Upper bound of the task's size: the names of 5,000 columns may take 8 MiB. */
  mostTaskBytes: number;
}

/**
 * Jobs of the maps that the account owns now, newest first. Reads only the page, and jobs of deleted maps in
 * between.
 */
export function listJobs(sql: Sql, accountId: number, page: JobsPage): Promise<ListedJob[]> {
  const { mapId, status, before, limit } = page;
  return sql<ListedJob[]>`
    SELECT ${sql.unsafe(COLUMNS)}, (extract(epoch FROM created_at) * 1e6)::bigint AS "createdAtMicros",
           json_octets_at_most(task) AS "mostTaskBytes"
    FROM list_jobs(${accountId}, ${mapId}, ${status},
      to_timestamp(0) + ${before?.createdAtMicros ?? null}::bigint * interval '1 microsecond', ${before?.id ?? null},
      ${limit}::integer)`;
}

/** Adds the visible part of their tasks to jobs, in the same order. */
export async function withPlans<Job extends JobRow>(
  sql: Sql,
  jobs: readonly Job[],
): Promise<(Job & ShownJob)[]> {
  const rows = await sql<
    Pick<ShownJob, 'id' | 'plan' | 'waitsFor' | 'lookups' | 'image' | 'deleted' | 'isUndone'>[]
  >`
    SELECT id, ${sql.unsafe(PLAN)}, ${sql.unsafe(WAITS_FOR)}, ${sql.unsafe(LOOKUPS)}, ${sql.unsafe(IMAGE)}, deleted, ${sql.unsafe(IS_UNDONE)} FROM jobs WHERE id = ANY (${sql.typed.texts(jobs.map(({ id }) => id))})`;
  const shown = new Map(rows.map((row) => [row.id, row]));
  return jobs.flatMap((job) => {
    const row = shown.get(job.id);
    return row ? [{ ...job, ...row }] : [];
  });
}

/** Adds notes that the job lacks, as a run may be repeated. */
export async function addNotes(sql: Sql, jobId: string, notes: readonly string[]): Promise<void> {
  await sql`
    UPDATE jobs SET notes = notes || ARRAY(SELECT n FROM unnest(${sql.typed.texts([...notes])}) n WHERE n <> ALL (notes))
    WHERE id = ${jobId} AND status = 'processing'`;
}

/** Records the progress of a block's look-ups; null: they are done. Does nothing when the lease is lost. */
export async function noteLookups(
  sql: Sql,
  { id, lease }: Pick<ClaimedJob, 'id' | 'lease'>,
  lookups: Lookups | null,
): Promise<void> {
  const json = lookups === null ? null : sql.json(lookups as unknown as JSONValue);
  await sql`UPDATE jobs SET lookups = ${json}::json WHERE id = ${id} AND lease = ${lease} AND status = 'processing'`;
}

/**
 * Cancels an unfinished job; committed rows stay.
 * @returns null when the map has no such job
 * @throws SQLSTATE of `authorizedMap`
 */
export async function cancelJob(
  sql: Sql,
  writer: Writer,
  { id, mapId }: Pick<JobRow, 'id' | 'mapId'>,
): Promise<ShownJob | null> {
  const rows = await sql<ShownJob[]>`
    SELECT ${sql.unsafe(SHOWN)} FROM cancel_job(
      (SELECT j.id FROM jobs j WHERE j.id = ${id} AND j.map_id = ${authorizedMap(sql, writer, mapId)}))`;
  return rows[0] ?? null;
}

/** Jobs with these ids that exist. */
export function findJobs(sql: Sql, ids: readonly string[]): Promise<JobRow[]> {
  return sql<JobRow[]>`SELECT ${sql.unsafe(COLUMNS)} FROM jobs WHERE id IN ${sql(ids)}`;
}

/** Ids of existing jobs. */
export async function knownJobIds(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`SELECT id FROM jobs WHERE id IN ${sql(ids)}`;
  return new Set(rows.map((row) => row.id));
}

/** Default number of jobs of an account at a time, over all processes. */
export const JOBS_PER_ACCOUNT = 2;

/** Most running jobs of an account over all processes; 0: the process claims none of this kind. */
export interface ClaimBounds {
  /** Jobs with few rows. */
  quick: number;
  long: number;
}

/** Tries while another process is choosing among an account's jobs, which takes a few milliseconds. */
const CONTENDED_TRIES = 5;
const CONTENDED_PAUSE_MS = 10;

/**
 * Claims the next job: accounts take turns, and so do the maps of an account; jobs of one map run one after
 * the other.
 * @param claimant identity of the process: consecutive claims of one process do not count as failures
 * @param spool identity of the process's spool directory; null: claims only jobs without an upload
 */
export async function claimJob(
  sql: Sql,
  kinds: readonly string[],
  leaseMs: number,
  claimant: string,
  spool: string | null = null,
  bounds: ClaimBounds = { quick: JOBS_PER_ACCOUNT, long: JOBS_PER_ACCOUNT },
): Promise<ClaimedJob | null> {
  for (let tries = 1; ; tries++) {
    const [row] = await sql<((Omit<ClaimedJob, 'trace'> & { trace: TraceHeaders | null }) | { id: null })[]>`
      SELECT ${sql.unsafe(COLUMNS)}, task, lease, claims, account_id AS "accountId", quick, trace_of_job(id) AS trace
      FROM claim_job_in_turn(${sql.typed.texts([...kinds])}, ${leaseMs}::integer, ${claimant}, ${spool},
        ${bounds.long}::integer, ${bounds.quick}::integer)`;
    if (row === undefined) return null;
    if (row.id !== null)
      return { ...row, trace: joinTrace(row.trace?.traceparent ?? '', row.trace?.tracestate ?? '') };
    if (tries === CONTENDED_TRIES) return null;
    await delay(CONTENDED_PAUSE_MS * (0.5 + Math.random()));
  }
}

/** Records that a process runs the jobs of a spool directory. */
export async function noteSpool(sql: Sql, spool: string): Promise<void> {
  await sql`SELECT note_spool(${spool})`;
}

/**
 * Waits for no lock: while a block is recorded the row is locked, nobody else can claim the job, and the
 * connections of heartbeats are for all jobs of the process.
 * @returns false when the lease is lost, to another process or to a cancellation
 */
export async function extendLease(sql: Sql, jobId: string, lease: number, leaseMs: number): Promise<boolean> {
  const [row] = await sql<[{ held: boolean }]>`
    WITH free AS (
      SELECT id FROM jobs WHERE id = ${jobId} AND lease = ${lease} AND status = 'processing' FOR NO KEY UPDATE SKIP LOCKED
    ), extended AS (
      UPDATE jobs SET lease_until = clock_timestamp() + ${leaseMs} * interval '1 ms' WHERE id = (SELECT id FROM free) RETURNING id
    )
    SELECT EXISTS (SELECT FROM extended)
      OR EXISTS (SELECT FROM jobs WHERE id = ${jobId} AND lease = ${lease} AND status = 'processing') AS held`;
  return row.held;
}

/**
 * Gives a job back for another process or a later start; committed rows stay.
 * @param restMs time before it may be claimed again
 */
export async function releaseJob(sql: Sql, jobId: string, lease: number, restMs = 0): Promise<void> {
  await sql`
    UPDATE jobs SET lease_until = clock_timestamp() + ${restMs} * interval '1 ms', claimant = NULL
    WHERE id = ${jobId} AND lease = ${lease} AND status = 'processing'`;
}

/**
 * Gives a job back that cannot run for now; the claim does not count as a failure.
 * @returns seconds until it can be claimed again, longer each time; null when the lease is lost
 */
export async function postponeJob(sql: Sql, jobId: string, lease: number): Promise<number | null> {
  const [row] = await sql<[{ seconds: number | null }]>`SELECT postpone_job(${jobId}, ${lease}) AS seconds`;
  return row.seconds;
}

/**
 * Ends a job, and adds notes that it lacks, as an earlier run may have left some.
 * @returns false when the lease is lost
 */
export async function finishJob(
  sql: Sql,
  jobId: string,
  lease: number,
  outcome: { status: 'completed' | 'failed'; error: string | null; notes: readonly string[] },
): Promise<boolean> {
  const rows = await sql`
    UPDATE jobs SET status = ${outcome.status}, error = ${outcome.error},
                    notes = notes || ARRAY(SELECT n FROM unnest(${sql.typed.texts([...outcome.notes])}) n WHERE n <> ALL (notes)),
                    completed_at = clock_timestamp(), lease_until = NULL
    WHERE id = ${jobId} AND lease = ${lease} AND status = 'processing' RETURNING pg_notify('job_finished', id)`;
  return rows.length > 0;
}

/** Outcome of the end of an import that deletes the markers which no row met. */
export interface ImportEnd {
  /**
   * `rejected`: more rows were than may be; `hidden`: rejected lines may hide further rows; `many`: more than
   * half of the markers are missing. None deletes anything, and the job goes on.
   */
  outcome: 'completed' | 'fenced' | 'rejected' | 'hidden' | 'many';
  rejected: number;
  missing: number;
  /** Markers that were on the map before the import. */
  present: number;
}

/**
 * Limit for the end of an import: deleting most of a large map takes longer than statements of the pool may.
 */
const FINISH_MS = 10 * 60_000;

/**
 * Ends an import, and deletes the markers that no row met, in one step. One message of the simple protocol,
 * as its statement has its own limit.
 */
export async function finishImport(
  sql: Sql,
  { id, lease, mapId, firstMarkerId }: Pick<ClaimedJob, 'id' | 'lease' | 'mapId' | 'firstMarkerId'>,
  notes: readonly string[],
  { mostRejected, isConfirmed, match }: { mostRejected: number; isConfirmed: boolean; match: Match },
): Promise<ImportEnd> {
  const further = `ARRAY(SELECT json_array_elements_text(${textInHex(JSON.stringify(notes))}::json))`;
  const [, rows] = (await withLongStatements(sql, FINISH_MS, () =>
    sql
      .unsafe(
        `SET LOCAL statement_timeout = ${FINISH_MS};
       SELECT outcome, rejected, missing, present
       FROM finish_import(${textInHex(id)}, ${lease}, ${mapId}, ${firstMarkerId}, ${mostRejected}, ${isConfirmed}, ${further},
         ${textInHex(match.column)}, ${textInHex(match.name)})`,
      )
      .simple(),
  )) as unknown as [unknown, [Record<keyof ImportEnd, string>]];
  const { outcome, ...counts } = rows[0];
  const [rejected, missing, present] = [counts.rejected, counts.missing, counts.present].map(Number);
  return {
    outcome: outcome as ImportEnd['outcome'],
    rejected: rejected!,
    missing: missing!,
    present: present!,
  };
}

/** Classes of an import's rows, if an earlier run has decided them. */
export async function readClasses<T>(sql: Sql, jobId: string): Promise<T | null> {
  const rows = await sql<{ classes: T | null }[]>`SELECT classes FROM jobs WHERE id = ${jobId}`;
  return rows[0]?.classes ?? null;
}

/**
 * Stores classes for later runs of the job and, with a key, for later imports of the map.
 * @param key identifies the field and the aggregation; null: not for later imports
 * @returns false when the lease is lost
 */
export async function keepClasses(
  sql: Sql,
  jobId: string,
  lease: number,
  classes: object,
  ranges: { key: string; heading: string; classes: object } | null = null,
): Promise<boolean> {
  const rows = await sql<{ id: string; mapId: number | null }[]>`
    WITH kept AS (
      UPDATE jobs SET classes = ${sql.json(classes as JSONValue)}
      WHERE id = ${jobId} AND lease = ${lease} AND status = 'processing' RETURNING id, map_id
    ), ranges AS (
      INSERT INTO choropleth_ranges (map_id, key, heading, classes)
      SELECT map_id, ${rangesKey(ranges?.key ?? '')}::uuid, ${ranges?.heading ?? ''}, ${sql.json((ranges?.classes ?? []) as JSONValue)}::json FROM kept WHERE ${ranges !== null}
      ON CONFLICT (map_id, key) DO UPDATE SET heading = excluded.heading, classes = excluded.classes, used_at = excluded.used_at
      RETURNING map_id)
    SELECT id, (SELECT map_id FROM ranges) AS "mapId" FROM kept`;
  const [kept] = rows;
  if (kept?.mapId != null) await removeOldRanges(sql, kept.mapId);
  return kept !== undefined;
}

/** Key of stored ranges; made here, because PostgreSQL refuses md5() where its OpenSSL keeps to FIPS 140. */
const rangesKey = (key: string): string => createHash('md5').update(key).digest('hex');

/** Most stored ranges of a map, as each import can bring a new field. */
const MAX_KEPT_RANGES = 100;

/** Can be repeated; remains of a killed process are removed with the next ranges of the map. */
async function removeOldRanges(sql: Sql, mapId: number): Promise<void> {
  await sql`
    DELETE FROM choropleth_ranges WHERE map_id = ${mapId} AND key IN (
      SELECT key FROM choropleth_ranges WHERE map_id = ${mapId} ORDER BY used_at DESC, key OFFSET ${MAX_KEPT_RANGES})`;
}

/** Ranges that an earlier import of the map stored under the key; null: none. */
export async function readRanges<T>(sql: Sql, mapId: number, key: string): Promise<T | null> {
  const rows = await sql<{ classes: T }[]>`
    SELECT classes FROM choropleth_ranges WHERE map_id = ${mapId} AND key = ${rangesKey(key)}::uuid`;
  return rows[0]?.classes ?? null;
}
