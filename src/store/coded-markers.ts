import type { CodedMarker, Match } from '../schema/match.js';
import type { Sql } from './client.js';

/** SQL: the code of a marker, trimmed; null: it has none. */
export const markerCodeSql = (marker: string, { column, name }: Match): string =>
  `trimmed_code(${marker}.${column} ->> '${name.replaceAll("'", "''")}')`;

/** Markers of a page: a text may have 32,000 characters. */
const PAGE_MARKERS = 1000;

/**
 * Reads the next markers of a map that have a code, by ascending id.
 * @param nowMs decides which have expired
 * @returns where to go on; null: no more markers
 */
export async function readCodedMarkers(
  sql: Sql,
  mapId: number,
  match: Match,
  afterId: number,
  nowMs: number,
): Promise<{ markers: CodedMarker[]; reached: number | null }> {
  const [page] = await sql<[{ markers: CodedMarker[] | null; rows: number; reached: number | null }]>`
    SELECT count(*)::integer AS rows, max(id) AS reached,
           json_agg(json_build_array(id, code, name, lat, lng, address_key, expired) ORDER BY id) FILTER (WHERE code IS NOT NULL) AS markers
    FROM (
      SELECT m.id, ${sql.unsafe(markerCodeSql('m', match))} AS code, btrim(m.name) AS name, m.lat, m.lng, m.address_key,
             coalesce(m.expires_at <= ${new Date(nowMs)}, false) AS expired
      FROM markers m WHERE m.map_id = ${mapId} AND m.id > ${afterId} ORDER BY m.id LIMIT ${PAGE_MARKERS}) page`;
  return { markers: page.markers ?? [], reached: page.rows < PAGE_MARKERS ? null : page.reached };
}

const SHOWN_CHARACTERS = 200;

/** Reads the beginnings of the names and codes of the next markers of a map that have not expired. */
export async function readNames(
  sql: Sql,
  mapId: number,
  match: Match,
  afterId: number,
  nowMs: number,
): Promise<{ id: number; name: string; code: string | null }[]> {
  return sql`
    SELECT m.id, left(m.name, ${SHOWN_CHARACTERS}) AS name, left(${sql.unsafe(markerCodeSql('m', match))}, ${SHOWN_CHARACTERS}) AS code
    FROM markers m WHERE m.map_id = ${mapId} AND m.id > ${afterId} AND (m.expires_at IS NULL OR m.expires_at > ${new Date(nowMs)})
    ORDER BY m.id LIMIT ${PAGE_MARKERS}`;
}
