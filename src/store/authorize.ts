import type { Sql } from './client.js';

/** Who writes. A request was checked before its body had come; what the key may do by then, the statement that writes finds out. */
export interface Writer {
  readonly keyId: number;
  readonly accountId: number;
}

/** `restore`: a deleted map, too. `transfer`: any map, for superusers; it and `delete` wait for writers at work. */
type Intent = 'write' | 'restore' | 'transfer' | 'delete';

/**
 * Stands in a statement for the map that it changes, so that none of it is done unless the key may
 * (sql/functions/access.sql): SQLSTATE CL401, CL402, CL403 or CL404 otherwise.
 */
export const authorizedMap = (
  sql: Sql,
  { keyId }: Pick<Writer, 'keyId'>,
  mapId: number,
  intent: Intent = 'write',
) => sql`(SELECT authorize_write(${mapId}, ${keyId}, ${intent}))`;

/** The same for the account of the key: SQLSTATE CL401, CL402 or CL403. */
export const authorizedAccount = (sql: Sql, { keyId }: Pick<Writer, 'keyId'>) =>
  sql`(SELECT authorize_key(${keyId}))`;

/**
 * For what reads a map after the body has come.
 * @throws SQLSTATE CL401, CL402, CL403 or CL404
 */
export async function assertWritable(sql: Sql, writer: Writer, mapId: number): Promise<void> {
  await sql`SELECT ${authorizedMap(sql, writer, mapId)}`;
}
