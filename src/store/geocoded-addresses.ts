import type { JSONValue } from 'postgres';
import type { Sql } from './client.js';

/** A place that a geocoding service said; null: it knows none. */
export interface GeocodedAddress {
  /** SHA-256, hexadecimal. */
  key: string;
  place: { lat: number; lng: number; precision: string; country: string } | null;
}

/** Unknown addresses are asked for again after so long: maps are mended. */
export const KEEP_UNKNOWN_DAYS = 7;

/** Those of `keys` that are known, in one statement. */
export async function readGeocodedAddresses(sql: Sql, keys: readonly string[]): Promise<GeocodedAddress[]> {
  const rows = await sql<
    { key: string; lat: number | null; lng: number; precision: string; country: string }[]
  >`
    SELECT encode(g.key, 'hex') AS key, g.lat, g.lng, g.precision, g.country FROM geocoded_addresses g
    WHERE g.key = ANY (ARRAY(SELECT decode(k, 'hex') FROM unnest(${sql.typed.texts([...keys])}) k))
      AND (g.lat IS NOT NULL OR g.created_at > now() - ${KEEP_UNKNOWN_DAYS}::integer * interval '1 day')`;
  return rows.map(({ key, lat, lng, precision, country }) => ({
    key,
    place: lat === null ? null : { lat, lng, precision, country },
  }));
}

/** Keeps what a service answered, in one statement. @param service named, so that its answers can be found */
export async function noteGeocodedAddresses(
  sql: Sql,
  service: string,
  answers: readonly GeocodedAddress[],
): Promise<void> {
  const rows = answers.map(({ key, place }) => ({ key, ...place }));
  await sql`SELECT note_geocoded_addresses(${service}, ${sql.json(rows as unknown as JSONValue)}::json)`;
}

/** When the answer was made behind which, from the newest on, there are `most` others. @returns null: there are no more than that */
export async function geocodedAddressesBeyond(sql: Sql, most: number): Promise<Date | null> {
  const rows = await sql<{ at: Date }[]>`
    SELECT created_at AS at FROM geocoded_addresses ORDER BY created_at DESC LIMIT 1 OFFSET ${most}`;
  return rows[0]?.at ?? null;
}
