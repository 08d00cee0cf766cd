import type postgres from 'postgres';

/** Identity of the installation that a database belongs to. */
export interface Installation {
  id: string;
  /** Installation from which the database was copied; null: it is not a copy. */
  copiedFrom: string | null;
}

/**
 * Determines the installation of a migrated database. A copied database (pg_restore, CREATE DATABASE …
 * TEMPLATE) becomes a new installation, and its records about transactions of the old cluster are reset.
 */
export async function settleInstallation<T extends Record<string, unknown>>(
  sql: postgres.Sql<T>,
): Promise<Installation> {
  const rows = await sql<Installation[]>`SELECT id, copied_from AS "copiedFrom" FROM settle_installation()`;
  return rows[0]!;
}
