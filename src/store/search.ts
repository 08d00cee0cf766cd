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

/** Up to so many markers in the cells are collected before a walk is tried: counted in 0.8 ms; an answer out of 1,300 takes 6 to 8. */
const VERY_FEW = 3_000;
/** Up to so many are collected by their cells (10 to 20 ms) before texts are looked for: few of many texts may lie in these. */
const FEW = 10_000;
/**
 * A walk by id: rows of its steps, the last of which is repeated. Of many markers in the cells a page is soon full; where it is not, up to
 * `thenCollected` are read by their cells after all: the rest may lie far.
 */
const STEPS = [
  { rows: 4_000, thenCollected: FEW },
  { rows: 16_000, thenCollected: 200_000 },
  { rows: 50_000, thenCollected: 0 },
];
/** Ids that the index is asked for at once, at most: read in 80 ms. */
const MOST_CANDIDATES = 20_000;

/**
 * Markers of a map that match, by ascending id; without expired ones. For `pageOfMarkers`.
 * @param inTurn one for each step, so that nobody waits for all of a search that has to walk
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
  const { cells } = filter;
  const collectFrom = async (from: number, wanted: number, most: number): Promise<ShortMarker[] | null> =>
    cells && most > 0
      ? inTurn((sql) => collectUpTo(sql, mapId, filter, cells, { most, afterId: from, limit: wanted }))
      : null;
  const few = await collectFrom(afterId, limit, isInTexts ? FEW : VERY_FEW);
  if (few) return few;
  const { found, reached } = isInTexts
    ? await collectByTexts(inTurn, mapId, filter, { afterId, limit, signal }, wantIndex)
    : { found: [], reached: afterId };
  if (reached === null) return found;
  let from = reached;
  for (let steps = 0; ; steps++) {
    signal.throwIfAborted();
    const { rows, thenCollected } = STEPS[Math.min(steps, STEPS.length - 1)]!;
    const step = await inTurn((sql) => walk(sql, mapId, filter, { from, rows, limit: limit - found.length }));
    found.push(...step.markers);
    if (found.length === limit || step.end === null) break;
    from = step.end;
    if (steps === 0 && isInTexts) wantIndex();
    const rest = await collectFrom(from, limit - found.length, thenCollected);
    if (rest) return [...found, ...rest];
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

/**
 * Matching markers out of the cells; null when there are more than `most` in these, matching or not: they are counted first, out of the
 * index alone where the table is vacuumed. OFFSET 0: one descent into the index a range, whatever the statistics say.
 */
async function collectUpTo(
  sql: Sql,
  mapId: number,
  filter: MarkerFilter,
  cells: NonNullable<MarkerFilter['cells']>,
  { most, afterId, limit }: { most: number; afterId: number; limit: number },
): Promise<ShortMarker[] | null> {
  const ranges = rangesOf(sql, cells);
  const found = await sql`
    WITH counted AS MATERIALIZED (
      SELECT count(*) AS markers FROM (
        SELECT FROM ${ranges}
        CROSS JOIN LATERAL (SELECT FROM markers o WHERE o.map_id = ${mapId} AND o.cell >= r.first AND o.cell <= r.last OFFSET 0) o
        LIMIT ${most + 1}) o)
    SELECT counted.markers, found.json FROM counted
    LEFT JOIN LATERAL (
      SELECT short_marker_json(ROW(m.*)::markers) AS json FROM ${needle(sql, filter)} CROSS JOIN ${ranges}
      CROSS JOIN LATERAL (SELECT o.* FROM markers o WHERE o.map_id = ${mapId} AND o.cell >= r.first AND o.cell <= r.last OFFSET 0) m
      WHERE counted.markers <= ${most} AND m.id > ${afterId} AND ${matches(sql, filter)}
      ORDER BY m.id LIMIT ${limit}) found ON true`.raw();
  if (Number(found[0]![0]) > most) return null;
  return found.map(([, json]) => json).filter((json) => json != null);
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
