import { authorizedMap, type Writer } from './authorize.js';
import type { Sql } from './client.js';

/** True when the map has the extended palette; false also when the map is gone. */
export async function hasExtendedColors(sql: Sql, mapId: number): Promise<boolean> {
  const rows = await sql<{ extended: boolean }[]>`
    SELECT extended_colors AS extended FROM maps WHERE id = ${mapId}`;
  return rows[0]?.extended ?? false;
}

/** Gives the map the extended palette permanently; `updated_at` changes only the first time. @throws SQLSTATE of `authorizedMap` */
export async function extendColors(sql: Sql, writer: Writer, mapId: number): Promise<void> {
  await sql`
    UPDATE maps SET extended_colors = true, updated_at = CASE WHEN extended_colors THEN updated_at ELSE now() END
    WHERE id = ${authorizedMap(sql, writer, mapId)}`;
}
