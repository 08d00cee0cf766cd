import { authorizedMap, type Writer } from './authorize.js';
import { type Sql, sqlState } from './client.js';

/** Selects markers in one of the categories or with one of the colours. */
export interface MarkerGroups {
  categories: readonly string[];
  colors: readonly string[];
}

/** A deletion in several statements with one entry in the audit log. */
export interface BulkDeletion {
  readonly writer: Writer;
  readonly mapId: number;
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
 * Deletes the markers that match the filter (null: all) among the `atMost` markers after `afterId`.
 * @returns number of deleted markers, and the id after which to go on
 * @throws SQLSTATE of `authorizedMap`
 */
export async function deleteMarkerRange(
  sql: Sql,
  deletion: BulkDeletion,
  range: { afterId: number; lastId: number; atMost: number },
  filter: MarkerGroups | null,
): Promise<{ deleted: number; reached: number }> {
  const { writer, mapId } = deletion;
  const [row] = await afterDeadlocks(
    () => sql<[{ deleted: number; reached: number; auditId: number | null }]>`
      SELECT d.deleted, d.reached, ${noteDeleted(sql, deletion)} FROM delete_marker_range(${authorizedMap(sql, writer, mapId)}, ${writer.accountId},
        ${range.afterId}, ${range.lastId}, ${range.atMost}::integer, ${filter && sql.typed.texts([...filter.categories])},
        ${filter && sql.typed.texts([...filter.colors])}) d`,
  );
  deletion.auditId = row.auditId;
  return { deleted: row.deleted, reached: row.reached };
}

/** @returns number of deleted markers. @throws SQLSTATE of `authorizedMap` */
export async function deleteMarkerIds(
  sql: Sql,
  deletion: BulkDeletion,
  ids: readonly number[],
): Promise<number> {
  const { writer, mapId } = deletion;
  const [row] = await afterDeadlocks(
    () => sql<[{ deleted: number; auditId: number | null }]>`
      SELECT d.deleted, ${noteDeleted(sql, deletion)}
      FROM delete_marker_ids(${authorizedMap(sql, writer, mapId)}, ${writer.accountId}, ${`{${ids.join()}}`}::bigint[]) d`,
  );
  deletion.auditId = row.auditId;
  return row.deleted;
}

const noteDeleted = (sql: Sql, { writer, mapId, auditId }: BulkDeletion) =>
  sql`note_bulk_delete(${auditId}, ${mapId}, ${writer.accountId}, d.deleted) AS "auditId"`;

/**
 * Retries after deadlocks: an overwriting import locks markers in the order of its file, not of their ids.
 */
async function afterDeadlocks<T>(statement: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await statement();
    } catch (error) {
      if (sqlState(error) !== DEADLOCK || ++failures === TRIES) throw error;
    }
  }
}
