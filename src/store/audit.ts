import type { Sql } from './client.js';

export interface AuditEntry {
  id: number;
  at: Date;
  action: string;
  /** E-mail of the actor; null without a key, and when the account is gone. */
  email: string | null;
  accountId: number | null;
  keyId: number | null;
  /** `key`, `cli`, `service`, or the name of another client of the database. */
  via: string;
  ownerEmail: string | null;
  ownerId: number | null;
  otherEmail: string | null;
  otherId: number | null;
  mapId: number | null;
  shareId: number | null;
  apiKeyId: number | null;
  details: Record<string, unknown> | null;
}

/**
 * Reads entries after `afterId`, oldest first.
 * @param accountId selects actions of the account and actions on resources that it owns or shares; null: all
 */
export function readAudit(
  sql: Sql,
  {
    accountId,
    since,
    afterId,
    limit,
  }: { accountId: number | null; since: Date; afterId: number; limit: number },
): Promise<AuditEntry[]> {
  return sql<AuditEntry[]>`
    SELECT l.id, l.at, l.action, a.email, l.account_id AS "accountId", l.key_id AS "keyId", l.via,
           o.email AS "ownerEmail", l.owner_id AS "ownerId", t.email AS "otherEmail", l.other_id AS "otherId",
           l.map_id AS "mapId", l.share_id AS "shareId", l.api_key_id AS "apiKeyId", l.details
    FROM audit_log l
    LEFT JOIN accounts a ON a.id = l.account_id
    LEFT JOIN accounts o ON o.id = l.owner_id
    LEFT JOIN accounts t ON t.id = l.other_id
    WHERE l.id > ${afterId} AND l.at >= ${since}
      ${accountId === null ? sql`` : sql`AND (l.account_id = ${accountId} OR l.owner_id = ${accountId} OR l.other_id = ${accountId})`}
    ORDER BY l.id LIMIT ${limit}`;
}
