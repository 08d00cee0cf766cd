import type { Share } from '../schema/share.js';
import type { Sql } from './client.js';

/** An invitation that this process has leased. */
export interface Invitation {
  id: number;
  /** Number of this attempt, from 1. */
  attempt: number;
  createdAt: Date;
  recipient: { id: number; email: string };
  inviterEmail: string;
  mapName: string;
  /** Access level of the recipient; null: owner of the map. */
  accessLevel: Share['access_level'] | null;
}

interface InvitationRow extends Omit<Invitation, 'recipient'> {
  recipientId: number;
  recipientEmail: string;
}

/**
 * Leases due invitations. Invitations whose map or share is gone fail instead.
 */
export async function claimInvitations(sql: Sql, limit: number, leaseMs: number): Promise<Invitation[]> {
  const rows = await sql<InvitationRow[]>`
    WITH due AS (
      SELECT id, EXISTS (
          SELECT FROM maps m WHERE m.id = q.map_id AND m.deleted_at IS NULL AND (m.account_id = q.account_id
            OR EXISTS (SELECT FROM shares s WHERE s.map_id = q.map_id AND s.account_id = q.account_id))) AS invites
      FROM outbox q WHERE sent_at IS NULL AND failed_at IS NULL AND next_attempt_at <= now()
      ORDER BY next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE outbox o SET attempts = attempts + 1, next_attempt_at = now() + ${leaseMs} * interval '1 millisecond',
        failed_at = CASE WHEN NOT due.invites THEN now() END,
        last_error = CASE WHEN due.invites THEN last_error ELSE 'the map or its share is gone' END
      FROM due WHERE o.id = due.id RETURNING o.*
    )
    SELECT c.id, c.attempts AS attempt, c.created_at AS "createdAt", r.id AS "recipientId", r.email AS "recipientEmail",
           i.email AS "inviterEmail", m.name AS "mapName",
           CASE WHEN m.account_id <> r.id THEN s.access_level END AS "accessLevel"
    FROM claimed c
    JOIN accounts r ON r.id = c.account_id
    JOIN accounts i ON i.id = c.inviter_id
    JOIN maps m ON m.id = c.map_id
    LEFT JOIN shares s ON s.map_id = c.map_id AND s.account_id = c.account_id
    WHERE c.failed_at IS NULL
    ORDER BY c.due_at, c.id`;
  return rows.map(({ recipientId, recipientEmail, ...row }) => ({
    ...row,
    recipient: { id: recipientId, email: recipientEmail },
  }));
}

/** Records the sending even without the lease, as it has happened. */
export async function markSent(sql: Sql, id: number): Promise<void> {
  await sql`UPDATE outbox SET sent_at = now(), failed_at = NULL, last_error = NULL WHERE id = ${id}`;
}

/**
 * Lets the mails that were given up be sent again, from their first attempt: the latest of each recipient and
 * map that is still invited, unless a mail waits for both or was sent since.
 * @returns addresses of their recipients
 */
export async function resendFailed(sql: Sql): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    WITH latest AS (
      SELECT DISTINCT ON (o.account_id, o.map_id) o.id, o.account_id, o.failed_at FROM outbox o JOIN maps m ON m.id = o.map_id
      WHERE m.deleted_at IS NULL AND (m.account_id = o.account_id
        OR EXISTS (SELECT FROM shares s WHERE s.map_id = o.map_id AND s.account_id = o.account_id))
      ORDER BY o.account_id, o.map_id, o.failed_at IS NULL DESC, o.id DESC
    ), again AS (
      UPDATE outbox o SET failed_at = NULL, attempts = 0, next_attempt_at = greatest(o.due_at, clock_timestamp())
      FROM latest l WHERE o.id = l.id AND o.failed_at IS NOT NULL
        AND EXISTS (SELECT FROM accounts a WHERE a.id = l.account_id AND a.pending)
      RETURNING o.account_id
    ), woken AS (SELECT pg_notify('mail_queued', '') FROM again LIMIT 1)
    SELECT a.email FROM again JOIN accounts a ON a.id = again.account_id, (SELECT count(*) FROM woken) w ORDER BY a.email`;
  return rows.map(({ email }) => email);
}

/**
 * Records a failed attempt; the next follows after `delayMs`, or never (null). Does nothing without the
 * lease.
 */
export async function endAttempt(
  sql: Sql,
  { id, attempt }: Pick<Invitation, 'id' | 'attempt'>,
  error: string,
  delayMs: number | null,
): Promise<void> {
  await sql`
    UPDATE outbox SET last_error = ${error}, failed_at = CASE WHEN ${delayMs === null} THEN now() END,
      next_attempt_at = now() + ${Math.round(delayMs ?? 0)} * interval '1 millisecond'
    WHERE id = ${id} AND attempts = ${attempt} AND sent_at IS NULL AND failed_at IS NULL`;
}
