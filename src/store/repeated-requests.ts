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

/** The same of a thing that is there: asked for again it would be the same. */
export async function keepMade(
  sql: Sql,
  request: NamedRequest,
  made: { id?: number; jobId?: string },
): Promise<void> {
  await sql`
    INSERT INTO idempotency_keys (account_id, key, fingerprint, made_id, job_id)
    VALUES (${request.accountId}, ${request.key}, ${request.fingerprint}, ${made.id ?? null}, ${made.jobId ?? null})
    ON CONFLICT DO NOTHING`;
}
