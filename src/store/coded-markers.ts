import type { KeyedMarker, Match } from '../schema/match.js';
import { binaryRows } from './binary-rows.js';
import type { Sql } from './client.js';
import type pg from './pg.js';
import { copyTo } from './pg.js';
import { BY_INDEX } from './thread-pool.js';
import { writtenHashSql } from './written.js';

/** SQL: the code of a marker, trimmed; null: it has none. @param cast of a column that is a text */
export const markerCodeSql = (marker: string, { column, name }: Match, cast = ''): string =>
  `trimmed_code(${marker}.${column}${cast} ->> '${name.replaceAll("'", "''")}')`;

/** Markers of a page: a text may have 32,000 characters. */
const PAGE_MARKERS = 1000;

export interface KeysOfMap {
  mapId: number;
  /** Only markers with such a code are read; null: all are. */
  match: Match | null;
  /** Decides which markers have expired. */
  nowMs: number;
  /**
   * An import by code that goes on: markers that it has changed are read as they were before; null: all are
   * read as they are.
   */
  before: string | null;
}

const KEY_FIELDS = 8;
const LENGTH_BYTES = 4;

/**
 * Visits the next markers of a map that rows may meet, by ascending id. As JSON, a page at a time, a marker
 * took three times the processor time of the database.
 * @param after id of the marker before
 * @param most markers that are read; a statement has a time limit
 * @param visit gets one object, again and again
 * @returns id of the last marker that was read; null: there are no more
 */
export async function eachKeyedMarker(
  pool: pg.Pool,
  { mapId, match, nowMs, before }: KeysOfMap,
  after: number,
  most: number,
  visit: (marker: KeyedMarker) => void,
): Promise<number | null> {
  const code = match === null ? 'NULL::text' : markerCodeSql('m', match);
  const expired = `coalesce(m.expires_at <= to_timestamp(${Math.trunc(nowMs)} / 1000.0), false)`;
  const markers = match === null || before === null ? 'markers' : markersBefore(mapId, match, before, after);
  const client = await pool.connect();
  let broken = true;
  let read = 0;
  let last = after;
  try {
    // The changes of an import are joined with its markers as a whole.
    await client.query(`BEGIN READ ONLY; ${BY_INDEX}; SET LOCAL enable_hashjoin = on`);
    // COPY takes no parameters; numbers are inserted, and the name of the code as a literal.
    const rows: AsyncIterable<Buffer> = client.query(
      copyTo(`COPY (
          SELECT m.id::float8, m.lat, m.lng, m.address_key::float8, ${expired}, coalesce(${writtenHashSql('m')}, 0)::float8, ${code}, btrim(m.name)
          FROM ${markers} m WHERE m.map_id = ${Math.trunc(mapId)} AND m.id > ${after} ORDER BY m.id LIMIT ${most})
        TO STDOUT (FORMAT binary)`),
    );
    await visitRows(rows, (marker) => {
      last = marker.id;
      read++;
      if (match === null || marker.code !== null) visit(marker);
    });
    await client.query('COMMIT');
    broken = false;
  } finally {
    client.release(broken);
  }
  return read < most ? null : last;
}

async function visitRows(chunks: AsyncIterable<Buffer>, visit: (marker: KeyedMarker) => void): Promise<void> {
  const marker = {} as KeyedMarker;
  for await (const { bytes, starts, count } of binaryRows(chunks, KEY_FIELDS)) {
    marker.bytes = bytes;
    for (let row = 0; row < count; row++) {
      let at = starts[row]!;
      /** @returns where the next field begins; its length is -1 for null */
      const field = (): number => {
        const length = bytes.readInt32BE(at);
        const from = at + LENGTH_BYTES;
        at = from + Math.max(0, length);
        return length < 0 ? -1 : from;
      };
      marker.id = bytes.readDoubleBE(field());
      marker.lat = bytes.readDoubleBE(field());
      marker.lng = bytes.readDoubleBE(field());
      const addressKey = field();
      marker.addressKey = addressKey < 0 ? null : bytes.readDoubleBE(addressKey);
      marker.isExpired = bytes[field()] === 1;
      marker.written = bytes.readDoubleBE(field());
      const code = field();
      marker.code = code < 0 ? null : bytes.toString('utf8', code, at);
      marker.from = field();
      marker.to = at;
      visit(marker);
    }
  }
}

/**
 * SQL: the markers of a map behind an id, those that an import has changed with the values of its first
 * changes.
 */
function markersBefore(mapId: number, { column }: Match, jobId: string, afterId: number): string {
  const job = `'${jobId.replaceAll("'", "''")}'`;
  const was = (name: string, type: string): string =>
    `CASE WHEN o.old ? '${name}' THEN (o.old ->> '${name}')::${type} ELSE p.${name} END AS ${name}`;
  return `(
    SELECT p.map_id, p.id, p.written, p.updated_at, ${was(column, 'json')}, ${was('name', 'text')}, ${was('lat', 'float8')},
           ${was('lng', 'float8')}, ${was('address_key', 'bigint')}, ${was('expires_at', 'timestamptz')}
    FROM markers p LEFT JOIN (
      SELECT c.marker_id, jsonb_object_agg(k.key, k.value -> 0 ORDER BY c.block DESC) AS old
      FROM import_changes c CROSS JOIN LATERAL json_each(c.changes) k
      WHERE c.map_id = ${mapId} AND c.job_id = ${job}
        AND c.block = ANY (ARRAY(SELECT b.block FROM import_blocks b WHERE b.map_id = ${mapId} AND b.job_id = ${job}))
        AND c.marker_id > ${afterId} AND k.key IN ('${column}', 'name', 'lat', 'lng', 'address_key', 'expires_at')
      GROUP BY c.marker_id) o ON o.marker_id = p.id
    WHERE p.map_id = ${mapId} AND p.id > ${afterId})`;
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
