import type { JSONValue } from 'postgres';
import type { Trace } from '../base/tracing/trace.js';
import { authorizedMap, type Writer } from './authorize.js';
import type { Sql } from './client.js';
import { type ClaimedJob, SHOWN, type ShownJob, traceOfJob } from './jobs.js';
import { keepRequestOfJob, type NamedRequest } from './repeated-requests.js';

export interface ImageJobRequest {
  id: string;
  mapId: number;
  /** Options, defaults included. */
  options: object;
  /** Version of everything but the map that pictures depend on. */
  style: string;
  /** Spool of the process that takes the request; see `imageSpool`. */
  spool: string;
  /** Trace of the request; null or absent: none. */
  trace?: Trace | null;
}

export interface ImageBounds {
  /** Days for which a completed job is answered again. */
  goodDays: number;
  /** Most waiting and running jobs of an account. */
  mostOpen: number;
  /** Most new jobs of an account in a UTC day. */
  dailyLimit: number;
}

/** Spool of jobs of kind `image`, which stands for their blob store: only processes that have it run them. */
export const imageSpool = (storeIdentity: string): string => `images:${storeIdentity}`;

/**
 * Finds or creates the job of the requested picture.
 * @throws SQLSTATE CL430 when too many jobs of the account are unfinished, CL429 when its daily allowance is
 * used up, 23505 when the Idempotency-Key is taken; those of `authorizedMap`
 */
export async function requestImage(
  sql: Sql,
  writer: Writer,
  { id, mapId, options, style, spool, trace = null }: ImageJobRequest,
  { goodDays, mostOpen, dailyLimit }: ImageBounds,
  request: NamedRequest | null = null,
): Promise<ShownJob> {
  const key = JSON.stringify(Object.entries(options).sort());
  const [row] = await sql<[ShownJob]>`
    WITH job AS (SELECT * FROM request_image(${authorizedMap(sql, writer, mapId)}, ${id}, ${sql.json(options as JSONValue)}::json, ${key},
        ${style}, ${spool}, ${goodDays}::integer, ${mostOpen}::integer, ${dailyLimit})),
      traced AS (${traceOfJob(sql, trace)})
    SELECT ${sql.unsafe(SHOWN)}, ${keepRequestOfJob(sql, request)} AS kept FROM job`;
  return row;
}

/**
 * Must be called before the map is read: records its state, by which later requests decide whether the
 * picture is current.
 * @returns null when the lease is lost
 */
export async function beginImage(
  sql: Sql,
  { id, mapId, lease }: Pick<ClaimedJob, 'id' | 'mapId' | 'lease'>,
  style: string,
): Promise<{ mapName: string; isDeleted: boolean; isDone: boolean } | null> {
  // Two statements, as the first one reads tables that Citus would distribute.
  const [now] = await sql<[{ state: string; name: string; isDeleted: boolean; readAt: string }]>`
    SELECT state, name, is_deleted AS "isDeleted", read_at::text AS "readAt" FROM image_state_of(${mapId})`;
  const rows = await sql<{ isDone: boolean }[]>`
    UPDATE jobs SET image_state = CASE WHEN image_file IS NULL THEN ${`${now.state} ${style}`}::text ELSE image_state END,
                    image_read_at = CASE WHEN image_file IS NULL THEN ${now.readAt}::timestamptz ELSE image_read_at END,
                    image_name = CASE WHEN image_file IS NULL THEN ${now.name}::text ELSE image_name END
    WHERE id = ${id} AND lease = ${lease} AND status = 'processing' RETURNING image_file IS NOT NULL AS "isDone"`;
  return rows[0] ? { mapName: now.name, isDeleted: now.isDeleted, isDone: rows[0].isDone } : null;
}

/**
 * Gives the job its file.
 * @param isIncomplete later requests get a new picture
 * @returns false when the lease is lost, and the file has no owner
 */
export async function completeImage(
  sql: Sql,
  { id, lease }: Pick<ClaimedJob, 'id' | 'lease'>,
  file: string,
  isIncomplete = false,
): Promise<boolean> {
  const rows = await sql`
    UPDATE jobs SET image_file = ${file}, image_state = CASE WHEN ${isIncomplete}::boolean THEN image_state || ' incomplete' ELSE image_state END
    WHERE id = ${id} AND lease = ${lease} AND status = 'processing' RETURNING id`;
  return rows.length > 0;
}

/** Delays the account's next picture; 0 allows it at once. */
export async function restAfterImage(
  sql: Sql,
  { id, lease }: Pick<ClaimedJob, 'id' | 'lease'>,
  restMs: number,
): Promise<void> {
  if (restMs <= 0) return;
  await sql`
    UPDATE jobs SET image_rest_until = clock_timestamp() + ${restMs}::integer * interval '1 ms' WHERE id = ${id} AND lease = ${lease}`;
}

export interface ImageFile {
  /** Key in the blob store; null: the file was removed. */
  key: string | null;
  format: 'png' | 'pdf';
  mapId: number;
  /** Name of the map in the title of the picture. */
  mapName: string;
  /** Current owner of the map. */
  accountId: number;
}

/** File of a completed job; null when there is no such job, or its map is deleted. */
export async function findImageFile(sql: Sql, jobId: string): Promise<ImageFile | null> {
  const rows = await sql<ImageFile[]>`
    SELECT j.image_file AS key, j.task->>'format' AS format, m.id AS "mapId", coalesce(j.image_name, m.name) AS "mapName", m.account_id AS "accountId"
    FROM jobs j JOIN maps m ON m.id = j.map_id
    WHERE j.id = ${jobId} AND j.image_key IS NOT NULL AND j.status = 'completed' AND m.deleted_at IS NULL`;
  return rows[0] ?? null;
}

/**
 * Forgets a file that the store no longer has, so that the next request draws the picture again, with any
 * Idempotency-Key.
 */
export async function forgetImageFile(sql: Sql, jobId: string): Promise<void> {
  await sql`
    WITH forgotten AS (UPDATE jobs SET image_file = NULL WHERE id = ${jobId} AND status = 'completed')
    DELETE FROM idempotency_keys WHERE job_id = ${jobId}`;
}

/** Takes expired files from their jobs. @returns keys of files without an owner now */
export async function releaseImageFiles(
  sql: Sql,
  spool: string,
  keepDays: number,
  atMost: number,
): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    WITH released AS MATERIALIZED (
        SELECT key FROM release_image_files(${spool}, ${keepDays}::integer, ${atMost}::integer) AS f (key)),
      let_go AS (
        UPDATE blobs b SET loose_since = '-infinity' FROM released r
        WHERE b.store = regexp_replace(${spool}, '^images:', '') AND b.key = r.key)
    SELECT key FROM released`;
  return rows.map(({ key }) => key);
}

/** Files of these jobs. */
export async function imageFilesOf(sql: Sql, jobIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ key: string }[]>`
    SELECT image_file AS key FROM jobs WHERE id = ANY (${sql.typed.texts([...jobIds])}) AND image_file IS NOT NULL`;
  return new Set(rows.map(({ key }) => key));
}
