import type { JSONValue } from 'postgres';
import type { Sql } from './client.js';

/** An area as it is kept; packed as `packArea` does, null: there is none. */
export interface KeptArea {
  /** UUID. */
  key: string;
  source: string;
  minutes: number;
  packed: Uint8Array | null;
  truncated: boolean;
  /** Whole metres from the place to the street where the drive begins. */
  snapMeters: number;
}

/** What is known of an area. */
export type KnownArea = Pick<KeptArea, 'truncated' | 'snapMeters'> & { isNone: boolean };

/** That there is no area is believed for so long: roads are built, and services get other data. */
const KEEP_NONE_DAYS = 7;
/** Of all accounts; some 5,000,000 areas of a quarter of an hour in a town. Beyond it unused ones go early, and no more are made. */
export const MOST_AREA_BYTES = 20 * 1024 ** 3;

/** Those of `keys` that are known, in one statement; they are not removed for the next days. */
export async function useDriveTimeAreas(sql: Sql, keys: readonly string[]): Promise<Map<string, KnownArea>> {
  if (keys.length === 0) return new Map();
  const rows = await sql<(KnownArea & { key: string })[]>`
    SELECT key, is_none AS "isNone", truncated, snap_meters AS "snapMeters"
    FROM use_drive_time_areas(${sql.typed.texts([...keys])}::uuid[], ${KEEP_NONE_DAYS}::integer)`;
  return new Map(rows.map(({ key, ...area }) => [key, area]));
}

/** The same, and nothing is noted of their use. */
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

/** Keeps them, in one statement; of one that is there already the first counts. @returns false: there is no room, none is kept */
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

/** @returns null: it is not there */
export async function readDriveTimeArea(sql: Sql, key: string): Promise<Uint8Array | null> {
  const rows = await sql<{ geometry: Uint8Array | null }[]>`
    SELECT geometry FROM drive_time_areas WHERE key = ${key}::uuid`;
  return rows[0]?.geometry ?? null;
}
