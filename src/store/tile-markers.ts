import type { Sql } from './client.js';
import { SEARCHED_TEXTS, separatorFor } from './marker-filter.js';
import type pg from './pg.js';
import { copyTo } from './pg.js';
import { BY_INDEX } from './thread-pool.js';

/** Markers that tiles show; null members do not filter. */
export interface TileFilter {
  readonly category: string | null;
  /** Text as `MarkerFilter.text` has it. */
  readonly text: string | null;
}

/** An area of markers: one for each colour that its markers have. */
export interface AreaRow {
  readonly type: string;
  /** Miles, the key of a drive-time area, or a region_source; '' where none is known. */
  readonly of: string;
  /** Place of a circle, in degrees; null for other areas, which lie where they lie. */
  readonly lng: number | null;
  readonly lat: number | null;
  /** Palette name; null: none. */
  readonly color: string | null;
  readonly markers: number;
  /** The first of its markers. */
  readonly id: number;
}

/** All that a map's tiles show, of one moment. */
export interface TileMarkers {
  /**
   * One row of COPY's binary form with the columns of `TILE_COLUMNS`; arrays are null without markers.
   * Colours are palette names, null without one, and those of areas without a pin begin with `!`.
   */
  readonly copied: Buffer;
  readonly areas: readonly AreaRow[];
  /** Categories of the legend in its order. */
  readonly legend: readonly { name: string; color: string }[];
}

/**
 * Columns of `TileMarkers.copied`: float8[] and text[], then the Unix time in ms at which the first marker
 * expires, null: none does, and the number of markers that are no pins.
 */
export const TILE_COLUMNS = ['ids', 'lats', 'lngs', 'colors', 'expiresAtMs', 'others'] as const;
/** Place of the last column from the end: before it is its length, behind it COPY's trailer. */
const LAST_BYTES = 8 + 2;

/** Largest number of area rows; those of later markers are left out. All regions together have 45,000. */
const MAX_AREA_ROWS = 100_000;

/**
 * Condition on the marker `m`: that of `matches` in marker-filter.ts, which the other driver writes. COPY
 * takes no parameters: texts are inserted in hexadecimal.
 */
function matching({ category, text }: TileFilter): string {
  const literal = (value: string): string =>
    `convert_from('\\x${Buffer.from(value).toString('hex')}', 'UTF8')`;
  const live = '(m.expires_at IS NULL OR m.expires_at > now())';
  const inCategory = category === null ? '' : `AND m.category = ${literal(category)}`;
  if (text === null) return `${live} ${inCategory}`;
  const [plain, json] = [text, JSON.stringify(text).slice(1, -1)].map((each) => `lower(${literal(each)})`);
  const members = `${literal(separatorFor(text))}, ${SEARCHED_TEXTS}`;
  return `${live} ${inCategory} AND (strpos(lower(concat_ws(${members})), ${plain}) > 0
    OR (m.custom_fields IS NOT NULL AND strpos(lower(m.custom_fields::text), ${json}) > 0 AND EXISTS (
          SELECT FROM json_each_text(m.custom_fields) f WHERE strpos(lower(f.value), ${plain}) > 0)))`;
}

/** Columns as TILE_COLUMNS lists them. */
const COLUMNS = [
  'array_agg(m.id::float8)',
  'array_agg(m.lat)',
  'array_agg(m.lng)',
  "array_agg(CASE WHEN m.type <> 'pin' AND is_area(m.type) THEN concat('!', m.color) ELSE m.color END)",
  '(extract(epoch FROM min(m.expires_at)) * 1000)::float8',
  "count(*) FILTER (WHERE m.type <> 'pin')::float8",
];

const AREA_COLUMNS = `m.type, coalesce(
    CASE WHEN m.type IN ('circle', 'pinned_circle') THEN m.radius::text
         WHEN m.type IN ('drive_time', 'pinned_drive_time') THEN m.area::text ELSE m.region_source END, '') AS of,
  CASE WHEN m.type IN ('circle', 'pinned_circle') THEN m.lng END AS lng,
  CASE WHEN m.type IN ('circle', 'pinned_circle') THEN m.lat END AS lat,
  m.color, count(*)::float8 AS markers, min(m.id)::float8 AS id`;

const LEGEND = `SELECT e.name, e.color FROM layers l JOIN legend_entries e ON e.map_id = l.map_id AND e.layer_id = l.id
  WHERE l.map_id = $1 AND l.is_default ORDER BY e.ordering, e.position`;

/**
 * Reads the markers of a map by column, this many at most, on a thread: as rows, a million would be a million
 * messages and objects.
 */
export async function readTileMarkers(
  pool: pg.Pool,
  mapId: number,
  filter: TileFilter,
  mostMarkers: number,
): Promise<TileMarkers> {
  const map = Math.trunc(mapId);
  const matches = matching(filter);
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${BY_INDEX}`);
    const chunks: Buffer[] = [];
    const copy = copyTo(
      `COPY (SELECT ${COLUMNS.join()} FROM (
         SELECT m.id, m.lat, m.lng, m.type, m.color, m.expires_at FROM markers m WHERE m.map_id = ${map} AND ${matches} LIMIT ${mostMarkers}) m)
       TO STDOUT (FORMAT binary)`,
    );
    for await (const chunk of client.query(copy)) chunks.push(chunk);
    const copied = Buffer.concat(chunks);
    // Where all are pins, the database does not walk them once more.
    const isAllPins = copied.readDoubleBE(copied.length - LAST_BYTES) === 0;
    const { rows: areas } = isAllPins
      ? { rows: [] }
      : await client.query<AreaRow>(
          `SELECT ${AREA_COLUMNS} FROM markers m WHERE m.map_id = ${map} AND m.type <> 'pin' AND ${matches}
           GROUP BY 1, 2, 3, 4, 5 ORDER BY min(m.id) LIMIT ${MAX_AREA_ROWS}`,
        );
    const { rows: legend } = await client.query<{ name: string; color: string }>(LEGEND, [mapId]);
    await client.query('COMMIT');
    broken = false;
    return { copied, areas, legend };
  } finally {
    client.release(broken);
  }
}

/** Members of a marker that a tile shows beside its place and colour. */
export interface TileMarker {
  readonly id: number;
  readonly name: string;
  readonly category: string | null;
  readonly type: string;
  readonly lat: number;
  readonly lng: number;
}

/** Most characters of a name and a category in a tile: more than a map shows. */
const MAX_NAME = 200;

/** Markers of a map by their ids; those that are gone are missing. Runs on a thread. */
export async function readTileMembers(
  pool: pg.Pool,
  mapId: number,
  ids: readonly number[],
): Promise<Map<number, TileMarker>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<TileMarker>(
    `SELECT m.id::float8 AS id, left(m.name, $3) AS name, left(m.category, $3) AS category, m.type, m.lat, m.lng
     FROM unnest($2::bigint[]) w (id) CROSS JOIN LATERAL (SELECT o.* FROM markers o WHERE o.map_id = $1 AND o.id = w.id OFFSET 0) m`,
    [mapId, ids, MAX_NAME],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * State of a map on which its tiles depend: equal states give the same tiles, unless a marker has expired in
 * between. null: there is no such map.
 */
export async function readTileState(sql: Sql, mapId: number): Promise<string | null> {
  const [row] = await sql<[{ state: string | null }]>`SELECT state FROM image_state_of(${mapId})`;
  return row.state;
}

/** A map of the account with its state as `readTileState`. null: the account has no such map. */
export async function readOwnedState(
  sql: Sql,
  accountId: number,
  mapId: number,
): Promise<{ id: number; state: string | null } | null> {
  // One statement: sending it is most of what a tile that is kept takes the main thread.
  const [row] = await sql<[{ state: string | null }?]>`
    SELECT s.state FROM maps m CROSS JOIN LATERAL image_state_of(m.id) s
    WHERE m.id = ${mapId} AND m.account_id = ${accountId} AND m.deleted_at IS NULL`;
  return row ? { id: mapId, state: row.state } : null;
}
