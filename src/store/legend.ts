import type { Category } from '../schema/legend.js';
import { authorizedMap, type Writer } from './authorize.js';
import type { Sql } from './client.js';

/** A category's colour, and whether the legend has an entry for it (it holds 5,000). */
export interface LegendColor {
  color: string;
  listed: boolean;
}

/**
 * Legend colours of categories on the map's default layer; entries that are missing are made in the order given, with
 * the wished colour or the first unused one of the palette.
 * @returns by category; and the position of the legend's first entry before (null: it had none). Entries go all at once (PUT and
 *   DELETE), and a position is never given twice: while the first one stays, all that there were stay as they are
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

/** Category -> colour name, of the map's default layer. */
export async function legendColors(sql: Sql, mapId: number): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; color: string }[]>`
    SELECT e.name, e.color FROM layers l JOIN legend_entries e ON e.map_id = l.map_id AND e.layer_id = l.id
    WHERE l.map_id = ${mapId} AND l.is_default`;
  return new Map(rows.map((row) => [row.name, row.color]));
}

/** The legend of the map's default layer in display order. */
export async function readLegend(sql: Sql, mapId: number): Promise<Category[]> {
  return await sql<Category[]>`
    SELECT e.name, e.color, e.ordering FROM layers l
    JOIN legend_entries e ON e.map_id = l.map_id AND e.layer_id = l.id
    WHERE l.map_id = ${mapId} AND l.is_default ORDER BY e.ordering, e.position`;
}

/** A category to be put: null keeps the colour that the category has, or draws one. */
export type CategoryChange = Omit<Category, 'color'> & { color: string | null };

/**
 * Puts `categories`, whose names differ, in the place of the legend of the map's default layer.
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
