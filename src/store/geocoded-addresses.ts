import type { JSONValue } from 'postgres';
import type { Sql } from './client.js';

/** Answer of a geocoding service; null: it knows no such place. */
export interface GeocodedAddress {
  /** SHA-256, hexadecimal. */
  key: string;
  place: { lat: number; lng: number; precision: string; country: string } | null;
}

/** Days after which an unknown address is asked for again, as services improve their data. */
export const KEEP_UNKNOWN_DAYS = 7;

/** Stored answers for these keys. */
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

/** Stores answers of a service. @param service its name, by which its answers can be found */
export async function noteGeocodedAddresses(
  sql: Sql,
  service: string,
  answers: readonly GeocodedAddress[],
): Promise<void> {
  const rows = answers.map(({ key, place }) => ({ key, ...place }));
  await sql`SELECT note_geocoded_addresses(${service}, ${sql.json(rows as unknown as JSONValue)}::json)`;
}

/** Time of the answer that has `most` newer ones. @returns null when there are at most that many */
export async function geocodedAddressesBeyond(sql: Sql, most: number): Promise<Date | null> {
  const rows = await sql<{ at: Date }[]>`
    SELECT created_at AS at FROM geocoded_addresses ORDER BY created_at DESC LIMIT 1 OFFSET ${most}`;
  return rows[0]?.at ?? null;
}
