import { type Sql, sqlState } from './client.js';
import type { OwnedMap } from './maps.js';

type MapOfAccount = Pick<OwnedMap, 'id' | 'accountId'>;

/** Which markers: those in one of the categories or with one of the colours. */
export interface MarkerGroups {
  categories: readonly string[];
  colors: readonly string[];
}

/** A bulk delete of several statements, which has one entry in the audit log. */
export interface BulkDeletion {
  keyId: number;
  /** Null until something was deleted. */
  auditId: number | null;
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
  deletion: BulkDeletion | null = null,
): Promise<{ deleted: number; reached: number } | null> {
  const rows = await afterDeadlocks(
    () => sql<{ deleted: number; reached: number; auditId: number | null }[]>`
      SELECT d.deleted, d.reached, ${noteDeleted(sql, map, deletion)} FROM delete_marker_range(${map.id}, ${map.accountId}, ${range.afterId}, ${range.lastId},
        ${range.atMost}::integer, ${filter && sql.typed.texts([...filter.categories])}, ${filter && sql.typed.texts([...filter.colors])}) d`,
  );
  return noted(rows[0], deletion);
}

/** @returns how many of the markers there were; null when the map is not the account's any more */
export async function deleteMarkerIds(
  sql: Sql,
  map: MapOfAccount,
  ids: readonly number[],
  deletion: BulkDeletion | null = null,
): Promise<number | null> {
  const rows = await afterDeadlocks(
    () => sql<{ deleted: number; auditId: number | null }[]>`
      SELECT d.deleted, ${noteDeleted(sql, map, deletion)} FROM delete_marker_ids(${map.id}, ${map.accountId}, ${`{${ids.join()}}`}::bigint[]) d`,
  );
  return noted(rows[0], deletion)?.deleted ?? null;
}

const noteDeleted = (sql: Sql, { id, accountId }: MapOfAccount, deletion: BulkDeletion | null) =>
  deletion
    ? sql`note_bulk_delete(${deletion.auditId}, ${deletion.keyId}, ${id}, ${accountId}, d.deleted) AS "auditId"`
    : sql`NULL AS "auditId"`;

function noted<T extends { auditId: number | null }>(
  row: T | undefined,
  deletion: BulkDeletion | null,
): Omit<T, 'auditId'> | null {
  if (!row) return null;
  const { auditId, ...result } = row;
  if (deletion) deletion.auditId = auditId;
  return result;
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
