import type { Sql } from './client.js';
import { type MarkerFilter, matches, needle, rangesOf } from './marker-filter.js';
import type { ShortMarker } from './marker-pages.js';

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
/** With a text or a category: so many rows tell whether matches are so frequent that a walk finds a page of them. */
const SAMPLE = 200;
const SAMPLE_MATCHES = 2;
/** Reading more by id costs more than walking on. */
const MOST_CANDIDATES = 20_000;
/** pg_trgm keeps three letters or digits in a row, and only of ASCII where the database's locale is C. */
const INDEXED = /[a-z0-9]{3}/i;

/**
 * Markers of a map that match, by ascending id; without expired ones. For `pageOfMarkers`.
 * @param wantIndex called when texts of the map that are up to date make searches like this one faster
 */
export async function searchMarkers(
  sql: Sql,
  mapId: number,
  filter: MarkerFilter,
  { afterId, limit, signal }: SearchPage,
  wantIndex: () => void,
): Promise<ShortMarker[]> {
  const pattern = patternOf(filter);
  const isIndexed = pattern !== null || filter.category !== null;
  const inCells = async (most: number, from: number, wanted: number): Promise<ShortMarker[] | null> =>
    filter.cells !== null && (await countInCells(sql, mapId, filter.cells, most + 1)) <= most
      ? collectInCells(sql, mapId, filter, from, wanted)
      : null;
  const inTexts = async (from: number, wanted: number): Promise<ShortMarker[] | null> => {
    const ids = isIndexed ? await findCandidates(sql, mapId, filter.category, pattern, from) : null;
    if (ids === null) return null;
    wantIndex();
    return collectById(sql, mapId, filter, ids, wanted);
  };

  const few =
    (await collectVeryFew(sql, mapId, filter, afterId, limit)) ?? (await inCells(FEW, afterId, limit));
  if (few) return few;
  const found: ShortMarker[] = [];
  let from = afterId;
  let rows = isIndexed ? SAMPLE : FIRST_STEP;
  for (let walked = 0; ; rows = Math.min(Math.max(FIRST_STEP, rows * 4), LAST_STEP)) {
    signal.throwIfAborted();
    const step = await walk(sql, mapId, filter, { from, rows, limit: limit - found.length });
    found.push(...step.markers);
    if (found.length === limit || step.end === null) break;
    from = step.end;
    const before = walked;
    walked += rows;
    const wanted = limit - found.length;
    let rest: ShortMarker[] | null = null;
    if (rows === SAMPLE && found.length < SAMPLE_MATCHES) rest = await inTexts(from, wanted);
    if (before < FIRST_STEPS && walked >= FIRST_STEPS) {
      rest = (await inCells(MANY, from, wanted)) ?? (await inTexts(from, wanted));
      if (!rest && isIndexed) wantIndex();
    }
    if (rest) {
      found.push(...rest);
      break;
    }
  }
  return found;
}

/** What texts must contain to match, as LIKE has it; null for what has no three characters in a row to look for. */
const patternOf = ({ text }: MarkerFilter): string | null =>
  text !== null && INDEXED.test(text) ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : null;

/** Ids behind `from` of markers that may match; null where there is no index, or it finds too many. */
async function findCandidates(
  sql: Sql,
  mapId: number,
  category: string | null,
  pattern: string | null,
  from: number,
): Promise<number[] | null> {
  const [row] = await sql<[{ ids: number[] | null }]>`
    SELECT to_json(search_candidates(${mapId}, ${category}, lower(${pattern}::text), ${MOST_CANDIDATES})) AS ids`;
  return row.ids?.filter((id) => id > from) ?? null;
}

/** Reads the next `rows` markers by id. @returns those that match, and the last id that was looked at; null at the map's end */
async function walk(
  sql: Sql,
  mapId: number,
  filter: MarkerFilter,
  { from, rows, limit }: { from: number; rows: number; limit: number },
): Promise<{ markers: ShortMarker[]; end: number | null }> {
  const found = await sql`
    SELECT step."end", m.json
    FROM (SELECT nth_marker_after(${mapId}, ${from}, ${rows}) AS "end" OFFSET 0) step
    CROSS JOIN ${needle(sql, filter)}
    LEFT JOIN LATERAL (
      SELECT short_marker_json(m) AS json FROM markers m
      WHERE m.map_id = ${mapId} AND m.id > ${from} AND m.id <= coalesce(step."end", ${Number.MAX_SAFE_INTEGER})
        AND ${matches(sql, filter)}
      ORDER BY m.id LIMIT ${limit}) m ON true`.raw();
  const end = found[0]?.[0] ?? null;
  return {
    markers: found.map(([, json]) => json).filter((json) => json != null),
    end: end === null ? null : Number(end),
  };
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
