import type { JSONValue } from 'postgres';
import type { RememberedColumn } from '../schema/header-memory.js';
import { authorizedAccount, type Writer } from './authorize.js';
import type { Sql } from './client.js';

/** Most header rows of an account; the one confirmed longest ago is dropped first. */
const MAX_HEADERS = 1000;

/**
 * Mapping that the account last confirmed for a header row, by column.
 * @param fingerprint of `headerFingerprint`
 */
export async function recallMapping(
  sql: Sql,
  accountId: number,
  fingerprint: string,
): Promise<RememberedColumn[] | null> {
  const rows = await sql<{ mapping: RememberedColumn[] }[]>`
    SELECT mapping FROM header_memory WHERE account_id = ${accountId} AND fingerprint = ${fingerprint}`;
  return rows[0]?.mapping ?? null;
}

/** @throws SQLSTATE of `authorizedAccount` */
export async function rememberMapping(
  sql: Sql,
  writer: Writer,
  fingerprint: string,
  mapping: readonly RememberedColumn[],
  maxHeaders = MAX_HEADERS,
): Promise<void> {
  const json = sql.json(mapping as JSONValue);
  await sql`SELECT remember_mapping(${authorizedAccount(sql, writer)}, ${fingerprint}, ${json}::json, ${maxHeaders}::integer)`;
}
