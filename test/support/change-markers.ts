import type { PendingQuery, Row } from 'postgres';
import type { Sql } from '../../src/store/client.js';

type Fragment = PendingQuery<Row[]>;

/** Updates markers of a map and records it as the functions of sql/ do. @returns their ids */
export async function updateMarkers(
  sql: Sql,
  mapId: number,
  assignments: Fragment,
  condition = sql`true`,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    UPDATE markers SET ${assignments} WHERE map_id = ${mapId} AND ${condition} RETURNING id`;
  return noted(sql, mapId, rows, false);
}

/** Deletes markers of a map and records it. @returns their ids */
export async function deleteMarkers(sql: Sql, mapId: number, condition = sql`true`): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    DELETE FROM markers WHERE map_id = ${mapId} AND ${condition} RETURNING id`;
  return noted(sql, mapId, rows, true);
}

async function noted(
  sql: Sql,
  mapId: number,
  rows: readonly { id: number }[],
  areGone: boolean,
): Promise<number[]> {
  const ids = rows.map(({ id }) => id);
  await sql`SELECT note_markers(${mapId}, ${sql.typed.texts(ids.map(String))}::bigint[], ${areGone})`;
  return ids;
}
