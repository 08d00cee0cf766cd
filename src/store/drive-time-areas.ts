import type { JSONValue } from 'postgres';
import type { Sql } from './client.js';

/** A stored area, packed by `packArea`; null: there is no area at the place. */
export interface KeptArea {
  /** UUID. */
  key: string;
  source: string;
  minutes: number;
  packed: Uint8Array | null;
  truncated: boolean;
  /** Metres from the place to the street where the drive begins. */
  snapMeters: number;
}

/** A stored area without its geometry. */
export type KnownArea = Pick<KeptArea, 'truncated' | 'snapMeters'> & { isNone: boolean };

/** Days for which a missing area is remembered: roads are built, and services update their data. */
const KEEP_NONE_DAYS = 7;
/**
 * Bytes of all areas, some 5,000,000 of a quarter of an hour in a town. Beyond it unused areas are removed
 * early, and no more are stored.
 */
export const MOST_AREA_BYTES = 20 * 1024 ** 3;

/** Finds stored areas, and protects them from removal for the next days. */
export async function useDriveTimeAreas(sql: Sql, keys: readonly string[]): Promise<Map<string, KnownArea>> {
  if (keys.length === 0) return new Map();
  const rows = await sql<(KnownArea & { key: string })[]>`
    SELECT key, is_none AS "isNone", truncated, snap_meters AS "snapMeters"
    FROM use_drive_time_areas(${sql.typed.texts([...keys])}::uuid[], ${KEEP_NONE_DAYS}::integer)`;
  return new Map(rows.map(({ key, ...area }) => [key, area]));
}

/** Finds stored areas without recording their use. */
export async function knownDriveTimeAreas(
  sql: Sql,
  keys: readonly string[],
): Promise<Map<string, KnownArea>> {
  if (keys.length === 0) return new Map();
  const rows = await sql<(KnownArea & { key: string })[]>`
    SELECT a.key, a.geometry IS NULL AS "isNone", a.truncated, a.snap_meters AS "snapMeters"
    FROM drive_time_areas a
    WHERE a.key = ANY (${sql.typed.texts([...keys])}::uuid[])
      AND (a.geometry IS NOT NULL OR a.created_at > now() - ${KEEP_NONE_DAYS}::integer * interval '1 day')`;
  return new Map(rows.map(({ key, ...area }) => [key, area]));
}

/** Stores areas; an existing area stays. @returns false when there is no room and none is stored */
export async function noteDriveTimeAreas(
  sql: Sql,
  areas: readonly KeptArea[],
  mostBytes = MOST_AREA_BYTES,
): Promise<boolean> {
  const rows = areas.map(({ packed, ...area }) => ({
    ...area,
    geometry:
      packed === null
        ? null
        : Buffer.from(packed.buffer, packed.byteOffset, packed.length).toString('base64'),
  }));
  const [row] = await sql<[{ kept: boolean }]>`
    SELECT note_drive_time_areas(${sql.json(rows as unknown as JSONValue)}::json, ${mostBytes}::bigint) AS kept`;
  return row.kept;
}

/** @returns null when it is not stored */
export async function readDriveTimeArea(sql: Sql, key: string): Promise<Uint8Array | null> {
  const rows = await sql<{ geometry: Uint8Array | null }[]>`
    SELECT geometry FROM drive_time_areas WHERE key = ${key}::uuid`;
  return rows[0]?.geometry ?? null;
}
