import type { Sql } from './client.js';

/** A request with an Idempotency-Key. */
export interface NamedRequest {
  readonly accountId: number;
  readonly key: string;
  /** Hash of everything that the request asks for. */
  readonly fingerprint: string;
}

/** Result of a request with this key within 24 hours; null: none. */
export async function findRequest(
  sql: Sql,
  { accountId, key }: NamedRequest,
): Promise<{ fingerprint: string; madeId: number | null; jobId: string | null } | null> {
  // Remove an expired entry, which would block the key.
  await sql`
    DELETE FROM idempotency_keys
    WHERE account_id = ${accountId} AND key = ${key} AND created_at < now() - interval '24 hours'`;
  const [row] = await sql<{ fingerprint: string; madeId: number | null; jobId: string | null }[]>`
    SELECT fingerprint, made_id AS "madeId", job_id AS "jobId" FROM idempotency_keys
    WHERE account_id = ${accountId} AND key = ${key}`;
  return row ?? null;
}

/**
 * SQL that stores the key in the statement that makes `m`; fails with SQLSTATE 23505 when the key is taken
 * meanwhile.
 */
export const keepRequest = (sql: Sql, request: NamedRequest | null) => sql`
  keep_request(${request?.accountId ?? null}::bigint, ${request?.key ?? null}::text, ${request?.fingerprint ?? null}::text, m.id)`;

/** The same SQL for a `job`. */
export const keepRequestOfJob = (sql: Sql, request: NamedRequest | null) => sql`
  keep_request_of_job(${request?.accountId ?? null}::bigint, ${request?.key ?? null}::text, ${request?.fingerprint ?? null}::text, job.id)`;
