import type { Sql } from './client.js';

/** Defines the custom fields that the map does not know yet, in the order given. */
export async function ensureFields(
  sql: Sql,
  mapId: number,
  types: ReadonlyMap<string, string>,
): Promise<void> {
  if (types.size === 0) return;
  await sql`SELECT ensure_fields(${mapId}, ${sql.typed.texts([...types.keys()])}, ${sql.typed.texts([...types.values()])})`;
}
