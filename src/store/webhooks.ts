import { authorizedAccount, type Writer } from './authorize.js';
import type { Sql } from './client.js';

export interface StoredWebhook {
  id: number;
  url: string;
  createdAt: Date;
}

export interface Delivery {
  id: number;
  jobId: string;
  createdAt: Date;
  attempts: number;
  nextAttemptAt: Date;
  deliveredAt: Date | null;
  failedAt: Date | null;
  lastStatus: number | null;
  lastError: string | null;
}

const columns = (sql: Sql) => sql`id, url, created_at AS "createdAt"`;

/** @throws SQLSTATE CL400 when the account has too many; those of `authorizedAccount` */
export async function createWebhook(sql: Sql, writer: Writer, url: string): Promise<StoredWebhook> {
  const [row] = await sql<[StoredWebhook]>`
    SELECT ${columns(sql)} FROM create_webhook(${authorizedAccount(sql, writer)}, ${url})`;
  return row;
}

export const listWebhooks = (sql: Sql, accountId: number): Promise<StoredWebhook[]> =>
  sql<StoredWebhook[]>`SELECT ${columns(sql)} FROM webhooks WHERE account_id = ${accountId} ORDER BY id`;

export async function findWebhook(sql: Sql, accountId: number, id: number): Promise<StoredWebhook | null> {
  const [row] = await sql<StoredWebhook[]>`
    SELECT ${columns(sql)} FROM webhooks WHERE id = ${id} AND account_id = ${accountId}`;
  return row ?? null;
}

/** @throws SQLSTATE of `authorizedAccount` */
export async function deleteWebhook(sql: Sql, writer: Writer, id: number): Promise<void> {
  await sql`DELETE FROM webhooks WHERE id = ${id} AND account_id = ${authorizedAccount(sql, writer)}`;
}

/** The newest deliveries of a webhook. */
export const listDeliveries = (sql: Sql, webhookId: number, limit: number): Promise<Delivery[]> => sql<
  Delivery[]
>`
  SELECT id, job_id AS "jobId", created_at AS "createdAt", attempts, next_attempt_at AS "nextAttemptAt", delivered_at AS "deliveredAt",
    failed_at AS "failedAt", last_status AS "lastStatus", last_error AS "lastError"
  FROM webhook_deliveries WHERE webhook_id = ${webhookId} ORDER BY id DESC LIMIT ${limit}`;

/** A delivery that this process has leased. */
export interface ClaimedDelivery {
  id: number;
  accountId: number;
  jobId: string;
  /** Number of this attempt, from 1. */
  attempt: number;
  createdAt: Date;
  webhook: StoredWebhook;
}

/**
 * Leases due deliveries, one of each webhook and a few of each account, so that slow receivers hold up their
 * own alone.
 * @param busy accounts of which none are wanted
 */
export async function claimDeliveries(
  sql: Sql,
  {
    limit,
    perAccount,
    busy,
    leaseMs,
  }: { limit: number; perAccount: number; busy: readonly number[]; leaseMs: number },
): Promise<ClaimedDelivery[]> {
  const rows = await sql<
    (Omit<ClaimedDelivery, 'webhook'> & { webhookId: number; url: string; webhookCreatedAt: Date })[]
  >`
    WITH due AS (
      SELECT d.id FROM webhook_deliveries d
      WHERE d.delivered_at IS NULL AND d.failed_at IS NULL AND d.next_attempt_at <= now() AND d.id IN (
        SELECT n.id FROM (
          SELECT f.id, row_number() OVER (PARTITION BY w.account_id ORDER BY f.next_attempt_at, f.id) AS at
          FROM (
            SELECT DISTINCT ON (o.webhook_id) o.id, o.webhook_id, o.next_attempt_at FROM webhook_deliveries o
            WHERE o.delivered_at IS NULL AND o.failed_at IS NULL AND o.next_attempt_at <= now() ORDER BY o.webhook_id, o.next_attempt_at) f
          JOIN webhooks w ON w.id = f.webhook_id AND w.account_id <> ALL (${sql.typed.texts(busy.map(String))}::bigint[])) n
        WHERE n.at <= ${perAccount})
      ORDER BY d.next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE webhook_deliveries d SET attempts = d.attempts + 1, next_attempt_at = now() + ${leaseMs} * interval '1 millisecond'
      FROM due WHERE d.id = due.id RETURNING d.*)
    SELECT c.id, w.account_id AS "accountId", c.job_id AS "jobId", c.attempts AS attempt, c.created_at AS "createdAt", w.id AS "webhookId", w.url, w.created_at AS "webhookCreatedAt"
    FROM claimed c JOIN webhooks w ON w.id = c.webhook_id`;
  return rows.map(({ webhookId, url, webhookCreatedAt, ...row }) => ({
    ...row,
    webhook: { id: webhookId, url, createdAt: webhookCreatedAt },
  }));
}

/** @param retryMs null: no further attempt */
export async function endDelivery(
  sql: Sql,
  { id, attempt }: ClaimedDelivery,
  { status, error, retryMs }: { status: number | null; error: string | null; retryMs: number | null },
): Promise<void> {
  await sql`
    UPDATE webhook_deliveries SET last_status = ${status}::integer, last_error = ${error},
      delivered_at = CASE WHEN ${error}::text IS NULL THEN now() END,
      failed_at = CASE WHEN ${error}::text IS NOT NULL AND ${retryMs}::float8 IS NULL THEN now() END,
      next_attempt_at = now() + coalesce(${retryMs}::float8, 0) * interval '1 millisecond'
    WHERE id = ${id} AND attempts = ${attempt} AND delivered_at IS NULL AND failed_at IS NULL`;
}
