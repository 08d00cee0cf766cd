import type { Sql } from './client.js';
import type { KeyRow } from './keys.js';

/** Minutes for which a session's time of use stays as it is. */
const NOTE_AFTER_MINUTES = 5;

interface SessionLimits {
  idleHours: number;
  longestDays: number;
}

/** The account of an e-mail (case does not matter) and the hash of its password; null where there is none. */
export async function findPassword(
  sql: Sql,
  email: string,
): Promise<{ accountId: number; email: string; plan: string; hash: string } | null> {
  const rows = await sql<{ accountId: number; email: string; plan: string; hash: string | null }[]>`
    SELECT id AS "accountId", email, plan, password_hash AS hash FROM accounts WHERE lower(email) = lower(${email}) AND NOT pending`;
  const [row] = rows;
  return row?.hash ? { ...row, hash: row.hash } : null;
}

/**
 * Begins a session (begin_session in sql/functions/sessions.sql).
 * @param hash of its token
 * @param keyHash for the key of the account's sessions, in case it has none
 * @returns false when the password was changed meanwhile, or the operator has revoked that key
 */
export async function beginSession(
  sql: Sql,
  { accountId, hash: proof }: { accountId: number; hash: string },
  {
    hash,
    keyHash,
    most,
    idleHours,
    longestDays,
  }: SessionLimits & { hash: Buffer; keyHash: Buffer; most: number },
): Promise<boolean> {
  const [row] = await sql<[{ begun: boolean }]>`
    SELECT begin_session(${accountId}, ${proof}, ${hash}, ${keyHash}, ${idleHours}::integer, ${longestDays}::integer,
      ${most}::integer) AS begun`;
  return row.begun;
}

/** The key of the session with this SHA-256, unless the session is unknown or has ended. */
export async function findSession(
  sql: Sql,
  hash: Buffer,
  { idleHours, longestDays }: SessionLimits,
): Promise<KeyRow | null> {
  const rows = await sql<(KeyRow & { isToNote: boolean })[]>`
    SELECT k.id AS "keyId", a.id AS "accountId", a.email, a.plan, a.superuser, k.scope, k.rate_limit AS "rateLimit",
           k.quota_maps AS "quotaMaps", k.quota_markers AS "quotaMarkers", k.quota_bulk AS "quotaBulk",
           s.used_at < now() - ${NOTE_AFTER_MINUTES}::integer * interval '1 minute' AS "isToNote"
    FROM sessions s JOIN api_keys k ON k.id = s.key_id JOIN accounts a ON a.id = k.account_id
    WHERE s.hash = ${hash} AND k.revoked_at IS NULL
      AND s.used_at >= now() - ${idleHours}::integer * interval '1 hour'
      AND s.created_at >= now() - ${longestDays}::integer * interval '1 day'`;
  const [row] = rows;
  if (!row) return null;
  const { isToNote, ...key } = row;
  if (isToNote) await sql`UPDATE sessions SET used_at = now() WHERE hash = ${hash}`;
  return key;
}

/** @returns false when there is no such session */
export async function endSession(sql: Sql, hash: Buffer): Promise<boolean> {
  const { count } = await sql`DELETE FROM sessions WHERE hash = ${hash}`;
  return count > 0;
}

/** A map as an account that does not own it sees it. */
export interface SharedAccess {
  ownerId: number;
  ownerPlan: string;
  level: 'viewer' | 'member' | 'admin';
}

/** null: the map is gone, the account's own, or not shared with it. */
export async function findSharedAccess(
  sql: Sql,
  accountId: number,
  mapId: number,
): Promise<SharedAccess | null> {
  const [row] = await sql<SharedAccess[]>`
    SELECT m.account_id AS "ownerId", o.plan AS "ownerPlan", s.access_level AS level
    FROM shares s JOIN maps m ON m.id = s.map_id AND m.deleted_at IS NULL AND m.account_id <> s.account_id
    JOIN accounts o ON o.id = m.account_id WHERE s.map_id = ${mapId} AND s.account_id = ${accountId}`;
  return row ?? null;
}

export async function findMapOfJob(sql: Sql, jobId: string): Promise<number | null> {
  const [row] = await sql<{ mapId: number }[]>`SELECT map_id AS "mapId" FROM jobs WHERE id = ${jobId}`;
  return row?.mapId ?? null;
}
