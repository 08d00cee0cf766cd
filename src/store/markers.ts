import type { JSONValue } from 'postgres';
import { ADDRESS_MEMBERS, type Marker } from '../schema/marker.js';
import type { Sql } from './client.js';

/** The columns of `markers` that a single write decides. */
export interface MarkerColumns {
  name: string;
  type: string;
  lat: number;
  lng: number;
  cell: number;
  radius: number | null;
  street: string | null;
  street2: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  zip: string | null;
  custom_fields: Record<string, string> | null;
  extras: Record<string, string> | null;
  region_source: string | null;
  expires_at: string | null;
  category: string | null;
}

export interface StoredMarker extends MarkerColumns {
  id: number;
  map_id: number;
  color: string | null;
  created_at: Date;
}

export interface MarkerWrite {
  columns: MarkerColumns;
  /** Explicit colour; null derives it from the category. */
  color: string | null;
  /** The write names a category: the legend gets it when it has not. Always so on create. */
  touchLegend: boolean;
  /** Colour names that the map offers, in drawing order. */
  palette: readonly string[];
  /** Custom field -> type, for those that the map may not know yet. */
  fields: ReadonlyMap<string, string>;
}

const notExpired = (sql: Sql) => sql`(expires_at IS NULL OR expires_at > now())`;

/** Row -> resource: every key is there, what does not apply is null (decision 21), extras only when set. */
export function toMarker(row: StoredMarker): Marker {
  const address: Record<string, string> = {};
  for (const member of ADDRESS_MEMBERS) {
    const value = row[member];
    if (value !== null) address[member] = value;
  }
  return {
    id: row.id,
    map_id: row.map_id,
    name: row.name,
    type: row.type as Marker['type'],
    address,
    lat: row.lat,
    lng: row.lng,
    radius: row.radius,
    radius_unit: row.radius === null ? null : 'miles',
    category: row.category,
    color: row.color,
    custom_fields: row.custom_fields ?? {},
    region_source: row.region_source,
    created_at: row.created_at.toISOString(),
    ...row.extras,
  };
}

export async function readMarker(sql: Sql, mapId: number, markerId: number): Promise<StoredMarker | null> {
  const rows = await sql<StoredMarker[]>`
    SELECT * FROM markers WHERE map_id = ${mapId} AND id = ${markerId} AND ${notExpired(sql)}`;
  return rows[0] ?? null;
}

/** Markers of a map by ascending id, those with an id greater than `afterId`. */
export async function listMarkers(
  sql: Sql,
  mapId: number,
  afterId: number,
  limit: number,
): Promise<Marker[]> {
  const rows = await sql<StoredMarker[]>`
    SELECT * FROM markers WHERE map_id = ${mapId} AND id > ${afterId} AND ${notExpired(sql)} ORDER BY id LIMIT ${limit}`;
  return rows.map(toMarker);
}

/** @throws SQLSTATE CL429 when the daily quota is used up */
export async function createMarker(
  sql: Sql,
  mapId: number,
  write: MarkerWrite,
  charge: { keyId: number; dailyLimit: number },
): Promise<StoredMarker> {
  const [row] = await sql<[StoredMarker]>`
    SELECT * FROM create_marker(${mapId}, ${charge.keyId}, ${charge.dailyLimit}, ${sql.json(write.columns as unknown as JSONValue)}::json,
      ${write.color}, ${sql.typed.texts([...write.palette])}, ${sql.typed.texts([...write.fields.keys()])}, ${sql.typed.texts([...write.fields.values()])})`;
  return row;
}

/** A marker with the version to hand to `replaceMarker`. */
export async function readMarkerVersion(
  sql: Sql,
  mapId: number,
  markerId: number,
): Promise<{ marker: StoredMarker; version: number } | null> {
  const rows = await sql<(StoredMarker & { version: number })[]>`
    SELECT *, xmin::text::bigint AS version FROM markers
    WHERE map_id = ${mapId} AND id = ${markerId} AND ${notExpired(sql)}`;
  const row = rows[0];
  if (!row) return null;
  const { version, ...marker } = row;
  return { marker, version };
}

/** @returns null when the marker was changed or deleted since `version` was read */
export async function replaceMarker(
  sql: Sql,
  mapId: number,
  markerId: number,
  version: number,
  write: MarkerWrite,
): Promise<StoredMarker | null> {
  const rows = await sql<StoredMarker[]>`
    SELECT * FROM replace_marker(${mapId}, ${markerId}, ${version}, ${sql.json(write.columns as unknown as JSONValue)}::json, ${write.color},
      ${write.touchLegend}, ${sql.typed.texts([...write.palette])}, ${sql.typed.texts([...write.fields.keys()])}, ${sql.typed.texts([...write.fields.values()])})`;
  return rows[0] ?? null;
}

/** @returns false when the marker is not on the map */
export async function deleteMarker(sql: Sql, mapId: number, markerId: number): Promise<boolean> {
  const [row] = await sql<[{ deleted: boolean }]>`SELECT delete_marker(${mapId}, ${markerId}) AS deleted`;
  return row.deleted;
}

export async function hasMarkers(sql: Sql, mapId: number): Promise<boolean> {
  const rows = await sql`SELECT FROM markers WHERE map_id = ${mapId} LIMIT 1`;
  return rows.length > 0;
}
