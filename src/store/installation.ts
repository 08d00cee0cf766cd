import type postgres from 'postgres';

/** Which of all installations of cartload a database is. */
export interface Installation {
  id: string;
  /** The installation whose copy the database was when it was first seen here; null: it is no copy. */
  copiedFrom: string | null;
}

/**
 * The installation of a migrated database. A database that was copied (pg_restore, CREATE DATABASE … TEMPLATE) becomes one of its own, and
 * what it keeps about transactions of the cluster it came from begins anew.
 */
export async function settleInstallation<T extends Record<string, unknown>>(
  sql: postgres.Sql<T>,
): Promise<Installation> {
  const rows = await sql<Installation[]>`SELECT id, copied_from AS "copiedFrom" FROM settle_installation()`;
  return rows[0]!;
}
