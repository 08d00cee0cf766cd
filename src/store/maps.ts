import type { MapPatch, MapResource } from '../schema/map.js';
import { isExtended, type PaletteName } from '../schema/palette-colors.js';
import { authorizedAccount, authorizedMap, type Writer } from './authorize.js';
import type { Sql } from './client.js';
import { keepRequest, type NamedRequest } from './repeated-requests.js';

/** Members of a map that ownership checks and marker endpoints need. */
export interface OwnedMap {
  id: number;
  accountId: number;
  palette: PaletteName;
}

interface MapRow
  extends Omit<
    MapResource,
    'created_at' | 'updated_at' | 'extended_colors' | 'marker_count' | 'region_count'
  > {
  palette: PaletteName;
  created_at: Date;
  updated_at: Date;
}

interface MapCounts {
  mapId: number;
  markers: number;
  areas: number;
  /** Time of the last change of markers or legend; a text within JSON. null: none is known. */
  changedAt: Date | string | null;
  /** Markers that expired after the last update of the counters, and so had to be counted. */
  expired: number;
}

const toMap = ({ palette, ...row }: MapRow, counts: MapCounts | undefined): MapResource => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: new Date(
    Math.max(row.updated_at.getTime(), new Date(counts?.changedAt ?? row.updated_at).getTime()),
  ).toISOString(),
  extended_colors: isExtended(palette),
  marker_count: counts?.markers ?? 0,
  region_count: counts?.areas ?? 0,
});

/**
 * Expired markers from which a read updates the counters, so that the next read need not count them. Counting
 * a thousand takes 0.6 ms.
 */
const SETTLE_FROM = 1000;

/**
 * SQL of the name of the palette of a row of maps. Maps of the release before have no name, and its
 * processes, which may run beside this one, read and write extended_colors.
 */
const paletteColumn = (sql: Sql) =>
  sql`coalesce(palette, CASE WHEN extended_colors THEN 'extended' ELSE 'standard' END)`;

const mapColumns = (sql: Sql) => sql`
  m.id, m.name, m.description, a.email AS owner_email, m.status, m.created_at, m.updated_at, m.private, ${paletteColumn(sql)} AS palette`;

/**
 * Counters of maps that ever had markers. Expired markers stay in the counters until settle_expired
 * (sql/functions/counts.sql) updates them, and are subtracted until then (docs/decisions.md#expiry).
 */
const selectCounts = (sql: Sql, mapIds: readonly number[]) => {
  // With a list PostgreSQL plans the statement each time, as its length is unknown, which takes 0.2 ms; with
  // one id it keeps the plan.
  const [only] = mapIds.length === 1 ? mapIds : [];
  return sql`
    SELECT c.map_id AS "mapId", c.markers - coalesce(x.markers, 0) AS markers, c.areas - coalesce(x.areas, 0) AS areas,
           coalesce(x.markers, 0) AS expired, c.changed_at AS "changedAt"
    FROM (SELECT n.map_id, sum(n.markers)::bigint AS markers, sum(n.areas)::bigint AS areas, max(n.changed_at) AS changed_at
          FROM map_counts n
          WHERE ${only === undefined ? sql`n.map_id = ANY (${sql.typed.texts(mapIds.map(String))}::bigint[])` : sql`n.map_id = ${only}`}
          GROUP BY n.map_id) c
    LEFT JOIN expiry_settlements s ON s.map_id = c.map_id
    LEFT JOIN LATERAL (SELECT e.map_id, count(*) AS markers, count(*) FILTER (WHERE is_area(e.type)) AS areas FROM markers e
                       WHERE e.map_id = c.map_id AND e.expires_at <= now() AND e.expires_at > coalesce(s.settled_at, '-infinity')
                       GROUP BY e.map_id) x ON true`;
};

async function countMarkers(sql: Sql, mapIds: readonly number[]): Promise<Map<number, MapCounts>> {
  if (mapIds.length === 0) return new Map();
  const rows = await sql<MapCounts[]>`${selectCounts(sql, mapIds)}`;
  await settleMost(sql, rows);
  return new Map(rows.map((row) => [row.mapId, row]));
}

/** The live map with this id that the account owns. */
export async function findOwnedMap(sql: Sql, accountId: number, mapId: number): Promise<OwnedMap | null> {
  const rows = await sql<OwnedMap[]>`
    SELECT id, account_id AS "accountId", ${paletteColumn(sql)} AS palette FROM maps
    WHERE id = ${mapId} AND account_id = ${accountId} AND deleted_at IS NULL`;
  return rows[0] ?? null;
}

/** Does what `findOwnedMap` does, with all members for clients. */
export const readMap = async (sql: Sql, accountId: number, mapId: number): Promise<MapResource | null> =>
  (await readTaggedMap(sql, accountId, mapId))?.map ?? null;

/** Does what `readMap` does, with the tag of this state for `patchMap` and `deleteMap`. */
export async function readTaggedMap(
  sql: Sql,
  accountId: number,
  mapId: number,
): Promise<{ map: MapResource; etag: string } | null> {
  // One statement, as the round trip is most of the cost. Citus needs a CTE for the part that lies on a node.
  const [row] = await sql<[(MapRow & { counts: MapCounts | null; etag: string })?]>`
    WITH c AS MATERIALIZED (${selectCounts(sql, [mapId])})
    SELECT ${mapColumns(sql)}, to_json(c) AS counts, map_tag(m, a.email, c.markers, c.areas, c."changedAt") AS etag
    FROM maps m JOIN accounts a ON a.id = m.account_id LEFT JOIN c ON true
    WHERE m.id = ${mapId} AND m.account_id = ${accountId} AND m.deleted_at IS NULL`;
  if (!row) return null;
  const { counts, etag, ...map } = row;
  if (counts) await settleMost(sql, [counts]);
  return { map: toMap(map, counts ?? undefined), etag };
}

/**
 * Updates the counters of the map with the most expired markers, one of perhaps a thousand in a list. Errors
 * do not fail the read.
 */
async function settleMost(sql: Sql, rows: readonly MapCounts[]): Promise<void> {
  const most = rows.reduce((a, b) => (b.expired > a.expired ? b : a), { mapId: 0, expired: 0 });
  if (most.expired >= SETTLE_FROM) await settleExpired(sql, most.mapId).catch(() => {});
}

/** Subtracts expired markers from the counters of a map, so that reads need not count them. */
export async function settleExpired(sql: Sql, mapId: number): Promise<void> {
  await sql`SELECT settle_expired(${mapId})`;
}

/**
 * Maps of an account by ascending id.
 * @param afterId only maps with a greater id
 * @param nameContains literal substring, case-insensitive; '' for all
 * @param maxBytes bytes of names and descriptions after which no further maps are read
 */
export async function listMaps(
  sql: Sql,
  accountId: number,
  options: { status: string; nameContains: string; afterId: number; limit: number; maxBytes: number },
): Promise<MapResource[]> {
  const { status, nameContains, afterId, limit, maxBytes } = options;
  // octet_length does not decompress long values.
  const page = sql`(
    SELECT o.*, sum(octet_length(o.name) + octet_length(o.description)) OVER (ORDER BY o.id ROWS UNBOUNDED PRECEDING)
      - octet_length(o.name) - octet_length(o.description) AS bytes_before
    FROM maps o
    WHERE o.account_id = ${accountId} AND o.status = ${status} AND o.deleted_at IS NULL AND o.id > ${afterId}
      ${nameContains === '' ? sql`` : sql`AND strpos(lower(o.name), lower(${nameContains})) > 0`}
    ORDER BY o.id LIMIT ${limit})`;
  const rows = await sql<
    MapRow[]
  >`SELECT ${mapColumns(sql)} FROM ${page} m JOIN accounts a ON a.id = m.account_id WHERE m.bytes_before <= ${maxBytes} ORDER BY m.id`;
  const counts = await countMarkers(
    sql,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toMap(row, counts.get(row.id)));
}

/** Live and active maps of others that are shared with the account, by ascending id, with its level. */
export async function listSharedMaps(
  sql: Sql,
  accountId: number,
  {
    nameContains,
    afterId,
    limit,
    maxBytes,
  }: { nameContains: string; afterId: number; limit: number; maxBytes: number },
): Promise<(MapResource & { access_level: string })[]> {
  const rows = await sql<(MapRow & { access_level: string })[]>`
    SELECT ${mapColumns(sql)}, m.access_level FROM (
      SELECT o.*, s.access_level, sum(octet_length(o.name) + octet_length(o.description)) OVER (ORDER BY o.id ROWS UNBOUNDED PRECEDING)
        - octet_length(o.name) - octet_length(o.description) AS bytes_before
      FROM shares s JOIN maps o ON o.id = s.map_id
      WHERE s.account_id = ${accountId} AND o.account_id <> ${accountId} AND o.status = 'active' AND o.deleted_at IS NULL AND o.id > ${afterId}
        ${nameContains === '' ? sql`` : sql`AND strpos(lower(o.name), lower(${nameContains})) > 0`}
      ORDER BY o.id LIMIT ${limit}) m
    JOIN accounts a ON a.id = m.account_id WHERE m.bytes_before <= ${maxBytes} ORDER BY m.id`;
  const counts = await countMarkers(
    sql,
    rows.map(({ id }) => id),
  );
  return rows.map(({ access_level, ...row }) => ({ ...toMap(row, counts.get(row.id)), access_level }));
}

/**
 * Creates an active, private map with its default layer and charges the daily quota.
 * @throws SQLSTATE CL429 when the quota is used up, 23505 when the Idempotency-Key is taken, CL401, CL402 or
 * CL403 when the key may not write
 */
export async function createMap(
  sql: Sql,
  map: { name: string; description: string },
  charge: { keyId: number; dailyLimit: number },
  request: NamedRequest | null = null,
): Promise<number> {
  const [row] = await sql<[{ id: number }]>`
    SELECT m.id, ${keepRequest(sql, request)} AS kept
    FROM create_map(${authorizedAccount(sql, charge)}, ${charge.keyId}, ${charge.dailyLimit}, ${map.name}, ${map.description}) AS m (id)`;
  return row.id;
}

/** SQL condition: the map has one of the tags; null: whatever it has. */
const hasTag = (sql: Sql, mapId: number, tags: readonly string[] | null) =>
  tags === null ? sql`` : sql`AND current_map_tag(${mapId}) = ANY (${sql.typed.texts([...tags])}::text[])`;

/**
 * Changes the given members.
 * @returns false when the map has none of the tags.
 * @throws SQLSTATE of `authorizedMap`
 */
export async function patchMap(
  sql: Sql,
  writer: Writer,
  mapId: number,
  patch: MapPatch,
  tags: readonly string[] | null = null,
): Promise<boolean> {
  const { count } = await sql`
    UPDATE maps SET
      name = coalesce(${patch.name ?? null}, name),
      description = coalesce(${patch.description ?? null}, description),
      private = coalesce(${patch.private ?? null}, private),
      updated_at = now()
    WHERE id = ${authorizedMap(sql, writer, mapId)} ${hasTag(sql, mapId, tags)}`;
  return count > 0;
}

/**
 * Soft-deletes a map: hides it, recoverably.
 * @returns false when the map has none of the tags.
 * @throws SQLSTATE of `authorizedMap`
 */
export async function deleteMap(
  sql: Sql,
  writer: Writer,
  mapId: number,
  tags: readonly string[] | null = null,
): Promise<boolean> {
  const { count } = await sql`
    UPDATE maps SET deleted_at = now(), updated_at = now()
    WHERE id = ${authorizedMap(sql, writer, mapId, 'delete')} ${hasTag(sql, mapId, tags)}`;
  return count > 0;
}

/** The palette of a map; the standard one also when the map is gone. */
export async function paletteOf(sql: Sql, mapId: number): Promise<PaletteName> {
  const rows = await sql<
    { palette: PaletteName }[]
  >`SELECT ${paletteColumn(sql)} AS palette FROM maps WHERE id = ${mapId}`;
  return rows[0]?.palette ?? 'standard';
}

/**
 * Gives the map a palette; `updated_at` changes only if it had another one.
 * @throws SQLSTATE of `authorizedMap`
 */
export async function setPalette(
  sql: Sql,
  writer: Writer,
  mapId: number,
  palette: PaletteName,
): Promise<void> {
  await sql`
    UPDATE maps SET palette = ${palette}, extended_colors = ${isExtended(palette)},
      updated_at = CASE WHEN ${paletteColumn(sql)} = ${palette} THEN updated_at ELSE now() END
    WHERE id = ${authorizedMap(sql, writer, mapId)}`;
}
