import type { CodedMarker, Match } from '../schema/match.js';
import type { Sql } from './client.js';
import { writtenHashSql } from './written.js';

/** SQL: the code of a marker, trimmed; null: it has none. */
export const markerCodeSql = (marker: string, { column, name }: Match): string =>
  `trimmed_code(${marker}.${column} ->> '${name.replaceAll("'", "''")}')`;

/** Markers of a page: a text may have 32,000 characters. */
const PAGE_MARKERS = 1000;

/**
 * Reads the next markers of a map that have a code, by ascending id.
 * @param nowMs decides which have expired
 * @param before the markers are read as they were before this import, which has written some of its blocks;
 * null: as they are
 * @returns where to go on; null: no more markers
 */
export async function readCodedMarkers(
  sql: Sql,
  mapId: number,
  match: Match,
  afterId: number,
  nowMs: number,
  before: string | null = null,
): Promise<{ markers: CodedMarker[]; reached: number | null }> {
  const [page] = await sql<[{ markers: CodedMarker[] | null; rows: number; reached: number | null }]>`
    WITH page AS MATERIALIZED (
      SELECT m.id, m.${sql(match.column)}, m.name, m.lat, m.lng, m.address_key, m.expires_at
      FROM markers m WHERE m.map_id = ${mapId} AND m.id > ${afterId} ORDER BY m.id LIMIT ${PAGE_MARKERS}
    )
    SELECT count(*)::integer AS rows, max(id) AS reached,
           json_agg(json_build_array(id, code, name, lat, lng, address_key, expired, written) ORDER BY id) FILTER (WHERE code IS NOT NULL) AS markers
    FROM (
      SELECT m.id, ${sql.unsafe(markerCodeSql('m', match))} AS code, btrim(m.name) AS name, m.lat, m.lng, m.address_key, ${sql.unsafe(writtenHashSql('m'))} AS written,
             coalesce(m.expires_at <= ${new Date(nowMs)}, false) AS expired
      FROM ${before === null ? sql`page m` : pageBefore(sql, mapId, match, afterId, before)}) coded`;
  return { markers: page.markers ?? [], reached: page.rows < PAGE_MARKERS ? null : page.reached };
}

/**
 * SQL: the markers `m` of a page, with the values of their first changes by an import. The blocks are listed,
 * so that each is a range of the primary key.
 */
function pageBefore(sql: Sql, mapId: number, { column }: Match, afterId: number, jobId: string) {
  const was = (name: string, type: string) =>
    sql.unsafe(
      `CASE WHEN o.old ? '${name}' THEN (o.old ->> '${name}')::${type} ELSE p.${name} END AS ${name}`,
    );
  return sql`(
    SELECT p.id, ${was(column, 'json')}, ${was('name', 'text')}, ${was('lat', 'float8')}, ${was('lng', 'float8')},
           ${was('address_key', 'bigint')}, ${was('expires_at', 'timestamptz')}
    FROM page p LEFT JOIN (
      SELECT c.marker_id, jsonb_object_agg(k.key, k.value -> 0 ORDER BY c.block DESC) AS old
      FROM import_changes c CROSS JOIN LATERAL json_each(c.changes) k
      WHERE c.map_id = ${mapId} AND c.job_id = ${jobId}
        AND c.block = ANY (ARRAY(SELECT b.block FROM import_blocks b WHERE b.map_id = ${mapId} AND b.job_id = ${jobId}))
        AND c.marker_id > ${afterId} AND c.marker_id <= (SELECT max(id) FROM page)
        AND k.key IN (${column}, 'name', 'lat', 'lng', 'address_key', 'expires_at')
      GROUP BY c.marker_id) o ON o.marker_id = p.id) m`;
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
