import { type Sql, sqlState } from './client.js';
import type { OwnedMap } from './maps.js';

type MapOfAccount = Pick<OwnedMap, 'id' | 'accountId'>;

/** Which markers: those in one of the categories or with one of the colours. */
export interface MarkerGroups {
  categories: readonly string[];
  colors: readonly string[];
}

const DEADLOCK = '40P01';
const TRIES = 5;

/** The greatest id of the map's markers, 0 when there are none. */
export async function lastMarkerId(sql: Sql, mapId: number): Promise<number> {
  const rows = await sql<{ id: number }[]>`
    SELECT id FROM markers WHERE map_id = ${mapId} ORDER BY id DESC LIMIT 1`;
  return rows[0]?.id ?? 0;
}

/**
 * Deletes, of the `atMost` markers behind `afterId`, those that the filter names (null: all of them).
 * @returns how many, and the id to go on behind; null when the map is not the account's any more
 */
export async function deleteMarkerRange(
  sql: Sql,
  map: MapOfAccount,
  range: { afterId: number; lastId: number; atMost: number },
  filter: MarkerGroups | null,
): Promise<{ deleted: number; reached: number } | null> {
  const rows = await afterDeadlocks(
    () => sql<{ deleted: number; reached: number }[]>`
      SELECT deleted, reached FROM delete_marker_range(${map.id}, ${map.accountId}, ${range.afterId}, ${range.lastId},
        ${range.atMost}::integer, ${filter && sql.typed.texts([...filter.categories])}, ${filter && sql.typed.texts([...filter.colors])})`,
  );
  return rows[0] ?? null;
}

/** @returns how many of the markers there were; null when the map is not the account's any more */
export async function deleteMarkerIds(
  sql: Sql,
  map: MapOfAccount,
  ids: readonly number[],
): Promise<number | null> {
  const rows = await afterDeadlocks(
    () => sql<{ deleted: number }[]>`
      SELECT deleted FROM delete_marker_ids(${map.id}, ${map.accountId}, ${`{${ids.join()}}`}::bigint[])`,
  );
  return rows[0]?.deleted ?? null;
}

/** An import that overwrites locks its markers in the order of its file, not of their ids. */
async function afterDeadlocks<T>(statement: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await statement();
    } catch (error) {
      if (sqlState(error) !== DEADLOCK || ++failures === TRIES) throw error;
    }
  }
}
