import type { Sql } from './client.js';
import { cellRangesSql, type MarkerFilter, matches, needle } from './marker-filter.js';
import type { InTurn, ShortMarker } from './marker-pages.js';

export interface SearchPage {
  /** Only markers with a greater id. */
  afterId: number;
  limit: number;
  /** Checked between statements. */
  signal: AbortSignal;
}

/**
 * Markers in the cells up to which they are collected before a walk is tried: counting takes 0.8 ms, an
 * answer from 1,300 takes 6 to 8 ms.
 */
const VERY_FEW = 3_000;
/**
 * Markers in the cells up to which they are collected (10 to 20 ms) before texts are searched: few of many
 * hits may lie in the cells.
 */
const FEW = 10_000;
/**
 * Steps of a walk by id; the last is repeated. With many markers in the cells a page is soon full; otherwise
 * up to `thenCollected` markers are read by their cells after all, as the rest may lie far.
 */
const STEPS = [
  { rows: 4_000, thenCollected: FEW },
  { rows: 16_000, thenCollected: 200_000 },
  { rows: 50_000, thenCollected: 0 },
];
/** Most ids of one request to the index, read in 80 ms. */
export const MOST_CANDIDATES = 20_000;

/**
 * Unexpired markers of a map that match, by ascending id, for `pageOfMarkers`.
 * @param inTurn takes a turn for each step, so that a long walk does not hold up other searches
 * @param wantIndex called when an up-to-date search index would speed up searches like this one
 */
export async function searchMarkers(
  inTurn: InTurn,
  mapId: number,
  filter: MarkerFilter,
  { afterId, limit, signal }: SearchPage,
  wantIndex: () => void,
): Promise<ShortMarker[]> {
  const { ids } = filter;
  if (ids !== null) {
    const wanted = ids.filter((id) => id > afterId);
    return inTurn((sql) => collectById(sql, mapId, filter, wanted, limit));
  }
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
 * Collects matching markers through the search index, up to `reached`, after which the index is missing or
 * too old. Null: the page is full, or the map has ended.
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

/**
 * Ids after `from` of markers that may match, up to `reached` (null: the end of the map); `ids` is null
 * without an index.
 */
export async function findCandidates(
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

/**
 * Reads the next `rows` markers by id.
 * @returns matching markers, and the last id read; null at the end of the map
 */
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
 * Collects matching markers from the cells; null when the cells have more than `most` markers, which are
 * counted first, from the index alone where the table is vacuumed. OFFSET 0 forces one index descent a range,
 * whatever the statistics say.
 */
async function collectUpTo(
  sql: Sql,
  mapId: number,
  filter: MarkerFilter,
  cells: NonNullable<MarkerFilter['cells']>,
  { most, afterId, limit }: { most: number; afterId: number; limit: number },
): Promise<ShortMarker[] | null> {
  const ranges = cellRangesSql(sql, cells);
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

/** Matching markers among the ids, read from the table, as the index may be outdated. */
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
