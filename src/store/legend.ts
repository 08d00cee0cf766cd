import type { Category } from '../schema/legend.js';
import { authorizedMap, type Writer } from './authorize.js';
import type { Sql } from './client.js';

/** Colour of a category, and whether it is in the legend, which holds 5,000. */
export interface LegendColor {
  color: string;
  listed: boolean;
}

/**
 * Legend colours of categories on the map's default layer. Missing entries are added in the given order, with
 * the wished colour or the first unused one of the palette.
 * @returns colours by category, and the position of the legend's first entry before (null: none). PUT and
 * DELETE replace all entries and positions are never reused, so all earlier entries are unchanged while the
 * first one stays
 */
export async function ensureCategories(
  sql: Sql,
  mapId: number,
  wished: ReadonlyMap<string, string | null>,
  palette: readonly string[],
): Promise<{ colors: Map<string, LegendColor>; firstPosition: number | null }> {
  const [row] = await sql<[{ colors: string[] | null; listed: boolean[] | null; first: number | null }]>`
    SELECT colors, listed, first
    FROM ensure_legend(${mapId}, ${sql.typed.texts([...wished.keys()])}, ${sql.typed.texts([...wished.values()])}, ${sql.typed.texts([...palette])})`;
  const entries = Array.from(wished.keys(), (name, i) => {
    return [name, { color: row.colors![i]!, listed: row.listed![i]! }] as const;
  });
  return { colors: new Map(entries), firstPosition: row.first };
}

/** Colour names by category of the map's default layer. */
export async function legendColors(sql: Sql, mapId: number): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; color: string }[]>`
    SELECT e.name, e.color FROM layers l JOIN legend_entries e ON e.map_id = l.map_id AND e.layer_id = l.id
    WHERE l.map_id = ${mapId} AND l.is_default`;
  return new Map(rows.map((row) => [row.name, row.color]));
}

/** Legend of the map's default layer in display order. */
export async function readLegend(sql: Sql, mapId: number): Promise<Category[]> {
  return await sql<Category[]>`
    SELECT e.name, e.color, e.ordering FROM layers l
    JOIN legend_entries e ON e.map_id = l.map_id AND e.layer_id = l.id
    WHERE l.map_id = ${mapId} AND l.is_default ORDER BY e.ordering, e.position`;
}

/** A category for PUT; a null colour keeps the category's colour or draws one. */
export type CategoryChange = Omit<Category, 'color'> & { color: string | null };

/**
 * Replaces the legend of the map's default layer by `categories`, whose names differ.
 * @param palette colour names in drawing order
 * @returns the new legend in display order
 * @throws SQLSTATE of `authorizedMap`
 */
export async function replaceLegend(
  sql: Sql,
  writer: Writer,
  mapId: number,
  categories: readonly CategoryChange[],
  palette: readonly string[],
): Promise<Category[]> {
  const texts = (member: keyof CategoryChange) =>
    sql.typed.texts(categories.map((category) => category[member]?.toString() ?? null));
  return await sql<Category[]>`
    SELECT * FROM replace_legend(${authorizedMap(sql, writer, mapId)}, ${texts('name')}, ${texts('color')}, ${texts('ordering')}::integer[],
    ${sql.typed.texts([...palette])})`;
}

/** Removes every entry; markers keep category and colour. @throws SQLSTATE of `authorizedMap` */
export async function clearLegend(sql: Sql, writer: Writer, mapId: number): Promise<void> {
  await sql`SELECT clear_legend(${authorizedMap(sql, writer, mapId)})`;
}
