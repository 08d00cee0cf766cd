import type pg from 'pg';
import type { PlaceColumns } from '../schema/place-columns.js';

/** Of an upload: markers of others have none of its ids. */
export interface OwnIds {
  first: number;
  last: number;
}

/**
 * The parameters $2..$5 as rows `r`, each with the marker `m` of the map $1 that it duplicates: one that has not expired before one that
 * has, then the oldest. A row costs one look into markers_cell, 4 µs, and never more: LIMIT keeps the planner from joining the map
 * as a whole, which it does while it has no statistics (a hash join, 20 times slower). By map, arrays as parameters, no function
 * that queries: fit for a database that is distributed by map.
 */
const MET = `
  FROM unnest($2::text[], $3::float8[], $4::float8[], $5::bigint[]) WITH ORDINALITY r (name, lat, lng, cell, at)
  CROSS JOIN LATERAL (
    SELECT o.* FROM markers o
    WHERE o.map_id = $1 AND o.cell = r.cell AND hashtext(btrim(o.name)) = hashtext(btrim(r.name))
      AND same_place(o.name, o.lat, o.lng, r.name, r.lat, r.lng)
    ORDER BY coalesce(o.expires_at <= now(), false), o.id LIMIT 1) m`;

const FIND = `SELECT r.at, CASE WHEN m.expires_at <= now() THEN -m.id ELSE m.id END AS id ${MET}`;

const parametersOf = (mapId: number, { names, lats, lngs, cells }: PlaceColumns): unknown[] => [
  mapId,
  names,
  lats,
  lngs,
  cells,
];

/**
 * Which markers of a map the rows of a block duplicate.
 * @returns for each row the marker's id, negative when it has expired, 0 when there is none
 */
export async function findMarkers(
  client: pg.Pool | pg.PoolClient,
  mapId: number,
  places: PlaceColumns,
): Promise<Float64Array> {
  const found = new Float64Array(places.names.length);
  if (found.length === 0) return found;
  const { rows } = await client.query<[at: string, id: string]>({
    text: FIND,
    values: parametersOf(mapId, places),
    rowMode: 'array',
  });
  for (const [at, id] of rows) found[Number(at) - 1] = Number(id);
  return found;
}

/** A marker that a row duplicates, with what it holds. */
export interface FoundMarker {
  id: number;
  expired: boolean;
  /**
   * The columns that were asked for, as COPY would write them without its escapes: a tab between them, `\N` for null, timestamps as
   * ISO 8601 in UTC. Equal to a row's own line only where marker and row agree in every column: a text with a tab in it has more tabs
   * than a line, and a text `\N` is written `\\N` there.
   */
  line: string;
}

/** The same with what the markers hold; null for a row that meets none. */
export async function readMarkers(
  client: pg.PoolClient,
  mapId: number,
  places: PlaceColumns,
  columns: readonly string[],
): Promise<(FoundMarker | null)[]> {
  const found: (FoundMarker | null)[] = new Array(places.names.length).fill(null);
  if (found.length === 0) return found;
  const line = columns.map((column) => `coalesce(${asText(column)}, '\\N')`).join(`, E'\\t', `);
  const { rows } = await client.query<[at: string, id: string, expired: boolean | null, line: string]>({
    text: `SELECT r.at, m.id, m.expires_at <= now(), concat(${line}) ${MET}`,
    values: parametersOf(mapId, places),
    rowMode: 'array',
  });
  for (const [at, id, expired, text] of rows) {
    found[Number(at) - 1] = { id: Number(id), expired: expired === true, line: text };
  }
  return found;
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
