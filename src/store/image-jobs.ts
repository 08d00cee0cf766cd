import type { JSONValue } from 'postgres';
import type { Trace } from '../base/tracing/trace.js';
import { authorizedMap, type Writer } from './authorize.js';
import type { Sql } from './client.js';
import { type ClaimedJob, SHOWN, type ShownJob, traceOfJob } from './jobs.js';
import { keepRequestOfJob, type NamedRequest } from './repeated-requests.js';

export interface ImageJobRequest {
  id: string;
  mapId: number;
  /** With their defaults. */
  options: object;
  /** What pictures depend on besides the map. */
  style: string;
  /** Of the process that takes the request; see `imageSpool`. */
  spool: string;
  /** Of the request; absent, too: it was part of none. */
  trace?: Trace | null;
}

export interface ImageBounds {
  /** Of completed jobs, those that ended so long ago at most are answered again. */
  goodDays: number;
  /** Jobs of an account that wait or run. */
  mostOpen: number;
  /** New jobs of an account in a UTC day. */
  dailyLimit: number;
}

/** Jobs of kind `image` lie in no spool, but their files in a blob store: only processes that have it work on them. */
export const imageSpool = (storeIdentity: string): string => `images:${storeIdentity}`;

/**
 * The job whose picture is the one that is asked for: one that is there already, whatever its id, or a new one.
 * @throws SQLSTATE CL430 when too many of the account wait, CL429 when its day's are used up, 23505 when the request is known; those of `authorizedMap`
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
 * To be called before the map is read: notes its state, by which a later request finds out whether the picture is still good.
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

/** Gives the job its file. @param isIncomplete it is answered to nobody who asks later @returns false when the lease is lost: the file is nobody's */
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

/** No picture of the account begins for so long; 0: the next one may. */
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
  /** Key in the blob store; null: it was removed. */
  key: string | null;
  format: 'png' | 'pdf';
  mapId: number;
  /** As it was when the picture was drawn, which has it as its title. */
  mapName: string;
  /** Who owns the map now. */
  accountId: number;
}

/** The file of a completed job; null: there is no such job, or its map is deleted. */
export async function findImageFile(sql: Sql, jobId: string): Promise<ImageFile | null> {
  const rows = await sql<ImageFile[]>`
    SELECT j.image_file AS key, j.task->>'format' AS format, m.id AS "mapId", coalesce(j.image_name, m.name) AS "mapName", m.account_id AS "accountId"
    FROM jobs j JOIN maps m ON m.id = j.map_id
    WHERE j.id = ${jobId} AND j.image_key IS NOT NULL AND j.status = 'completed' AND m.deleted_at IS NULL`;
  return rows[0] ?? null;
}

/** Of a file that the store does not have any more: the picture is made anew when it is asked for, by whatever Idempotency-Key. */
export async function forgetImageFile(sql: Sql, jobId: string): Promise<void> {
  await sql`
    WITH forgotten AS (UPDATE jobs SET image_file = NULL WHERE id = ${jobId} AND status = 'completed')
    DELETE FROM idempotency_keys WHERE job_id = ${jobId}`;
}

/** Takes at most so many files from their jobs. @returns their keys: the files are nobody's now */
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

/** The files that these jobs have. */
export async function imageFilesOf(sql: Sql, jobIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ key: string }[]>`
    SELECT image_file AS key FROM jobs WHERE id = ANY (${sql.typed.texts([...jobIds])}) AND image_file IS NOT NULL`;
  return new Set(rows.map(({ key }) => key));
}
