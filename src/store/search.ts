import type { Sql } from './client.js';
import { type MarkerFilter, matches, needle, rangesOf } from './marker-filter.js';
import type { InTurn, ShortMarker } from './marker-pages.js';

export interface SearchPage {
  /** Only markers with a greater id. */
  afterId: number;
  limit: number;
  /** Looked at between statements. */
  signal: AbortSignal;
}

/** So many markers in the cells are collected without counting them first: as fast as counting. */
const VERY_FEW = 500;
/** Up to so many markers are collected by their cells at once (10 to 20 ms); of more, a page is soon full on a walk by id. */
const FEW = 10_000;
/** Up to so many are still collected where a walk over as many rows as FIRST_STEPS has not filled the page: the rest may lie far. */
const MANY = 200_000;
const FIRST_STEPS = 20_000;
/** Rows of the first step and of the longest; each is four times as long as the one before. */
const FIRST_STEP = 4_000;
const LAST_STEP = 50_000;
/** Ids that the index is asked for at once, at most: read in 80 ms. */
const MOST_CANDIDATES = 20_000;

/**
 * Markers of a map that match, by ascending id; without expired ones. For `pageOfMarkers`.
 * @param inTurn one for each step, so that nobody waits for all of a search that has to walk: a step takes 0.2 s at most
 * @param wantIndex called when texts of the map that are up to date make searches like this one faster
 */
export async function searchMarkers(
  inTurn: InTurn,
  mapId: number,
  filter: MarkerFilter,
  { afterId, limit, signal }: SearchPage,
  wantIndex: () => void,
): Promise<ShortMarker[]> {
  const isInTexts = filter.text !== null || filter.category !== null;
  if (filter.cells) {
    const few = await inTurn(
      async (sql) =>
        (await collectVeryFew(sql, mapId, filter, afterId, limit)) ??
        (await collectUpTo(FEW, sql, mapId, filter, afterId, limit)),
    );
    if (few) return few;
  }
  const { found, reached } = isInTexts
    ? await collectByTexts(inTurn, mapId, filter, { afterId, limit, signal }, wantIndex)
    : { found: [], reached: afterId };
  if (reached === null) return found;
  let from = reached;
  let rows = FIRST_STEP;
  for (let walked = 0; ; rows = Math.min(rows * 4, LAST_STEP)) {
    signal.throwIfAborted();
    const step = await inTurn((sql) => walk(sql, mapId, filter, { from, rows, limit: limit - found.length }));
    found.push(...step.markers);
    if (found.length === limit || step.end === null) break;
    from = step.end;
    if (walked === 0 && isInTexts) wantIndex();
    const before = walked;
    walked += rows;
    if (filter.cells && before < FIRST_STEPS && walked >= FIRST_STEPS) {
      const rest = await inTurn((sql) => collectUpTo(MANY, sql, mapId, filter, from, limit - found.length));
      if (rest) return [...found, ...rest];
    }
  }
  return found;
}

/**
 * Matching markers by way of the map's texts, up to `reached`: behind it these are not there, or too old. Null: the page is full, or
 * the map at its end.
 */
async function collectByTexts(
  inTurn: InTurn,
  mapId: number,
  filter: MarkerFilter,
  { afterId, limit, signal }: SearchPage,
  wantIndex: () => void,
): Promise<{ found: ShortMarker[]; reached: number | null }> {
  const found: ShortMarker[] = [];
  let from = afterId;
  for (let most = limit; ; most = Math.min(most * 4, MOST_CANDIDATES)) {
    signal.throwIfAborted();
    const { ids, reached, markers } = await inTurn(async (sql) => {
      const candidates = await findCandidates(sql, mapId, filter, from, most);
      if (!candidates.ids?.length) return { ...candidates, markers: [] };
      const markers = await collectById(sql, mapId, filter, candidates.ids, limit - found.length);
      return { ...candidates, markers };
    });
    if (ids === null) return { found, reached: from };
    wantIndex();
    found.push(...markers);
    if (found.length === limit || reached === null) return { found, reached: null };
    from = reached;
  }
}

/** Ids behind `from`, up to `reached` or the map's end (null), of markers that may match; `ids` is null where there is no index. */
async function findCandidates(
  sql: Sql,
  mapId: number,
  { text, category }: MarkerFilter,
  from: number,
  most: number,
): Promise<{ ids: number[] | null; reached: number | null }> {
  const [row] = await sql<[{ ids: number[] | null; reached: number | null }]>`
    SELECT to_json(c.ids) AS ids, c.reached
    FROM search_candidates(${mapId}, ${from}, ${category}, lower(${text}::text), ${most}) c`;
  return row;
}

/** Reads the next `rows` markers by id. @returns those that match, and the last id that was looked at; null at the map's end */
async function walk(
  sql: Sql,
  mapId: number,
  filter: MarkerFilter,
  { from, rows, limit }: { from: number; rows: number; limit: number },
): Promise<{ markers: ShortMarker[]; end: number | null }> {
  const [{ end }] = await sql<
    [{ end: number | null }]
  >`SELECT nth_marker_after(${mapId}, ${from}, ${rows}) AS "end"`;
  const found = await sql`
    SELECT short_marker_json(ROW(m.*)::markers) FROM ${needle(sql, filter)} CROSS JOIN markers m
    WHERE m.map_id = ${mapId} AND m.id > ${from} AND m.id <= ${end ?? Number.MAX_SAFE_INTEGER} AND ${matches(sql, filter)}
    ORDER BY m.id LIMIT ${limit}`.raw();
  return { markers: found.map(([json]) => json!), end };
}

/** Matching markers out of the cells, in one statement; null when there are more than VERY_FEW in these, matching or not. */
async function collectVeryFew(
  sql: Sql,
  mapId: number,
  filter: MarkerFilter,
  afterId: number,
  limit: number,
): Promise<ShortMarker[] | null> {
  if (filter.cells === null) return null;
  const found = await sql`
    WITH inside AS MATERIALIZED (
      SELECT o.* FROM ${rangesOf(sql, filter.cells)}
      CROSS JOIN LATERAL (SELECT o.* FROM markers o WHERE o.map_id = ${mapId} AND o.cell >= r.first AND o.cell <= r.last OFFSET 0) o
      LIMIT ${VERY_FEW + 1})
    SELECT counted.count, m.json
    FROM (SELECT count(*) FROM inside) counted CROSS JOIN ${needle(sql, filter)}
    LEFT JOIN LATERAL (
      SELECT short_marker_json(ROW(m.*)::markers) AS json FROM inside m
      WHERE counted.count <= ${VERY_FEW} AND m.id > ${afterId} AND ${matches(sql, filter)}
      ORDER BY m.id LIMIT ${limit}) m ON true`.raw();
  if (Number(found[0]![0]) > VERY_FEW) return null;
  return found.map(([, json]) => json).filter((json) => json != null);
}

/** Matching markers out of the cells; null when there are more than `most` in these, or no cells. */
const collectUpTo = async (
  most: number,
  sql: Sql,
  mapId: number,
  filter: MarkerFilter,
  afterId: number,
  limit: number,
): Promise<ShortMarker[] | null> =>
  filter.cells && (await countInCells(sql, mapId, filter.cells, most + 1)) <= most
    ? collectInCells(sql, mapId, filter, afterId, limit)
    : null;

/** Matching markers out of the cells, which are all read. OFFSET 0: one descent into the index a range, whatever the statistics say. */
async function collectInCells(
  sql: Sql,
  mapId: number,
  filter: MarkerFilter,
  afterId: number,
  limit: number,
): Promise<ShortMarker[]> {
  const found = await sql`
    SELECT short_marker_json(ROW(m.*)::markers)
    FROM ${needle(sql, filter)} CROSS JOIN ${rangesOf(sql, filter.cells ?? [])}
    CROSS JOIN LATERAL (SELECT o.* FROM markers o WHERE o.map_id = ${mapId} AND o.cell >= r.first AND o.cell <= r.last OFFSET 0) m
    WHERE m.id > ${afterId} AND ${matches(sql, filter)}
    ORDER BY m.id LIMIT ${limit}`.raw();
  return found.map(([json]) => json!);
}

/** Those of the markers that match. They are read as they are now, whatever the index has known of them. */
async function collectById(
  sql: Sql,
  mapId: number,
  filter: MarkerFilter,
  ids: readonly number[],
  limit: number,
): Promise<ShortMarker[]> {
  const found = await sql`
    SELECT short_marker_json(ROW(m.*)::markers)
    FROM ${needle(sql, filter)} CROSS JOIN unnest(${sql.typed.texts(ids.map(String))}::bigint[]) c (id)
    CROSS JOIN LATERAL (SELECT o.* FROM markers o WHERE o.map_id = ${mapId} AND o.id = c.id OFFSET 0) m
    WHERE ${matches(sql, filter)}
    ORDER BY m.id LIMIT ${limit}`.raw();
  return found.map(([json]) => json!);
}

/** How many markers are in the cells, counted no further than `limit`; out of the index alone where the table is vacuumed. */
async function countInCells(
  sql: Sql,
  mapId: number,
  cells: NonNullable<MarkerFilter['cells']>,
  limit: number,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM (
      SELECT FROM ${rangesOf(sql, cells)}
      CROSS JOIN LATERAL (SELECT FROM markers o WHERE o.map_id = ${mapId} AND o.cell >= r.first AND o.cell <= r.last OFFSET 0) o
      LIMIT ${limit}) counted`;
  return row.count;
}
