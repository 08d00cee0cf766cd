import type { JSONValue } from 'postgres';
import type { Sql } from './client.js';

export interface JobRow {
  id: string;
  mapId: number;
  kind: string;
  status: string;
  /** What the handler of this kind was given when the job was made. */
  task: unknown;
  total: number;
  firstMarkerId: number;
  notes: string[];
  error: string | null;
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
}

/** A job that this process may work on until the lease runs out; `lease` fences every write. */
export interface ClaimedJob extends JobRow {
  lease: number;
  attempts: number;
}

const COLUMNS = `id, map_id AS "mapId", kind, status, task, total, first_marker_id AS "firstMarkerId", to_json(notes) AS notes, error, created_at AS "createdAt",
  started_at AS "startedAt", completed_at AS "completedAt"`;

/**
 * Queues a job, with its quota charged in the same statement.
 * @throws SQLSTATE CL429 when the daily quota is used up
 */
export async function createJob(
  sql: Sql,
  job: { id: string; mapId: number; kind: string; task: object; total: number; notes: string[] },
  charge: { keyId: number; dailyLimit: number },
): Promise<JobRow> {
  const [row] = await sql<[JobRow]>`
    SELECT ${sql.unsafe(COLUMNS)} FROM create_job(${job.id}, ${job.mapId}, ${job.kind},
      ${sql.json(job.task as JSONValue)}::json, ${job.total}, ${sql.typed.texts(job.notes)}, ${charge.keyId}, ${charge.dailyLimit})`;
  return row;
}

/** The job, if the account owns its map now and the map is not soft-deleted (decision 11). */
export async function findOwnedJob(sql: Sql, accountId: number, jobId: string): Promise<JobRow | null> {
  const rows = await sql<JobRow[]>`
    SELECT ${sql.unsafe(COLUMNS)} FROM jobs WHERE id = ${jobId} AND EXISTS (
      SELECT FROM maps m WHERE m.id = jobs.map_id AND m.account_id = ${accountId} AND m.deleted_at IS NULL)`;
  return rows[0] ?? null;
}

export async function claimJob(
  sql: Sql,
  kinds: readonly string[],
  leaseMs: number,
): Promise<ClaimedJob | null> {
  const rows = await sql<ClaimedJob[]>`
    SELECT ${sql.unsafe(COLUMNS)}, lease, attempts FROM claim_job(${sql.typed.texts([...kinds])}, ${leaseMs}::integer)`;
  return rows[0] ?? null;
}

/** @returns false when the lease is lost, to another process or to a cancellation */
export async function extendLease(sql: Sql, jobId: string, lease: number, leaseMs: number): Promise<boolean> {
  const rows = await sql`
    UPDATE jobs SET lease_until = clock_timestamp() + ${leaseMs} * interval '1 ms'
    WHERE id = ${jobId} AND lease = ${lease} AND status = 'processing' RETURNING id`;
  return rows.length > 0;
}

/** Gives a job back at once, for another process or a later start; what it committed stays. */
export async function releaseJob(sql: Sql, jobId: string, lease: number): Promise<void> {
  await sql`
    UPDATE jobs SET lease_until = clock_timestamp()
    WHERE id = ${jobId} AND lease = ${lease} AND status = 'processing'`;
}

/** @returns false when the lease is lost */
export async function finishJob(
  sql: Sql,
  jobId: string,
  lease: number,
  outcome: { status: 'completed' | 'failed'; error: string | null; notes: readonly string[] },
): Promise<boolean> {
  const rows = await sql`
    UPDATE jobs SET status = ${outcome.status}, error = ${outcome.error}, notes = notes || ${sql.typed.texts([...outcome.notes])},
                    completed_at = clock_timestamp(), lease_until = NULL
    WHERE id = ${jobId} AND lease = ${lease} AND status = 'processing' RETURNING pg_notify('job_finished', id)`;
  return rows.length > 0;
}
