import type { Sql } from './client.js';

export interface PendingAccount {
  id: number;
  email: string;
}

/** The account, if it has no password yet. */
export async function findPendingAccount(sql: Sql, id: number): Promise<PendingAccount | null> {
  const rows = await sql<PendingAccount[]>`SELECT id, email FROM accounts WHERE id = ${id} AND pending`;
  return rows[0] ?? null;
}

/** @returns false when the account is not pending */
export async function setFirstPassword(sql: Sql, accountId: number, hash: string): Promise<boolean> {
  const [row] = await sql<[{ done: boolean }]>`SELECT set_first_password(${accountId}, ${hash}) AS done`;
  return row.done;
}
