import { isExtended, type PaletteName } from '../schema/palette-colors.js';
import { authorizedMap, type Writer } from './authorize.js';
import type { Sql } from './client.js';

/**
 * SQL of the name of the palette of a row of maps. Maps of the release before have no name, and its processes, which may run beside this one,
 * read and write extended_colors.
 */
export const paletteColumn = (sql: Sql) =>
  sql`coalesce(palette, CASE WHEN extended_colors THEN 'extended' ELSE 'standard' END)`;

/** The palette of a map; the standard one also when the map is gone. */
export async function paletteOf(sql: Sql, mapId: number): Promise<PaletteName> {
  const rows = await sql<
    { palette: PaletteName }[]
  >`SELECT ${paletteColumn(sql)} AS palette FROM maps WHERE id = ${mapId}`;
  return rows[0]?.palette ?? 'standard';
}

/** Gives the map a palette; `updated_at` changes only if it had another one. @throws SQLSTATE of `authorizedMap` */
export async function setPalette(
  sql: Sql,
  writer: Writer,
  mapId: number,
  palette: PaletteName,
): Promise<void> {
  await sql`
    UPDATE maps SET palette = ${palette}, extended_colors = ${isExtended(palette)},
      updated_at = CASE WHEN ${paletteColumn(sql)} = ${palette} THEN updated_at ELSE now() END
    WHERE id = ${authorizedMap(sql, writer, mapId)}`;
}
