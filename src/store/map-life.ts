import { authorizedMap, type Writer } from './authorize.js';
import { type Sql, textInHex, withLongStatements } from './client.js';
import type { NamedRequest } from './repeated-requests.js';

/** A map and its owner, who may differ from the caller. */
export interface FoundMap {
  id: number;
  accountId: number;
}

/** The account's map with this id, even if it is soft-deleted, unless its removal has begun. */
export async function findRestorableMap(
  sql: Sql,
  accountId: number,
  mapId: number,
): Promise<FoundMap | null> {
  const rows = await sql<FoundMap[]>`
    SELECT id, account_id AS "accountId" FROM maps WHERE id = ${mapId} AND account_id = ${accountId} AND NOT removing`;
  return rows[0] ?? null;
}

/** The live map with this id of any owner, for superusers only. */
export async function findAnyMap(sql: Sql, mapId: number): Promise<FoundMap | null> {
  const rows = await sql<FoundMap[]>`
    SELECT id, account_id AS "accountId" FROM maps WHERE id = ${mapId} AND deleted_at IS NULL`;
  return rows[0] ?? null;
}

/**
 * Asks whether a map may be written even where nothing is to be changed: PostgreSQL looks at the cheapest
 * condition of a statement first.
 */
const allowed = (sql: Sql, map: ReturnType<typeof authorizedMap>) =>
  sql`WITH allowed AS (SELECT ${map} AS id)`;

/** Archives a map; no change if it is archived. @throws SQLSTATE of `authorizedMap` */
export async function archiveMap(sql: Sql, writer: Writer, mapId: number): Promise<void> {
  await sql`
    ${allowed(sql, authorizedMap(sql, writer, mapId))}, changed AS (
      UPDATE maps SET status = 'archived', updated_at = now()
      WHERE id = (SELECT id FROM allowed) AND status <> 'archived')
    SELECT FROM allowed`;
}

/**
 * Makes an archived or soft-deleted map active; no change if it is active.
 * @throws SQLSTATE of `authorizedMap`
 */
export async function restoreMap(sql: Sql, writer: Writer, mapId: number): Promise<void> {
  await sql`
    ${allowed(sql, authorizedMap(sql, writer, mapId, 'restore'))}, changed AS (
      UPDATE maps SET status = 'active', deleted_at = NULL, updated_at = now()
      WHERE id = (SELECT id FROM allowed) AND NOT removing AND (status <> 'active' OR deleted_at IS NOT NULL))
    SELECT FROM allowed`;
}

/**
 * Transfers a map to the account of an e-mail; an unknown e-mail gets a pending account and an invitation.
 * @param dailyTransfers most transfers of the caller in a UTC day; null: any number
 * @returns account of the new owner: the old owner's when the e-mail is its own; null when the map no longer
 * belongs to `map.accountId`
 * @throws SQLSTATE CL429 when the daily transfers are used up, CL400 when too many invitations wait; those of
 * `authorizedMap`
 */
export async function transferMap(
  sql: Sql,
  writer: Writer,
  map: FoundMap,
  newOwnerEmail: string,
  dailyTransfers: number | null,
): Promise<number | null> {
  const [row] = await sql<[{ accountId: number | null }]>`
    SELECT transfer_map(${authorizedMap(sql, writer, map.id, 'transfer')}, ${map.accountId}, ${newOwnerEmail}, ${writer.accountId},
      ${dailyTransfers}::integer) AS "accountId"`;
  return row.accountId;
}

export interface CloneOptions {
  name: string;
  /** Copies markers with a pin. */
  pinned: boolean;
  /** Copies the areas. */
  areas: boolean;
  timeoutMs: number;
  /** Most bytes that the account may copy in a UTC day. */
  dailyBytes: number;
}

/**
 * Copies a map. A million markers take some 10 s on two idle cores, several times that on busy ones, so the
 * statement has its own time limit, set in the same message: PostgreSQL runs a message of the simple protocol
 * as one transaction. Such a message has no parameters, hence the name in hexadecimal, which needs no
 * quoting. The source is not locked: its ownership is that of the statement's snapshot.
 * @returns the new map, and the imports of the source whose custom fields are not defined yet; null when the
 * map is gone
 * @throws SQLSTATE CL401, CL402 or CL403 when the key may not write, CL429 when the account has copied
 * `dailyBytes` today, or would have
 */
export async function cloneMap(
  sql: Sql,
  { keyId }: Writer,
  mapId: number,
  { name, pinned, areas, timeoutMs, dailyBytes }: CloneOptions,
  request: NamedRequest | null = null,
): Promise<{ id: number; openJobs: string[] } | null> {
  const kept = request
    ? `, keep_request(${request.accountId}, ${textInHex(request.key)}, ${textInHex(request.fingerprint)}, id)`
    : '';
  const [, rows] = (await withLongStatements(sql, timeoutMs, () =>
    sql
      .unsafe(
        `SET LOCAL statement_timeout = ${timeoutMs};
       SELECT id, open_jobs AS "openJobs"${kept}
       FROM clone_map_within(${mapId}, (SELECT authorize_key(${keyId})), ${textInHex(name)}, ${pinned}, ${areas}, ${dailyBytes})`,
      )
      .simple(),
  )) as unknown as [unknown, { id: number; openJobs: string[] | null }[]];
  return rows[0] ? { id: rows[0].id, openJobs: rows[0].openJobs ?? [] } : null;
}
