import type { Sql } from './client.js';

export interface KeyOverrides {
  rateLimit?: number | undefined;
  quotaMaps?: number | undefined;
  quotaMarkers?: number | undefined;
  quotaBulk?: number | undefined;
}

/** A key joined with its account; null limits mean the service's defaults. */
export interface KeyRow {
  keyId: number;
  accountId: number;
  email: string;
  plan: string;
  superuser: boolean;
  scope: 'read_only' | 'read_write';
  rateLimit: number | null;
  quotaMaps: number | null;
  quotaMarkers: number | null;
  quotaBulk: number | null;
}

/** @returns the key's id, or null when there is no account with that e-mail */
export async function createKey(
  sql: Sql,
  email: string,
  hash: Buffer,
  scope: string,
  overrides: KeyOverrides,
): Promise<number | null> {
  const rows = await sql<{ id: number }[]>`
    INSERT INTO api_keys (account_id, hash, scope, rate_limit, quota_maps, quota_markers, quota_bulk)
    SELECT id, ${hash}, ${scope}, ${overrides.rateLimit ?? null}::integer, ${overrides.quotaMaps ?? null}::integer,
           ${overrides.quotaMarkers ?? null}::integer, ${overrides.quotaBulk ?? null}::integer
    FROM accounts WHERE lower(email) = lower(${email}) RETURNING id`;
  return rows[0]?.id ?? null;
}

/** @returns false when there is no such key; revoking again is allowed */
export async function revokeKey(sql: Sql, id: number): Promise<boolean> {
  const rows =
    await sql`UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = ${id} RETURNING id`;
  return rows.length > 0;
}

/** @returns the key with this SHA-256, unless it is missing or revoked */
export async function findKey(sql: Sql, hash: Buffer): Promise<KeyRow | null> {
  const rows = await sql<KeyRow[]>`
    SELECT k.id AS "keyId", a.id AS "accountId", a.email, a.plan, a.superuser, k.scope, k.rate_limit AS "rateLimit",
           k.quota_maps AS "quotaMaps", k.quota_markers AS "quotaMarkers", k.quota_bulk AS "quotaBulk"
    FROM api_keys k JOIN accounts a ON a.id = k.account_id
    WHERE k.hash = ${hash} AND k.revoked_at IS NULL`;
  return rows[0] ?? null;
}

export interface ListedKey {
  id: number;
  scope: string;
  /** The account's sessions act through it. */
  forSessions: boolean;
  createdAt: Date;
  /** The true time may be up to two minutes later. */
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

/** Keys by ascending id. */
export function listKeys(sql: Sql, accountId: number): Promise<ListedKey[]> {
  return sql<ListedKey[]>`
    SELECT k.id, k.scope, k.for_sessions AS "forSessions", k.created_at AS "createdAt", u.last_used_at AS "lastUsedAt", k.revoked_at AS "revokedAt"
    FROM api_keys k LEFT JOIN key_uses u ON u.key_id = k.id WHERE k.account_id = ${accountId} ORDER BY k.id`;
}

/**
 * @param uses key and Unix milliseconds of its last use; a stored time less than half a minute older stays
 */
export async function noteKeyUses(sql: Sql, uses: readonly (readonly [number, number])[]): Promise<void> {
  const rows = uses.map(([key_id, used_at_ms]) => ({ key_id, used_at_ms }));
  await sql`SELECT note_key_uses(${sql.json(rows)}::json)`;
}
