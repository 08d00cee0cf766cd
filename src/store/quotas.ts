import type { Sql } from './client.js';

export const QUOTA_KINDS = ['maps', 'markers', 'bulk'] as const;
export type QuotaKind = (typeof QUOTA_KINDS)[number];
export type QuotaUse = Record<QuotaKind, number>;

/** Use of a key's daily quotas in the current UTC day. */
export async function readQuotaUse(sql: Sql, keyId: number): Promise<QuotaUse> {
  const rows = await sql<{ kind: QuotaKind; used: number }[]>`
    SELECT kind, used FROM quota_use WHERE key_id = ${keyId} AND day = (now() AT TIME ZONE 'UTC')::date`;
  const use: QuotaUse = { maps: 0, markers: 0, bulk: 0 };
  for (const row of rows) use[row.kind] = row.used;
  return use;
}

/** Refunds a unit charged at a time, for failed work. */
export async function giveBack(sql: Sql, keyId: number, kind: QuotaKind, chargedAt: Date): Promise<void> {
  await sql`
    UPDATE quota_use SET used = used - 1
    WHERE key_id = ${keyId} AND day = (${chargedAt}::timestamptz AT TIME ZONE 'UTC')::date AND kind = ${kind} AND used > 0`;
}
