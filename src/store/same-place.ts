import type pg from 'pg';
import type { PlaceTexts } from '../schema/place-texts.js';
import type { RowHashes } from '../schema/row-hashes.js';

/** Of an upload: markers of others have none of its ids. */
export interface OwnIds {
  first: number;
  last: number;
}

/** Of markers that agree in name and place, which only single creates make, so many are looked at. */
const MOST_ALIKE = 100;

/** Parameters of `metBy`, of which the last is missing where all rows have a place of their own. */
const BASE_PARAMETERS = 8;

/**
 * The parameters $2..$5 (texts joined by $6; $7: null) as rows `r`, each with the markers `m` of the map $1 that it duplicates; $8 is
 * the moment that decides which of them have expired. A row costs one look into markers_cell,
 * 2 to 4 µs, and never more: LIMIT keeps the planner from joining the map as a whole, which it does while it has no statistics (a hash
 * join, 20 times slower). In the order of the index, which saves a fifth. By map, arrays as parameters, no function that queries:
 * fit for a database that is distributed by map.
 * @param further a bigint[] of the rows, by name; the parameter behind those
 * @param addressKeys number of the parameter with the address keys of the rows; null: all have a place of their own
 */
function metBy(further: string | null, addressKeys: number | null): string {
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
  const met =
    addressKeys === null
      ? byPlace('true')
      : `(${byPlace('r.address_key IS NULL')}) UNION ALL (${BY_ADDRESS})`;
  return `
  FROM (SELECT * FROM unnest(${arrays.join()}) WITH ORDINALITY r (${columns.join()}, at) ORDER BY cell) r
  CROSS JOIN LATERAL (${met}) m`;
}

const SAME_PLACE = 'same_place(o.name, o.lat, o.lng, r.name, r.lat::float8, r.lng::float8)';

const byPlace = (condition: string): string => `
    SELECT o.* FROM markers o
    WHERE ${condition} AND o.map_id = $1 AND o.cell = r.cell AND hashtext(btrim(o.name)) = hashtext(btrim(r.name)) AND ${SAME_PLACE}
    LIMIT ${MOST_ALIKE}`;

/** Of rows without a place of their own: branches of a chain, thousands of which may have one name and one place. */
const BY_ADDRESS = `
    SELECT o.* FROM markers o WHERE o.map_id = $1 AND o.address_key = r.address_key AND ${SAME_PLACE} LIMIT ${MOST_ALIKE}`;

const EXPIRED = 'coalesce(m.expires_at <= $8::timestamptz, false)';

function parametersOf(mapId: number, { columns, separator, nothing }: PlaceTexts, nowMs: number): unknown[] {
  const { names, lats, lngs, cells } = columns;
  return [mapId, names, lats, lngs, cells, separator, nothing, new Date(nowMs).toISOString()];
}

type Lists = Record<'rows' | 'ids' | 'kinds', string | null>;

/** Calls back for each pair of a row and a marker that it duplicates. */
function eachMet(lists: Lists, visit: (row: number, id: number, kind: string) => void): void {
  if (lists.rows === null) return;
  const ids = lists.ids!.split(',');
  const kinds = lists.kinds!.split(',');
  for (const [i, at] of lists.rows.split(',').entries()) visit(Number(at) - 1, Number(ids[i]), kinds[i]!);
}

/**
 * Which markers of a map the rows of a block duplicate.
 * @param nowMs decides which markers have expired
 * @returns for each row the id of the oldest marker, negative when it has expired (which counts only where there is no other), 0
 *   when there is none
 */
export async function findMarkers(
  client: pg.Pool | pg.PoolClient,
  mapId: number,
  places: PlaceTexts,
  nowMs = Date.now(),
): Promise<Float64Array> {
  const found = new Float64Array(places.rows);
  if (found.length === 0) return found;
  const { addressKeys } = places;
  // One row with a list for each column: as rows, a block's results cost more to take apart than to find.
  const { rows } = await client.query<Lists>(
    `SELECT string_agg(r.at::text, ',') AS rows, string_agg(m.id::text, ',') AS ids, string_agg(${EXPIRED}::integer::text, ',') AS kinds
     ${metBy(null, addressKeys === null ? null : BASE_PARAMETERS + 1)}`,
    [...parametersOf(mapId, places, nowMs), ...(addressKeys === null ? [] : [addressKeys])],
  );
  eachMet(rows[0]!, (row, id, expired) => {
    found[row] = older(found[row]!, expired === '1' ? -id : id);
  });
  return found;
}

/** Of two markers that a row duplicates the one that counts; ids as in `findMarkers`. */
function older(a: number, b: number): number {
  if (a === 0 || b === 0) return a + b;
  if (a > 0 !== b > 0) return Math.max(a, b);
  return a > 0 ? Math.min(a, b) : Math.max(a, b);
}

/** Whether a marker holds what its row has. */
const AGREES = '0';

/**
 * The same, and which markers hold all that their rows have. Equal are only hashes of lines that agree in every column: a text with a
 * tab in it has more tabs than a line, and a text `\N` is `\\N` there; of two other ones with a chance of 10^-19. With the lines
 * themselves, and places as strings, 300,000 rows cost the service 7 to 8 s of processor time instead of 4.4 to 5.
 * @returns ids as `findMarkers` gives them, and 1 for each row that agrees with its marker
 */
export async function compareMarkers(
  client: pg.PoolClient,
  mapId: number,
  places: PlaceTexts,
  { hashes, columns, seed }: RowHashes,
  nowMs = Date.now(),
): Promise<{ found: Float64Array; agrees: Uint8Array }> {
  const found = new Float64Array(places.rows);
  const agrees = new Uint8Array(places.rows);
  if (found.length === 0) return { found, agrees };
  const { addressKeys } = places;
  const line = columns.map((column) => `coalesce(${asText(column)}, '\\N')`).join(` || E'\\t' || `);
  const { rows } = await client.query<Lists>(
    `SELECT string_agg(r.at::text, ',') AS rows, string_agg(m.id::text, ',') AS ids,
            string_agg(CASE WHEN ${EXPIRED} THEN '1' WHEN hashtextextended(${line}, $${BASE_PARAMETERS + 2}::bigint) = r.hash THEN '${AGREES}' ELSE '2' END, ',') AS kinds
     ${metBy('hash', addressKeys === null ? null : BASE_PARAMETERS + 3)}`,
    [...parametersOf(mapId, places, nowMs), hashes, seed, ...(addressKeys === null ? [] : [addressKeys])],
  );
  eachMet(rows[0]!, (row, id, kind) => {
    const before = found[row]!;
    found[row] = older(before, kind === '1' ? -id : id);
    if (found[row] !== before) agrees[row] = kind === AGREES ? 1 : 0;
  });
  return { found, agrees };
}

const asText = (column: string): string =>
  column === 'expires_at'
    ? `to_char(m.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : `m.${column}::text`;

/** The columns of some markers as text, by id; those that are gone are missing. */
export async function readColumns<Column extends string>(
  client: pg.PoolClient,
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

/** Whether the map has markers outside of these ids; null: whether it has any. */
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
