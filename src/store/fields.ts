import type { FieldDefinition } from '../schema/field.js';
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

/** In display order. */
export async function readFields(sql: Sql, mapId: number): Promise<FieldDefinition[]> {
  return await sql<FieldDefinition[]>`
    SELECT id, name, type, ordering FROM field_definitions WHERE map_id = ${mapId} ORDER BY ordering, id`;
}
