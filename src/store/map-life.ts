import { authorizedMap, type Writer } from './authorize.js';
import type { Sql } from './client.js';
import type { NamedRequest } from './repeated-requests.js';

/** A map and its owner, where who calls may be neither. */
export interface FoundMap {
  id: number;
  accountId: number;
}

/** The map of the account with this id, soft-deleted or not, unless its parts are being removed already. */
export async function findRestorableMap(
  sql: Sql,
  accountId: number,
  mapId: number,
): Promise<FoundMap | null> {
  const rows = await sql<FoundMap[]>`
    SELECT id, account_id AS "accountId" FROM maps WHERE id = ${mapId} AND account_id = ${accountId} AND NOT removing`;
  return rows[0] ?? null;
}

/** The live map with this id, whoever owns it: for superusers only. */
export async function findAnyMap(sql: Sql, mapId: number): Promise<FoundMap | null> {
  const rows = await sql<FoundMap[]>`
    SELECT id, account_id AS "accountId" FROM maps WHERE id = ${mapId} AND deleted_at IS NULL`;
  return rows[0] ?? null;
}

/** Nothing changes where the map is archived already. @throws SQLSTATE of `authorizedMap` */
export async function archiveMap(sql: Sql, writer: Writer, mapId: number): Promise<void> {
  await sql`
    UPDATE maps SET status = 'archived', updated_at = now()
    WHERE id = ${authorizedMap(sql, writer, mapId)} AND status <> 'archived'`;
}

/** Makes an archived or soft-deleted map active. Nothing changes where it is active already. @throws SQLSTATE of `authorizedMap` */
export async function restoreMap(sql: Sql, writer: Writer, mapId: number): Promise<void> {
  await sql`
    UPDATE maps SET status = 'active', deleted_at = NULL, updated_at = now()
    WHERE id = ${authorizedMap(sql, writer, mapId, 'restore')} AND NOT removing
      AND (status <> 'active' OR deleted_at IS NOT NULL)`;
}

/**
 * Makes whoever has the e-mail the owner; somebody unknown gets a pending account and an invitation.
 * @param dailyTransfers that whoever does it may do in a day (UTC); null: any number
 * @returns the new owner's account: the old one's when the e-mail is its own, null when the map is not `map.accountId`'s any more
 * @throws SQLSTATE CL429 when those are used up, CL400 when too many invitations wait; those of `authorizedMap`
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
  /** Copies the markers that have a pin. */
  pinned: boolean;
  /** Copies the areas. */
  areas: boolean;
  timeoutMs: number;
  /** That the account may copy in a day (UTC). */
  dailyBytes: number;
}

/**
 * A million markers take some 10 s of two idle cores, and several times that of busy ones. So the statement has a time limit of its
 * own, set in the same message: PostgreSQL runs a message of the simple protocol as one transaction. Such a message has no
 * parameters, hence the name in hexadecimal, which needs no quoting.
 * The source is not locked for that long: it is the account's as of the statement's snapshot.
 * @returns the new map, and the imports of the source whose custom fields are not defined yet; null when the map is gone
 * @throws SQLSTATE CL401, CL402 or CL403 when the key may not write, CL429 when the account has copied `dailyBytes` today, or would have
 */
export async function cloneMap(
  sql: Sql,
  { keyId }: Writer,
  mapId: number,
  { name, pinned, areas, timeoutMs, dailyBytes }: CloneOptions,
  request: NamedRequest | null = null,
): Promise<{ id: number; openJobs: string[] } | null> {
  const textOf = (text: string): string =>
    `convert_from(decode('${Buffer.from(text).toString('hex')}', 'hex'), 'UTF8')`;
  const kept = request
    ? `, keep_request(${request.accountId}, ${textOf(request.key)}, ${textOf(request.fingerprint)}, id)`
    : '';
  const [, rows] = (await sql
    .unsafe(
      `SET LOCAL statement_timeout = ${timeoutMs};
       SELECT id, open_jobs AS "openJobs"${kept}
       FROM clone_map_within(${mapId}, (SELECT authorize_key(${keyId})), ${textOf(name)}, ${pinned}, ${areas}, ${dailyBytes})`,
    )
    .simple()) as unknown as [unknown, { id: number; openJobs: string[] | null }[]];
  return rows[0] ? { id: rows[0].id, openJobs: rows[0].openJobs ?? [] } : null;
}
