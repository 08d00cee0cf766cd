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
