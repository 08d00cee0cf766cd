import type { Sql } from './client.js';

export const PLANS = ['free', 'business', 'enterprise'] as const;

export interface Account {
  id: number;
  email: string;
  plan: string;
  superuser: boolean;
  healthData: boolean;
  /** Most rows of an import; null: the service's default. */
  rowLimit: number | null;
}

export interface AccountChanges {
  plan?: string | undefined;
  superuser?: boolean | undefined;
  healthData?: boolean | undefined;
  rowLimit?: number | undefined;
}

const COLUMNS = [
  'id',
  'email',
  'plan',
  'superuser',
  'health_data as "healthData"',
  'row_limit as "rowLimit"',
];

/** @returns null when the e-mail (case does not matter) already has an account that is not pending */
export async function createAccount(
  sql: Sql,
  email: string,
  { plan = 'enterprise', superuser = false, healthData = false, rowLimit }: AccountChanges,
): Promise<Account | null> {
  const rows = await sql<Account[]>`
    INSERT INTO accounts (email, plan, superuser, health_data, row_limit)
    VALUES (${email}, ${plan}, ${superuser}, ${healthData}, ${rowLimit ?? null})
    ON CONFLICT (lower(email)) DO UPDATE SET plan = excluded.plan, superuser = excluded.superuser,
      health_data = excluded.health_data, row_limit = excluded.row_limit
    WHERE accounts.pending RETURNING ${sql.unsafe(COLUMNS.join())}`;
  return rows[0] ?? null;
}

/** @returns null when there is no such account */
export async function changeAccount(
  sql: Sql,
  email: string,
  changes: AccountChanges,
): Promise<Account | null> {
  const rows = await sql<Account[]>`
    UPDATE accounts SET
      plan = coalesce(${changes.plan ?? null}, plan),
      superuser = coalesce(${changes.superuser ?? null}, superuser),
      health_data = coalesce(${changes.healthData ?? null}, health_data),
      row_limit = coalesce(${changes.rowLimit ?? null}, row_limit)
    WHERE lower(email) = lower(${email}) RETURNING ${sql.unsafe(COLUMNS.join())}`;
  return rows[0] ?? null;
}

export async function findAccount(sql: Sql, id: number): Promise<Account | null> {
  const rows = await sql<Account[]>`SELECT ${sql.unsafe(COLUMNS.join())} FROM accounts WHERE id = ${id}`;
  return rows[0] ?? null;
}

/**
 * True when addresses of the account must not leave the service: it is under a health-data agreement, or
 * gone.
 */
export async function keepsAddresses(sql: Sql, id: number): Promise<boolean> {
  return (await findAccount(sql, id))?.healthData !== false;
}

export async function hasAccounts(sql: Sql): Promise<boolean> {
  const rows = await sql`SELECT FROM accounts LIMIT 1`;
  return rows.length > 0;
}

/** Finds an account by its e-mail; case does not matter. */
export async function findAccountId(sql: Sql, email: string): Promise<number | null> {
  const rows = await sql<{ id: number }[]>`SELECT id FROM accounts WHERE lower(email) = lower(${email})`;
  return rows[0]?.id ?? null;
}

/** An account with counts of its resources. */
export interface AccountSummary extends Account {
  pending: boolean;
  createdAt: Date;
  keys: { valid: number; revoked: number };
  maps: { active: number; archived: number; deleted: number };
  /** Markers of maps that are not deleted, including expired ones that are not removed yet. */
  markers: number;
  /** Jobs by status, of maps that are not deleted. */
  jobs: Record<string, number>;
}

/** @returns null when there is no such account */
export async function summariseAccount(sql: Sql, email: string): Promise<AccountSummary | null> {
  const [summary] = await sql<(Omit<AccountSummary, 'markers'> & { mapIds: number[] })[]>`
    SELECT ${sql.unsafe(COLUMNS.join())}, pending, created_at AS "createdAt",
      (SELECT json_build_object('valid', count(*) FILTER (WHERE k.revoked_at IS NULL), 'revoked', count(k.revoked_at))
       FROM api_keys k WHERE k.account_id = a.id) AS keys,
      (SELECT json_build_object('active', count(*) FILTER (WHERE m.deleted_at IS NULL AND m.status = 'active'),
         'archived', count(*) FILTER (WHERE m.deleted_at IS NULL AND m.status = 'archived'), 'deleted', count(m.deleted_at))
       FROM maps m WHERE m.account_id = a.id) AS maps,
      (SELECT coalesce(json_agg(m.id), '[]') FROM maps m WHERE m.account_id = a.id AND m.deleted_at IS NULL) AS "mapIds",
      (SELECT coalesce(json_object_agg(s.status, s.jobs), '{}') FROM (
         SELECT j.status, count(*) AS jobs FROM maps m JOIN jobs j ON j.map_id = m.id
         WHERE m.account_id = a.id AND m.deleted_at IS NULL GROUP BY j.status) s) AS jobs
    FROM accounts a WHERE lower(email) = lower(${email})`;
  if (!summary) return null;
  const { mapIds, ...shown } = summary;
  return { ...shown, markers: await countMarkers(sql, mapIds) };
}

async function countMarkers(sql: Sql, mapIds: readonly number[]): Promise<number> {
  const [counted] = await sql<[{ markers: number }]>`
    SELECT coalesce(sum(c.markers), 0)::bigint AS markers FROM map_counts c WHERE c.map_id = ANY (${sql.typed.texts(mapIds.map(String))}::bigint[])`;
  return counted.markers;
}
