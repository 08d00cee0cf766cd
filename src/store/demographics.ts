import type { JSONValue } from 'postgres';
import type { Sql } from './client.js';

/** Most fields of the catalog, as its answer has no pages. */
export const MAX_CATALOG_FIELDS = 1000;

export interface LoadedColumn {
  level: string;
  rows: number;
  credit: string | null;
  licence: string | null;
  loadedAt: string;
}

export interface LoadedField {
  id: number;
  key: string;
  label: string;
  type: string;
  columns: LoadedColumn[];
}

/** Fields with loaded values, by id. */
export async function loadedFields(sql: Sql): Promise<LoadedField[]> {
  return await sql<LoadedField[]>`
    SELECT f.id, f.key, f.label, f.type, (
      SELECT coalesce(json_agg(json_build_object('level', c.level, 'rows', c.rows, 'credit', c.credit, 'licence', c.licence,
                                                 'loadedAt', to_char(c.loaded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))), '[]')
      FROM demographic_columns c WHERE c.field_id = f.id) AS columns
    FROM demographic_fields f ORDER BY f.id`;
}

export interface NewColumn {
  /** Id of an embedded field; null: the database has the id or assigns one. */
  id: number | null;
  key: string;
  label: string;
  type: string;
  rows: number;
  /** Packed by `packColumn` of geo/demographics. */
  packed: Uint8Array;
}

/**
 * Loads the columns of a file, all of them or none.
 * @throws SQLSTATE CL400 when the catalog has no room for them
 */
export async function loadColumns(
  sql: Sql,
  level: string,
  columns: readonly NewColumn[],
  { credit, licence }: { credit: string | null; licence: string | null },
): Promise<{ id: number; key: string; replaced: boolean }[]> {
  const records = columns.map(({ packed, ...column }) => ({
    ...column,
    packed: Buffer.from(packed.buffer, packed.byteOffset, packed.length).toString('base64'),
  }));
  return await sql<{ id: number; key: string; replaced: boolean }[]>`
    SELECT * FROM load_demographics(${level}, ${sql.json(records as unknown as JSONValue)}::json, ${credit}, ${licence}, ${MAX_CATALOG_FIELDS}::integer)`;
}

/** Loaded values of a field at a level; null when there are none. */
export async function packedColumn(sql: Sql, fieldId: number, level: string): Promise<Uint8Array | null> {
  const rows = await sql<{ packed: Uint8Array }[]>`
    SELECT packed FROM demographic_columns WHERE field_id = ${fieldId} AND level = ${level}`;
  return rows[0]?.packed ?? null;
}

/**
 * Credits of loaded values, each credit and licence once with the labels of its fields; values without a
 * credit are left out.
 */
export async function demographicCredits(
  sql: Sql,
): Promise<{ credit: string; licence: string; labels: string[] }[]> {
  return await sql<{ credit: string; licence: string; labels: string[] }[]>`
    SELECT c.credit, coalesce(c.licence, '') AS licence, json_agg(DISTINCT f.label ORDER BY f.label) AS labels
    FROM demographic_columns c JOIN demographic_fields f ON f.id = c.field_id
    WHERE c.credit IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`;
}
