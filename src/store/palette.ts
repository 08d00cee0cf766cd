import { authorizedMap, type Writer } from './authorize.js';
import type { Sql } from './client.js';

/** Whether the map's active palette is the extended one. False when the map is gone. */
export async function hasExtendedColors(sql: Sql, mapId: number): Promise<boolean> {
  const rows = await sql<{ extended: boolean }[]>`
    SELECT extended_colors AS extended FROM maps WHERE id = ${mapId}`;
  return rows[0]?.extended ?? false;
}

/** For good; `updated_at` moves the first time only. @throws SQLSTATE of `authorizedMap` */
export async function extendColors(sql: Sql, writer: Writer, mapId: number): Promise<void> {
  await sql`
    UPDATE maps SET extended_colors = true, updated_at = CASE WHEN extended_colors THEN updated_at ELSE now() END
    WHERE id = ${authorizedMap(sql, writer, mapId)}`;
}
