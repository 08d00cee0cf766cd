import type { Sql } from './client.js';

export const PLANS = ['free', 'business', 'enterprise'] as const;

export interface Account {
  id: number;
  email: string;
  plan: string;
  superuser: boolean;
  healthData: boolean;
  /** Rows an import may have; null: the service's default. */
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

/** @returns null when the e-mail has an account already (compared without case) that is not pending */
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

export async function hasAccounts(sql: Sql): Promise<boolean> {
  const rows = await sql`SELECT FROM accounts LIMIT 1`;
  return rows.length > 0;
}
