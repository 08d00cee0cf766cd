import type { Match } from '../schema/match.js';
import type { Alike, PlaceTexts } from '../schema/place-texts.js';
import type { RowHashes } from '../schema/row-hashes.js';
import { markerCodeSql } from './coded-markers.js';
import type pg from './pg.js';

/** Range of marker ids reserved for an upload. */
export interface OwnIds {
  first: number;
  last: number;
}

/** Most markers with one name and place that are compared; only single creates make several. */
const MOST_ALIKE = 100;

/** Parameters of `metBy`; the last is absent when all rows have their own place. */
const BASE_PARAMETERS = 8;

/**
 * SQL that joins rows `r` (parameters $2..$5, texts joined by $6, $7 for null) with the markers `m` of map $1
 * that they duplicate; markers expire by the time $8. A row costs one look-up in markers_cell, 2 to 4 µs:
 * LIMIT keeps the planner from a hash join with the whole map, which it prefers without statistics and which
 * is 20 times slower. Rows are in the order of the index, which saves a fifth. The SQL names one map, takes
 * arrays and calls no querying function, so it works on a database that is distributed by map.
 * @param further name of a bigint[] of the rows, in the next parameter
 * @param addressKeys number of the parameter with the rows' address keys; null: all rows have their own place
 * @param without markers that have such a code are left out; null: none are
 */
function metBy(further: string | null, addressKeys: number | null, without: Match | null = null): string {
  const columns = ['name', 'lat', 'lng', 'cell'];
  const arrays = [
    'string_to_array($2, $6, $7), string_to_array($3, $6), string_to_array($4, $6), string_to_array($5, $6)::bigint[]',
  ];
  if (further !== null) {
    columns.push(further);
    arrays.push(`$${BASE_PARAMETERS + 1}::bigint[]`);
  }
  if (addressKeys !== null) {
    columns.push('address_key');
    arrays.push(`string_to_array($${addressKeys}, $6, $7)::bigint[]`);
  }
  const isWanted = without === null ? SAME_PLACE : `${SAME_PLACE} AND ${markerCodeSql('o', without)} IS NULL`;
  const met =
    addressKeys === null
      ? byPlace('true', isWanted)
      : `(${byPlace('r.address_key IS NULL', isWanted)}) UNION ALL (${byAddress(isWanted)})`;
  return `
  FROM (SELECT * FROM unnest(${arrays.join()}) WITH ORDINALITY r (${columns.join()}, at) ORDER BY cell) r
  CROSS JOIN LATERAL (${met}) m`;
}

const SAME_PLACE = 'same_place(o.name, o.lat, o.lng, r.name, r.lat::float8, r.lng::float8)';

const byPlace = (condition: string, isWanted: string): string => `
    SELECT o.* FROM markers o
    WHERE ${condition} AND o.map_id = $1 AND o.cell = r.cell AND hashtext(btrim(o.name)) = hashtext(btrim(r.name)) AND ${isWanted}
    LIMIT ${MOST_ALIKE}`;

/**
 * Condition for rows without their own place: thousands of branches of a chain may have one name and place.
 */
const byAddress = (isWanted: string): string => `
    SELECT o.* FROM markers o WHERE o.map_id = $1 AND o.address_key = r.address_key AND ${isWanted} LIMIT ${MOST_ALIKE}`;

const EXPIRED = 'coalesce(m.expires_at <= $8::timestamptz, false)';

function parametersOf(mapId: number, { columns, separator, nothing }: PlaceTexts, nowMs: number): unknown[] {
  const { names, lats, lngs, cells } = columns;
  return [mapId, names, lats, lngs, cells, separator, nothing, new Date(nowMs).toISOString()];
}

type Lists = Record<'rows' | 'ids' | 'kinds', string | null>;

/** Visits each pair of a row and a marker that it duplicates. */
function eachMet(lists: Lists, visit: (row: number, id: number, kind: string) => void): void {
  if (lists.rows === null) return;
  const ids = lists.ids!.split(',');
  const kinds = lists.kinds!.split(',');
  for (const [i, at] of lists.rows.split(',').entries()) visit(Number(at) - 1, Number(ids[i]), kinds[i]!);
}

/**
 * Finds the markers of a map that the rows of a block duplicate.
 * @param nowMs time by which markers expire
 * @param without markers that have such a code are left out; null: none are
 * @param alike gets the further markers that rows duplicate; absent: nobody asks
 * @returns for each row the id of the oldest marker; negative when only expired markers match; 0 when none
 * does
 */
export async function findMarkers(
  client: pg.Pool | pg.PoolClient,
  mapId: number,
  places: PlaceTexts,
  nowMs = Date.now(),
  without: Match | null = null,
  alike?: Alike[],
): Promise<Float64Array> {
  const found = new Float64Array(places.rows);
  if (found.length === 0) return found;
  const { addressKeys } = places;
  // One row with a list for each column, as parsing many rows costs more than finding them.
  const { rows } = await client.query<Lists>(
    `SELECT string_agg(r.at::text, ',') AS rows, string_agg(m.id::text, ',') AS ids, string_agg(${EXPIRED}::integer::text, ',') AS kinds
     ${metBy(null, addressKeys === null ? null : BASE_PARAMETERS + 1, without)}`,
    [...parametersOf(mapId, places, nowMs), ...(addressKeys === null ? [] : [addressKeys])],
  );
  eachMet(rows[0]!, (row, id, expired) => {
    const before = found[row]!;
    found[row] = older(before, expired === '1' ? -id : id);
    if (before > 0 && expired !== '1') alike?.push({ row, id: Math.max(before, id) });
  });
  return found;
}

/** The marker that counts of two that a row duplicates; ids as in `findMarkers`. */
function older(a: number, b: number): number {
  if (a === 0 || b === 0) return a + b;
  if (a > 0 !== b > 0) return Math.max(a, b);
  return a > 0 ? Math.min(a, b) : Math.max(a, b);
}

/** Kind of a pair whose marker equals its row. */
const AGREES = '0';

/**
 * Does what `findMarkers` does, and compares rows with their markers by the hashes of their lines. Hashes of
 * different lines agree with a chance of 10^-19; escaping keeps tabs and `\N` in texts apart from separators
 * and nulls. Comparing the lines themselves, with places as strings, costs 7 to 8 s of processor time for
 * 300,000 rows instead of 4.4 to 5 s.
 * @returns ids as from `findMarkers`, and 1 for each row that equals its marker
 */
export async function compareMarkers(
  client: pg.PoolClient,
  mapId: number,
  places: PlaceTexts,
  { hashes, columns, seed }: RowHashes,
  nowMs = Date.now(),
  alike?: Alike[],
): Promise<{ found: Float64Array; agrees: Uint8Array }> {
  const found = new Float64Array(places.rows);
  const agrees = new Uint8Array(places.rows);
  if (found.length === 0) return { found, agrees };
  const { addressKeys } = places;
  const { rows } = await client.query<Lists>(
    `SELECT string_agg(r.at::text, ',') AS rows, string_agg(m.id::text, ',') AS ids,
            string_agg(CASE WHEN ${EXPIRED} THEN '1' WHEN hashtextextended(${lineSql(columns)}, $${BASE_PARAMETERS + 2}::bigint) = r.hash THEN '${AGREES}' ELSE '2' END, ',') AS kinds
     ${metBy('hash', addressKeys === null ? null : BASE_PARAMETERS + 3)}`,
    [...parametersOf(mapId, places, nowMs), hashes, seed, ...(addressKeys === null ? [] : [addressKeys])],
  );
  eachMet(rows[0]!, (row, id, kind) => {
    const before = found[row]!;
    found[row] = older(before, kind === '1' ? -id : id);
    if (before > 0 && kind !== '1') alike?.push({ row, id: Math.max(before, id) });
    if (found[row] !== before) agrees[row] = kind === AGREES ? 1 : 0;
  });
  return { found, agrees };
}

/**
 * Compares rows with markers whose ids they know, as `compareMarkers` does.
 * @returns the ids, 0 for a marker that is gone, and negative for one that has expired; and 1 for each row
 * that equals its marker
 */
export async function compareKnown(
  client: pg.PoolClient,
  mapId: number,
  ids: Float64Array,
  { hashes, columns, seed }: RowHashes,
  nowMs = Date.now(),
): Promise<{ found: Float64Array; agrees: Uint8Array }> {
  const found = ids.map((id) => Math.min(id, 0));
  const agrees = new Uint8Array(ids.length);
  const { rows } = await client.query<Lists>(
    `SELECT string_agg(r.at::text, ',') AS rows, string_agg(m.id::text, ',') AS ids,
            string_agg(CASE WHEN coalesce(m.expires_at <= $5::timestamptz, false) THEN '1' WHEN hashtextextended(${lineSql(columns)}, $4::bigint) = r.hash THEN '${AGREES}' ELSE '2' END, ',') AS kinds
     FROM unnest($2::bigint[], $3::bigint[]) WITH ORDINALITY r (id, hash, at)
     CROSS JOIN LATERAL (SELECT o.* FROM markers o WHERE o.map_id = $1 AND o.id = r.id LIMIT 1) m`,
    [mapId, [...ids], hashes, seed, new Date(nowMs).toISOString()],
  );
  eachMet(rows[0]!, (row, id, kind) => {
    found[row] = kind === '1' ? -id : id;
    agrees[row] = kind === AGREES ? 1 : 0;
  });
  return { found, agrees };
}

/** SQL: the line of a marker over some columns, as COPY writes it but without escapes. */
const lineSql = (columns: readonly string[]): string =>
  columns.map((column) => `coalesce(${asText(column)}, '\\N')`).join(` || E'\\t' || `);

const asText = (column: string): string =>
  column === 'expires_at'
    ? `to_char(m.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : `m.${column}::text`;

/** Columns of markers as text, by id; deleted markers are missing. */
export async function readMarkerColumns<Column extends string>(
  client: pg.Pool | pg.PoolClient,
  mapId: number,
  ids: readonly number[],
  columns: readonly Column[],
): Promise<Map<number, Record<Column, string | null>>> {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<(string | null)[]>({
    text: `SELECT m.id, ${columns.map(asText).join()} FROM markers m WHERE m.map_id = $1 AND m.id = ANY ($2::bigint[])`,
    values: [mapId, ids],
    rowMode: 'array',
  });
  return new Map(
    rows.map(([id, ...texts]) => {
      const values = {} as Record<Column, string | null>;
      columns.forEach((column, i) => {
        values[column] = texts[i]!;
      });
      return [Number(id), values];
    }),
  );
}

/** True when the map has markers outside these ids; null: any markers. */
export async function hasOtherMarkers(
  client: pg.Pool | pg.PoolClient,
  mapId: number,
  own: OwnIds | null,
): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT coalesce((SELECT m.id FROM markers m WHERE m.map_id = $1 ORDER BY m.id LIMIT 1) < $2, false)
         OR coalesce((SELECT m.id FROM markers m WHERE m.map_id = $1 ORDER BY m.id DESC LIMIT 1) > $3, false) AS found`,
    [mapId, own?.first ?? Number.MAX_SAFE_INTEGER, own?.last ?? 0],
  );
  return rows[0]!.found;
}
