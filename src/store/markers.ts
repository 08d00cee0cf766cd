import type { JSONValue } from 'postgres';
import { CHANGED_COLUMNS, type MarkerValues } from '../schema/marker-columns.js';
import { authorizedMap, type Writer } from './authorize.js';
import type { Sql } from './client.js';
import type { ShortMarker } from './marker-pages.js';
import { keepRequest, type NamedRequest } from './repeated-requests.js';

/** Columns of `markers` that a single write sets. */
export type MarkerColumns = Omit<Pick<MarkerValues, (typeof CHANGED_COLUMNS)[number]>, 'color'>;

/** A marker without its custom fields, which may take 8 MiB and are not needed for changes. */
export type StoredMarker = Omit<MarkerColumns, 'custom_fields'> &
  Pick<MarkerValues, 'id' | 'map_id' | 'color'> & { created_at: Date };

const STORED_COLUMNS = ['id', 'map_id', ...CHANGED_COLUMNS, 'created_at'].filter(
  (column) => column !== 'custom_fields',
);

export interface MarkerWrite {
  /** Without `custom_fields`, those of an existing marker stay. */
  columns: Omit<MarkerColumns, 'custom_fields'> & Partial<Pick<MarkerColumns, 'custom_fields'>>;
  /** Merged into the custom fields of an existing marker; null removes one or all. */
  fieldChanges?: Readonly<Record<string, string | null>> | null;
  /** Explicit colour; null derives it from the category. */
  color: string | null;
  /** The write names a category, which the legend gets if it lacks it. Always true on create. */
  touchLegend: boolean;
  /** Colour names that the map offers, in drawing order. */
  palette: readonly string[];
  /** Types of written custom fields, in case the map lacks them. */
  fields: ReadonlyMap<string, string>;
}

const notExpired = (sql: Sql) => sql`(expires_at IS NULL OR expires_at > now())`;

/** A Marker as JSON in UTF-8, written by marker_json of sql/functions/markers.sql. */
export type MarkerJson = Buffer;

/**
 * A Marker with the tag of this state. The database makes the tag: a marker may have 8 MiB, which take 20 ms
 * to hash.
 */
export interface TaggedMarker {
  json: MarkerJson;
  etag: string;
}

const tagged = ([row]: readonly (readonly (Buffer | null)[])[]): TaggedMarker | null =>
  row ? { json: row[0]!, etag: row[1]!.toString() } : null;

export async function readMarker(sql: Sql, mapId: number, markerId: number): Promise<TaggedMarker | null> {
  return tagged(
    await sql`
      SELECT j.json, etag_of(j.json) FROM (
        SELECT marker_json(ROW(m.*)::markers) AS json FROM markers m
        WHERE map_id = ${mapId} AND id = ${markerId} AND ${notExpired(sql)} OFFSET 0) j`.raw(),
  );
}

/** True when the map has the marker. */
export async function hasMarker(sql: Sql, mapId: number, markerId: number): Promise<boolean> {
  const rows =
    await sql`SELECT FROM markers WHERE map_id = ${mapId} AND id = ${markerId} AND ${notExpired(sql)}`;
  return rows.length > 0;
}

/** Place and type of a marker. */
export interface MarkerPlace {
  id: number;
  name: string;
  type: string;
  lat: number;
  lng: number;
  /** Miles. */
  radius: number | null;
  regionSource: string | null;
  /** Key of its drive-time area; null for others. */
  area: string | null;
}

export async function readMarkerPlace(
  sql: Sql,
  mapId: number,
  markerId: number,
): Promise<MarkerPlace | null> {
  const [row] = await sql<MarkerPlace[]>`
    SELECT id, name, type, lat, lng, radius, region_source AS "regionSource", area FROM markers
    WHERE map_id = ${mapId} AND id = ${markerId} AND ${notExpired(sql)}`;
  return row ?? null;
}

/** Markers of a map by ascending id, after `afterId`, for `pageOfMarkers`. */
export async function listMarkers(
  sql: Sql,
  mapId: number,
  afterId: number,
  limit: number,
): Promise<ShortMarker[]> {
  const rows = await sql`
    SELECT short_marker_json(ROW(m.*)::markers) FROM markers m
    WHERE map_id = ${mapId} AND id > ${afterId} AND ${notExpired(sql)} ORDER BY id LIMIT ${limit}`.raw();
  return rows.map(([json]) => json!);
}

/**
 * @throws SQLSTATE CL429 when the daily quota is used up; those of `authorizedMap` for the key that is
 * charged
 */
export async function createMarker(
  sql: Sql,
  mapId: number,
  write: MarkerWrite,
  charge: { keyId: number; dailyLimit: number },
  request: NamedRequest | null = null,
): Promise<TaggedMarker> {
  const rows = await sql`
    SELECT j.json, etag_of(j.json), j.kept FROM (
      SELECT marker_json(m) AS json, ${keepRequest(sql, request)} AS kept FROM create_marker(${authorizedMap(sql, charge, mapId)}, ${charge.keyId}, ${charge.dailyLimit}, ${sql.json(write.columns as unknown as JSONValue)}::json,
      ${write.color}, ${sql.typed.texts([...write.palette])}, ${sql.typed.texts([...write.fields.keys()])}, ${sql.typed.texts([...write.fields.values()])}) m OFFSET 0) j`.raw();
  return tagged(rows)!;
}

/** A marker with its version for `replaceMarker`, and its tag where it is wanted. */
export async function readMarkerVersion(
  sql: Sql,
  mapId: number,
  markerId: number,
  wantsTag = false,
): Promise<{ marker: StoredMarker; version: number; etag: string | null } | null> {
  const etag = wantsTag ? sql`etag_of(marker_json(ROW(markers.*)::markers))` : sql`NULL::text`;
  const rows = await sql<(StoredMarker & { version: number; etag: string | null })[]>`
    SELECT ${sql.unsafe(STORED_COLUMNS.join(', '))}, xmin::text::bigint AS version, ${etag} AS etag FROM markers
    WHERE map_id = ${mapId} AND id = ${markerId} AND ${notExpired(sql)}`;
  const row = rows[0];
  if (!row) return null;
  const { version, etag: found, ...marker } = row;
  return { marker, version, etag: found };
}

/**
 * @returns null when the marker was changed or deleted since `version` was read
 * @throws SQLSTATE CL413 for custom fields that would be too long or too many; those of `authorizedMap`
 */
export async function replaceMarker(
  sql: Sql,
  writer: Writer,
  mapId: number,
  markerId: number,
  version: number,
  { columns, fieldChanges, ...write }: MarkerWrite,
): Promise<TaggedMarker | null> {
  const newRow = fieldChanges === undefined ? columns : { ...columns, custom_field_changes: fieldChanges };
  const rows = await sql`
    SELECT j.json, etag_of(j.json) FROM (SELECT marker_json(m) AS json FROM replace_marker(${authorizedMap(sql, writer, mapId)}, ${markerId}, ${version}, ${sql.json(newRow as unknown as JSONValue)}::json, ${write.color},
      ${write.touchLegend}, ${sql.typed.texts([...write.palette])}, ${sql.typed.texts([...write.fields.keys()])}, ${sql.typed.texts([...write.fields.values()])}) m OFFSET 0) j`.raw();
  return tagged(rows);
}

/**
 * @returns false when the marker is not on the map, or has none of the tags (null: may have any).
 * @throws SQLSTATE of `authorizedMap`
 */
export async function deleteMarker(
  sql: Sql,
  writer: Writer,
  mapId: number,
  markerId: number,
  tags: readonly string[] | null = null,
): Promise<boolean> {
  const [row] = await sql<[{ deleted: boolean }]>`
    SELECT delete_marker(${authorizedMap(sql, writer, mapId)}, ${markerId}, ${tags && sql.typed.texts([...tags])}::text[]) AS deleted`;
  return row.deleted;
}

/** Number of markers of a map that have not expired, counted one by one. */
export async function countPresent(sql: Sql, mapId: number, nowMs: number): Promise<number> {
  const [row] = await sql<[{ present: number }]>`
    SELECT count(*)::integer AS present FROM markers
    WHERE map_id = ${mapId} AND (expires_at IS NULL OR expires_at > ${new Date(nowMs)})`;
  return row.present;
}

/** Number of markers of a map, as it is counted: some of them may have expired. */
export async function countMarkers(sql: Sql, mapId: number): Promise<number> {
  const [row] = await sql<[{ markers: number }]>`
    SELECT coalesce(sum(markers), 0)::float8 AS markers FROM map_counts WHERE map_id = ${mapId}`;
  return row.markers;
}

/** Rows of markers that a map has, with those that have expired, up to `most`. */
export async function countStored(sql: Sql, mapId: number, most: number): Promise<number> {
  const [row] = await sql<[{ stored: number }]>`
    SELECT count(*)::float8 AS stored FROM (SELECT FROM markers WHERE map_id = ${mapId} LIMIT ${most}) m`;
  return row.stored;
}

export async function hasMarkers(sql: Sql, mapId: number): Promise<boolean> {
  const rows = await sql`SELECT FROM markers WHERE map_id = ${mapId} LIMIT 1`;
  return rows.length > 0;
}

/**
 * Analyzes a table that was emptied before its last ANALYZE and is not empty any more: the planner takes each
 * map for one marker, reads it as a whole for each row of a block, and 4,000 rows that change 8,000 markers
 * take 10 s instead of 0.1 s.
 */
export async function analyzeUnlessKnown(sql: Sql): Promise<void> {
  const [table] = await sql<[{ isTakenForEmpty: boolean }]>`
    SELECT reltuples = 0 AND relpages > 0 AS "isTakenForEmpty" FROM pg_class WHERE oid = 'markers'::regclass`;
  if (table.isTakenForEmpty) await sql`ANALYZE markers`;
}
