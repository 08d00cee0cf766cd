import type { Sql } from './client.js';
import {
  cellRangesSql,
  type Fragment,
  isEveryMarker,
  type MarkerFilter,
  matches,
  needle,
} from './marker-filter.js';
import { GONE, type InTurn, type ShortMarker } from './marker-pages.js';
import { findCandidates, MOST_CANDIDATES, type SearchPage } from './search.js';

export interface MarkerOrder {
  readonly by: 'id' | 'name' | 'updated_at';
  readonly descending: boolean;
}

/** Where a marker stands in an order: its sort key, '' where the id is all there is, and its id. */
export type SortPosition = readonly [key: string | number, id: number];

export interface SortedPage extends Omit<SearchPage, 'afterId'> {
  /** null: from the beginning. */
  after: SortPosition | null;
}

/** Markers that one statement reads; 50,000 take about 100 ms. */
const STEP_ROWS = 50_000;
/** Most markers of a box or circle that are read by their cells. */
const MOST_IN_CELLS = 200_000;

/**
 * Unexpired markers of a map that match, in an order that no index has, for `pageOfPlaces`. All matching
 * markers are read for each page, in steps that keep only the first `limit` places: an index for each order
 * would cost every import, and 1,000,000 markers take 20 steps.
 */
export async function searchSorted(
  inTurn: InTurn,
  mapId: number,
  filter: MarkerFilter,
  order: MarkerOrder,
  page: SortedPage,
  wantIndex: () => void,
): Promise<{ marker: ShortMarker; place: SortPosition }[]> {
  const places = await findPlaces(inTurn, mapId, filter, order, page, wantIndex);
  const ids = places.map(([, id]) => id);
  const found = await inTurn((sql) =>
    sql`
      SELECT m.id, short_marker_json(ROW(m.*)::markers)
      FROM ${needle(sql, filter)} CROSS JOIN ${byId(sql, mapId, ids)} WHERE ${matches(sql, filter)}`.raw(),
  );
  const markers = new Map(found.map(([id, json]) => [Number(id!.toString()), json!]));
  return places.map((place) => ({ marker: markers.get(place[1]) ?? GONE, place }));
}

async function findPlaces(
  inTurn: InTurn,
  mapId: number,
  filter: MarkerFilter,
  order: MarkerOrder,
  page: SortedPage,
  wantIndex: () => void,
): Promise<SortPosition[]> {
  const { limit, signal } = page;
  const { cells, ids } = filter;
  if (order.by === 'id' && isEveryMarker(filter)) return inTurn((sql) => lastIds(sql, mapId, page));
  let best: SortPosition[] = [];
  const add = async (sql: Sql, markers: Fragment): Promise<void> => {
    const upTo = best.length === limit ? best.at(-1)! : null;
    const more = await firstPlaces(sql, filter, order, { ...page, upTo }, markers);
    best = [...best, ...more].sort(comparing(order)).slice(0, limit);
  };
  if (ids !== null) {
    await inTurn((sql) => add(sql, byId(sql, mapId, ids)));
    return best;
  }
  if (cells !== null) {
    const isRead = await inTurn(async (sql) => {
      if (await hasMoreInCells(sql, mapId, cells)) return false;
      await add(sql, byCells(sql, mapId, cells));
      return true;
    });
    if (isRead) return best;
  }
  let from: number | null = 0;
  if (filter.text !== null || filter.category !== null) {
    for (;;) {
      signal.throwIfAborted();
      const after: number = from;
      const { ids: candidates, reached } = await inTurn(async (sql) => {
        const found = await findCandidates(sql, mapId, filter, after, MOST_CANDIDATES);
        if (found.ids?.length) await add(sql, byId(sql, mapId, found.ids));
        return found;
      });
      wantIndex();
      if (candidates === null) break;
      if (reached === null) return best;
      from = reached;
    }
  }
  while (from !== null) {
    signal.throwIfAborted();
    const after: number = from;
    from = await inTurn(async (sql) => {
      const [{ end }] = await sql<[{ end: number | null }]>`
        SELECT nth_marker_after(${mapId}, ${after}, ${STEP_ROWS}) AS "end"`;
      await add(sql, byRange(sql, mapId, after, end ?? Number.MAX_SAFE_INTEGER));
      return end;
    });
  }
  return best;
}

/** Ids of a map from its last one on, by its primary key. */
async function lastIds(sql: Sql, mapId: number, { after, limit }: SortedPage): Promise<SortPosition[]> {
  const rows = await sql<{ id: number }[]>`
    SELECT m.id FROM markers m WHERE m.map_id = ${mapId} AND m.id < ${after?.[1] ?? Number.MAX_SAFE_INTEGER}
      AND (m.expires_at IS NULL OR m.expires_at > now()) ORDER BY m.id DESC LIMIT ${limit}`;
  return rows.map(({ id }) => ['', id]);
}

/**
 * SQL: markers `m` in a form that only the primary key, or the index of cells, can serve, whatever statistics
 * say.
 */
const byId = (sql: Sql, mapId: number, ids: readonly number[]): Fragment => sql`
  unnest(${sql.typed.texts(ids.map(String))}::bigint[]) c (id)
  CROSS JOIN LATERAL (SELECT o.* FROM markers o WHERE o.map_id = ${mapId} AND o.id = c.id OFFSET 0) m`;
const byRange = (sql: Sql, mapId: number, after: number, upTo: number): Fragment => sql`
  (SELECT o.* FROM markers o WHERE o.map_id = ${mapId} AND o.id > ${after} AND o.id <= ${upTo} ORDER BY o.id OFFSET 0) m`;
const byCells = (sql: Sql, mapId: number, cells: NonNullable<MarkerFilter['cells']>): Fragment => sql`
  ${cellRangesSql(sql, cells)}
  CROSS JOIN LATERAL (SELECT o.* FROM markers o WHERE o.map_id = ${mapId} AND o.cell >= r.first AND o.cell <= r.last OFFSET 0) m`;

async function hasMoreInCells(
  sql: Sql,
  mapId: number,
  cells: NonNullable<MarkerFilter['cells']>,
): Promise<boolean> {
  const rows = await sql`SELECT FROM ${byCells(sql, mapId, cells)} OFFSET ${MOST_IN_CELLS} LIMIT 1`;
  return rows.length > 0;
}

/** SQL: the sort key of the marker `m`. A time has microseconds, which its text in answers lacks. */
function keyOf(sql: Sql, by: MarkerOrder['by']): Fragment {
  if (by === 'id') return sql`''::text`;
  if (by === 'name') return sql`lower(left(btrim(m.name), 200)) COLLATE "C"`;
  return sql`(extract(epoch FROM coalesce(m.updated_at, m.created_at)) * 1000000)::bigint`;
}

/** The first places among the markers that are behind `after` and before `upTo`. */
async function firstPlaces(
  sql: Sql,
  filter: MarkerFilter,
  { by, descending }: MarkerOrder,
  { after, upTo, limit }: { after: SortPosition | null; upTo: SortPosition | null; limit: number },
  markers: Fragment,
): Promise<SortPosition[]> {
  const key = keyOf(sql, by);
  const type = by === 'updated_at' ? sql`bigint` : sql`text`;
  const [behind, before, direction] = descending ? [sql`<`, sql`>`, sql`DESC`] : [sql`>`, sql`<`, sql`ASC`];
  const compared = (how: Fragment, place: SortPosition | null): Fragment =>
    place === null ? sql`` : sql`AND (${key}, m.id) ${how} (${String(place[0])}::text::${type}, ${place[1]})`;
  const rows = await sql<{ key: string | number; id: number }[]>`
    SELECT ${key} AS key, m.id FROM ${needle(sql, filter)} CROSS JOIN ${markers}
    WHERE ${matches(sql, filter)} ${compared(behind, after)} ${compared(before, upTo)}
    ORDER BY 1 ${direction}, m.id ${direction} LIMIT ${limit}`;
  return rows.map(({ key, id }) => [key, id]);
}

/** In the order of the database, whose texts are compared by their bytes in UTF-8. */
const comparing =
  ({ descending }: MarkerOrder) =>
  ([aKey, aId]: SortPosition, [bKey, bId]: SortPosition): number => {
    const byKey =
      typeof aKey === 'number' || typeof bKey === 'number'
        ? Number(aKey) - Number(bKey)
        : Buffer.compare(Buffer.from(aKey), Buffer.from(bKey));
    return (byKey || aId - bId) * (descending ? -1 : 1);
  };
