import type { FieldDefinition } from '../schema/field.js';
import { authorizedMap, type Writer } from './authorize.js';
import type { Sql } from './client.js';

/**
 * Defines the custom fields that the map lacks, in the given order.
 * @returns number of fields without room (a map holds 1,000)
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

/** Fields in display order. */
export async function readFields(sql: Sql, mapId: number): Promise<FieldDefinition[]> {
  return await sql<FieldDefinition[]>`
    SELECT id, name, type, ordering FROM field_definitions WHERE map_id = ${mapId} ORDER BY ordering, id`;
}

/** Removes definitions that no marker uses. @returns their number. @throws SQLSTATE of `authorizedMap` */
export async function removeUnusedFields(sql: Sql, writer: Writer, mapId: number): Promise<number> {
  const [row] = await sql<[{ removed: number }]>`
    SELECT remove_unused_fields(${authorizedMap(sql, writer, mapId)}) AS removed`;
  return row.removed;
}
