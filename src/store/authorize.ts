import type { Sql } from './client.js';

/**
 * The key that writes. A request is authorised before its body arrives, so the writing statement checks the
 * key again.
 */
export interface Writer {
  readonly keyId: number;
  readonly accountId: number;
}

/**
 * `restore` also finds deleted maps; `transfer` any map, for superusers. `transfer` and `delete` wait for
 * running writers.
 */
type Intent = 'write' | 'restore' | 'transfer' | 'delete';

/**
 * SQL for the id of the map that a statement changes. The whole statement fails unless the key may do it
 * (sql/functions/access.sql), with SQLSTATE CL401, CL402, CL403 or CL404.
 */
export const authorizedMap = (
  sql: Sql,
  { keyId }: Pick<Writer, 'keyId'>,
  mapId: number,
  intent: Intent = 'write',
) => sql`(SELECT authorize_write(${mapId}, ${keyId}, ${intent}))`;

/** SQL for the id of the key's account; fails with SQLSTATE CL401, CL402 or CL403. */
export const authorizedAccount = (sql: Sql, { keyId }: Pick<Writer, 'keyId'>) =>
  sql`(SELECT authorize_key(${keyId}))`;

/**
 * Checks the key for operations that read a map after the body has arrived.
 * @throws SQLSTATE CL401, CL402, CL403 or CL404
 */
export async function assertWritable(sql: Sql, writer: Writer, mapId: number): Promise<void> {
  await sql`SELECT ${authorizedMap(sql, writer, mapId)}`;
}
