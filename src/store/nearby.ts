import { ADDRESS_MEMBERS } from '../schema/marker-terms.js';
import type { Sql } from './client.js';
import { cellRangesSql, inCircle, type MarkerFilter } from './marker-filter.js';

/** Range of marker ids, both ends included. */
export type IdRange = readonly [first: number, last: number];

/** Range of marker ids of a map. */
export type PinRange = readonly [first: number, last: number, mapId: number];

export interface MapChange {
  mapId: number;
  /** Markers that may have changed; null: any of the map. */
  changed: IdRange[] | null;
  /** Markers that are deleted. */
  deleted: IdRange[];
}

export interface Changes {
  /** Snapshot for the next call. */
  snapshot: string;
  /**
   * Start of the server. After a failover, a recovery to a point in time or the return of an old copy the
   * last commits may be gone and their transaction ids used again, so snapshots of two starts cannot be
   * compared. The timeline stays the same with a copy.
   */
  server: string;
  /** Clock of the database, Unix time. */
  nowMs: number;
  /** Changes in what accounts can read; null: too many to list. */
  readable: ReadableChange[] | null;
  maps: MapChange[];
}

export interface ReadableChange {
  /** Account that may read the map since then, or no longer. */
  accountId: number;
  mapId: number;
  /** Includes all accounts that can or could read the map. */
  readers: boolean;
}

/** A map that an account can read. */
export interface ReadableMap {
  id: number;
  name: string;
  active: boolean;
  markers: number;
}

/** A marker as nearby search knows it. */
export interface StoredPin {
  mapId: number;
  id: number;
  lat: number;
  lng: number;
  /** Unix time; null: never. */
  expiresAtMs: number | null;
  title: string;
  type: string;
  category: string | null;
  color: string | null;
  address: Record<string, string>;
}

/** Most characters of changed ids of one map; beyond, the map is read again. */
const MAX_LIST_CHARACTERS = 1_000_000;
/** Most changes in what accounts can read; beyond, everything is read again. */
const MAX_READABLE = 5000;

/**
 * Changes committed since an earlier call: a transaction belongs to the first snapshot that sees it.
 * @param since snapshot of the earlier call; null on the first call, which only takes a snapshot
 */
export async function readChanges(sql: Sql, since: string | null): Promise<Changes> {
  const [row] = await sql<
    [
      {
        snapshot: string;
        server: string;
        nowMs: number;
        readable: [accountId: number, mapId: number, readers: boolean][] | null;
        maps: [mapId: number, changed: string | null, deleted: string | null, whole: boolean][] | null;
      },
    ]
  >`
    WITH seen AS MATERIALIZED (
      SELECT c.* FROM nearby_changes c
      WHERE c.xid >= pg_snapshot_xmin(${since}::text::pg_snapshot)
        AND NOT pg_visible_in_snapshot(c.xid, ${since}::text::pg_snapshot)
    ), lists AS (
      SELECT s.map_id, bool_or(s.marker_ids IS NULL) AS whole,
             (range_agg(s.marker_ids) FILTER (WHERE NOT s.deleted))::text AS changed,
             (range_agg(s.marker_ids) FILTER (WHERE s.deleted))::text AS deleted
      FROM seen s WHERE s.account_id IS NULL GROUP BY s.map_id
    )
    SELECT pg_current_snapshot()::text AS snapshot, extract(epoch FROM pg_postmaster_start_time())::text AS server,
      (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs",
      (SELECT json_agg(json_build_array(a.account_id, a.map_id, a.readers))
       FROM (SELECT s.account_id, s.map_id, bool_or(s.readers) AS readers FROM seen s WHERE s.account_id IS NOT NULL
             GROUP BY s.account_id, s.map_id LIMIT ${MAX_READABLE} + 1) a) AS readable,
      (SELECT json_agg(CASE
         WHEN l.whole OR length(concat(l.changed, l.deleted)) > ${MAX_LIST_CHARACTERS}
         THEN json_build_array(l.map_id, NULL, NULL, true)
         ELSE json_build_array(l.map_id, l.changed, l.deleted, false) END) FROM lists l) AS maps`;
  return {
    snapshot: row.snapshot,
    server: row.server,
    nowMs: row.nowMs,
    readable: readableChanges(row.readable ?? []),
    maps: (row.maps ?? []).map(([mapId, changed, deleted, whole]) => ({
      mapId,
      changed: whole ? null : parseRanges(changed),
      deleted: parseRanges(deleted),
    })),
  };
}

function readableChanges(rows: readonly [number, number, boolean][]): ReadableChange[] | null {
  if (rows.length > MAX_READABLE) return null;
  return rows.map(([accountId, mapId, readers]) => ({ accountId, mapId, readers }));
}

/** Parses `{[3,5),[9,10)}` of PostgreSQL, whose integer ranges exclude their second number. */
function parseRanges(text: string | null): IdRange[] {
  if (text === null) return [];
  const numbers = text.match(/\d+/g) ?? [];
  const ranges: IdRange[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2)
    ranges.push([Number(numbers[i]), Number(numbers[i + 1]) - 1]);
  return ranges;
}

/**
 * Records that any marker of the map may have changed, after a write that was committed although its answer
 * was lost: when markers and change notes lie on two servers, its notes may be missing.
 */
export async function noteAnyMarkers(sql: Sql, mapId: number): Promise<void> {
  await sql`SELECT note_markers(${mapId}, NULL, false)`;
}

/** Changes that one statement prunes. */
const PRUNED_AT_ONCE = 5000;
/** Most statements of one call, for more changes than come in between. */
const MAX_PRUNINGS = 200;

/** Prunes changes that are old enough for all processes to have read them, unless another process does so. */
export async function pruneChanges(sql: Sql, olderThanMs: number): Promise<void> {
  for (let pruning = 0; pruning < MAX_PRUNINGS; pruning++) {
    const [row] = await sql<[{ pruned: number }]>`
      SELECT prune_nearby_changes(${olderThanMs} * interval '1 ms', ${PRUNED_AT_ONCE}) AS pruned`;
    // A short result does not mean the end: young changes of an old transaction may be among the first.
    if (row.pruned === 0) return;
  }
}

/** Maps that the account owns or that are shared with it, archived ones included, by id. */
export async function listReadableMaps(sql: Sql, accountId: number): Promise<ReadableMap[]> {
  const maps = await sql<Uncounted<ReadableMap>[]>`
    SELECT m.id, m.name, m.status = 'active' AS active FROM maps m
    WHERE m.deleted_at IS NULL
      AND (m.account_id = ${accountId} OR m.id IN (SELECT s.map_id FROM shares s WHERE s.account_id = ${accountId}))
    ORDER BY m.id`;
  return counted(sql, maps);
}

type Uncounted<M extends ReadableMap> = Omit<M, 'markers'>;

async function counted<M extends ReadableMap>(sql: Sql, maps: readonly Uncounted<M>[]): Promise<M[]> {
  if (maps.length === 0) return [];
  const rows = await sql<{ mapId: number; markers: number }[]>`
    SELECT map_id AS "mapId", sum(markers)::bigint AS markers FROM map_counts
    WHERE map_id = ANY (${numbers(
      sql,
      maps.map(({ id }) => id),
    )}) GROUP BY map_id`;
  const markers = new Map(rows.map((row) => [row.mapId, row.markers]));
  return maps.map((map) => ({ ...map, markers: markers.get(map.id) ?? 0 }) as M);
}

/** Pairs of these maps and accounts with a share, up to a limit, without owners. */
export async function listSharedWith(
  sql: Sql,
  mapIds: readonly number[],
  accountIds: readonly number[],
  most: number,
): Promise<{ accountId: number; mapId: number }[]> {
  return await sql<{ accountId: number; mapId: number }[]>`
    SELECT account_id AS "accountId", map_id AS "mapId" FROM shares
    WHERE map_id = ANY (${numbers(sql, mapIds)}) AND account_id = ANY (${numbers(sql, accountIds)}) LIMIT ${most}`;
}

/** Pairs of these accounts and maps that are readable now. */
export async function readReadable(
  sql: Sql,
  pairs: readonly { accountId: number; mapId: number }[],
): Promise<(ReadableMap & { accountId: number })[]> {
  const accountIds = pairs.map(({ accountId }) => accountId);
  const mapIds = pairs.map(({ mapId }) => mapId);
  const maps = await sql<Uncounted<ReadableMap & { accountId: number }>[]>`
    SELECT w.account_id AS "accountId", m.id, m.name, m.status = 'active' AS active
    FROM unnest(${numbers(sql, accountIds)}, ${numbers(sql, mapIds)}) w (account_id, map_id)
    JOIN maps m ON m.id = w.map_id AND m.deleted_at IS NULL
    WHERE m.account_id = w.account_id
       OR EXISTS (SELECT FROM shares s WHERE s.map_id = w.map_id AND s.account_id = w.account_id)`;
  return counted(sql, maps);
}

const numbers = (sql: Sql, values: readonly number[]) =>
  sql`${sql.typed.texts(values.map(String))}::bigint[]`;

type PinRow = Omit<StoredPin, 'address'> & Record<(typeof ADDRESS_MEMBERS)[number], string | null>;

const ADDRESS = ADDRESS_MEMBERS.map((member) => `m.${member}`).join(', ');
const pinColumns = (sql: Sql) => sql`
  m.map_id AS "mapId", m.id, m.lat, m.lng, (extract(epoch FROM m.expires_at) * 1000)::float8 AS "expiresAtMs",
  m.name AS title, m.type, m.category, m.color, ${sql.unsafe(ADDRESS)}`;

function toPin(row: PinRow): StoredPin {
  const { mapId, id, lat, lng, expiresAtMs, title, type, category, color } = row;
  const address: StoredPin['address'] = {};
  for (const member of ADDRESS_MEMBERS) {
    const value = row[member];
    if (value) address[member] = value;
  }
  return { mapId, id, lat, lng, expiresAtMs, title, type, category, color, address };
}

/** Current markers of a map, expired ones included. */
export async function readPins(sql: Sql, mapId: number, ranges: readonly IdRange[]): Promise<StoredPin[]> {
  const [firsts, lasts] = [ranges.map(([first]) => first), ranges.map(([, last]) => last)];
  const rows = await sql<PinRow[]>`
    SELECT ${pinColumns(sql)}
    FROM unnest(${numbers(sql, firsts)}, ${numbers(sql, lasts)}) r (first, last)
    CROSS JOIN LATERAL (SELECT o.* FROM markers o WHERE o.map_id = ${mapId} AND o.id >= r.first AND o.id <= r.last OFFSET 0) m`;
  return rows.map(toPin);
}

/** Current markers of several maps, expired ones included. */
export async function readPinsOfMaps(sql: Sql, mapIds: readonly number[]): Promise<StoredPin[]> {
  const rows = await sql<PinRow[]>`
    SELECT ${pinColumns(sql)} FROM markers m WHERE m.map_id = ANY (${numbers(sql, mapIds)})`;
  return rows.map(toPin);
}

/** Markers by map and id, in any order. */
export async function readPinsById(
  sql: Sql,
  pins: readonly { mapId: number; id: number }[],
): Promise<StoredPin[]> {
  const [mapIds, ids] = [pins.map(({ mapId }) => mapId), pins.map(({ id }) => id)];
  const rows = await sql<PinRow[]>`
    SELECT ${pinColumns(sql)}
    FROM unnest(${numbers(sql, mapIds)}, ${numbers(sql, ids)}) w (map_id, id) JOIN markers m ON m.map_id = w.map_id AND m.id = w.id`;
  return rows.map(toPin);
}

/** Nearest markers of several maps, found by measuring all of them. A million take about half a second. */
export async function scanNearest(
  sql: Sql,
  mapIds: readonly number[],
  { lat, lng }: { lat: number; lng: number },
  limit: number,
): Promise<StoredPin[]> {
  const rows = await sql<PinRow[]>`
    SELECT ${pinColumns(sql)} FROM markers m
    WHERE m.map_id = ANY (${numbers(sql, mapIds)}) AND (m.expires_at IS NULL OR m.expires_at > now())
    ORDER BY haversine(${lat}::float8, ${lng}::float8, m.lat, m.lng), m.id LIMIT ${limit}`;
  return rows.map(toPin);
}

/**
 * Nearest markers of a map within a circle.
 * @param cells ranges that cover the circle
 */
export async function nearestWithin(
  sql: Sql,
  mapId: number,
  circle: NonNullable<MarkerFilter['circle']>,
  cells: NonNullable<MarkerFilter['cells']>,
  limit: number,
): Promise<StoredPin[]> {
  const rows = await sql<PinRow[]>`
    SELECT ${pinColumns(sql)}
    FROM ${cellRangesSql(sql, cells)}
    CROSS JOIN LATERAL (SELECT o.* FROM markers o WHERE o.map_id = ${mapId} AND o.cell >= r.first AND o.cell <= r.last OFFSET 0) m
    WHERE (m.expires_at IS NULL OR m.expires_at > now()) ${inCircle(sql, circle)}
    ORDER BY haversine(${circle.lat}::float8, ${circle.lng}::float8, m.lat, m.lng), m.id LIMIT ${limit}`;
  return rows.map(toPin);
}
