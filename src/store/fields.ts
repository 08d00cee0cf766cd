import type { FieldDefinition } from '../schema/field.js';
import { authorizedMap, type Writer } from './authorize.js';
import type { Sql } from './client.js';

/**
 * Defines the custom fields that the map does not know yet, in the order given.
 * @returns how many of them it has no room for (a map holds 1,000)
 */
export async function ensureFields(
  sql: Sql,
  mapId: number,
  types: ReadonlyMap<string, string>,
): Promise<number> {
  if (types.size === 0) return 0;
  const [row] = await sql<[{ beyond: number }]>`
    SELECT ensure_fields(${mapId}, ${sql.typed.texts([...types.keys()])}, ${sql.typed.texts([...types.values()])}) AS beyond`;
  return row.beyond;
}

/** In display order. */
export async function readFields(sql: Sql, mapId: number): Promise<FieldDefinition[]> {
  return await sql<FieldDefinition[]>`
    SELECT id, name, type, ordering FROM field_definitions WHERE map_id = ${mapId} ORDER BY ordering, id`;
}

/** Removes the definitions that no marker has. @returns how many. @throws SQLSTATE of `authorizedMap` */
export async function removeUnusedFields(sql: Sql, writer: Writer, mapId: number): Promise<number> {
  const [row] = await sql<[{ removed: number }]>`
    SELECT remove_unused_fields(${authorizedMap(sql, writer, mapId)}) AS removed`;
  return row.removed;
}
