import type { Sql } from './client.js';

/**
 * Legend colours of categories on the map's default layer; entries that are missing are made in the order given, with
 * the wished colour or the first unused one of the palette.
 * @returns category -> colour name
 */
export async function ensureCategories(
  sql: Sql,
  mapId: number,
  wished: ReadonlyMap<string, string | null>,
  palette: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; color: string }[]>`
    SELECT name, color FROM ensure_categories(${mapId}, ${sql.typed.texts([...wished.keys()])},
      ${sql.typed.texts([...wished.values()])}, ${sql.typed.texts([...palette])})`;
  return new Map(rows.map((row) => [row.name, row.color]));
}

/** Category -> colour name, of the map's default layer. */
export async function legendColors(sql: Sql, mapId: number): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; color: string }[]>`
    SELECT e.name, e.color FROM layers l JOIN legend_entries e ON e.map_id = l.map_id AND e.layer_id = l.id
    WHERE l.map_id = ${mapId} AND l.is_default`;
  return new Map(rows.map((row) => [row.name, row.color]));
}
