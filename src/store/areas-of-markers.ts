import type pg from './pg.js';

/** Reads existing drive-time areas, packed, by key. Runs on a thread. */
export async function readAreas(client: pg.Pool, keys: readonly string[]): Promise<Map<string, Uint8Array>> {
  if (keys.length === 0) return new Map();
  const { rows } = await client.query<{ key: string; geometry: Buffer }>(
    'SELECT key, geometry FROM drive_time_areas WHERE key = ANY ($1::uuid[]) AND geometry IS NOT NULL',
    [keys],
  );
  return new Map(rows.map(({ key, geometry }) => [key, geometry]));
}
