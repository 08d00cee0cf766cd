import type { Sql } from './client.js';

/** A request that its client has given a name, so that it can be sent again. */
export interface NamedRequest {
  readonly accountId: number;
  readonly key: string;
  /** Of all that the request asks for. */
  readonly fingerprint: string;
}

/** What a request with this key has made within 24 hours; null: there was none. */
export async function findRequest(
  sql: Sql,
  { accountId, key }: NamedRequest,
): Promise<{ fingerprint: string; madeId: number | null; jobId: string | null } | null> {
  // One that is over would keep the key from being used anew.
  await sql`
    DELETE FROM idempotency_keys
    WHERE account_id = ${accountId} AND key = ${key} AND created_at < now() - interval '24 hours'`;
  const [row] = await sql<{ fingerprint: string; madeId: number | null; jobId: string | null }[]>`
    SELECT fingerprint, made_id AS "madeId", job_id AS "jobId" FROM idempotency_keys
    WHERE account_id = ${accountId} AND key = ${key}`;
  return row ?? null;
}

/** Stands in the statement that makes a thing, `m`: fails with SQLSTATE 23505 when the key is taken meanwhile. */
export const keepRequest = (sql: Sql, request: NamedRequest | null) => sql`
  keep_request(${request?.accountId ?? null}::bigint, ${request?.key ?? null}::text, ${request?.fingerprint ?? null}::text, m.id)`;

/** The same of a `job`. */
export const keepRequestOfJob = (sql: Sql, request: NamedRequest | null) => sql`
  keep_request_of_job(${request?.accountId ?? null}::bigint, ${request?.key ?? null}::text, ${request?.fingerprint ?? null}::text, job.id)`;
