import type { Share } from '../schema/share.js';
import { authorizedMap, type Writer } from './authorize.js';
import type { Sql } from './client.js';
import { keepRequest, type NamedRequest } from './repeated-requests.js';

/** Most accounts with which a map can be shared. */
const MAX_SHARES = 10_000;

interface ShareRow extends Omit<Share, 'created_at'> {
  created_at: Date;
}

const toShare = (row: ShareRow): Share => ({ ...row, created_at: row.created_at.toISOString() });

const columns = (sql: Sql) => sql`s.id, s.map_id, s.email, s.access_level, s.created_at`;

/**
 * Shares a map with the account of an e-mail; without one it makes a pending account and invites it. Sharing
 * again changes the level, and invites a pending account again.
 * @throws SQLSTATE CL400 for the owner's own e-mail, for too many shares, and when too many invitations wait;
 * those of `authorizedMap`; 23505 when the Idempotency-Key is taken
 */
export async function shareMap(
  sql: Sql,
  writer: Writer,
  mapId: number,
  { email, access_level }: Pick<Share, 'email' | 'access_level'>,
  { request = null, maxShares = MAX_SHARES }: { request?: NamedRequest | null; maxShares?: number } = {},
): Promise<{ share: Share; created: boolean }> {
  const [row] = await sql<[ShareRow & { created: boolean; kept: unknown }]>`
    SELECT m.*, ${keepRequest(sql, request)} AS kept
    FROM share_map(${writer.accountId}, ${authorizedMap(sql, writer, mapId)}, ${email}, ${access_level}, ${maxShares}::integer) AS m`;
  const { created, kept: _, ...share } = row;
  return { share: toShare(share), created };
}

/** Shares by ascending id, at most MAX_SHARES. */
export async function listShares(sql: Sql, mapId: number): Promise<Share[]> {
  const rows = await sql<ShareRow[]>`
    SELECT ${columns(sql)} FROM shares s
    WHERE s.map_id = ${mapId} ORDER BY s.id`;
  return rows.map(toShare);
}

export async function readShare(sql: Sql, mapId: number, shareId: number): Promise<Share | null> {
  const [row] = await sql<ShareRow[]>`
    SELECT ${columns(sql)} FROM shares s WHERE s.map_id = ${mapId} AND s.id = ${shareId}`;
  return row ? toShare(row) : null;
}

export async function hasShare(sql: Sql, mapId: number, shareId: number): Promise<boolean> {
  const rows = await sql`SELECT FROM shares WHERE id = ${shareId} AND map_id = ${mapId}`;
  return rows.length > 0;
}

/** @returns null when the map has no such share. @throws SQLSTATE of `authorizedMap` */
export async function changeShare(
  sql: Sql,
  writer: Writer,
  mapId: number,
  shareId: number,
  accessLevel: Share['access_level'],
): Promise<Share | null> {
  const rows = await sql<ShareRow[]>`
    UPDATE shares s SET access_level = ${accessLevel}
    WHERE s.id = ${shareId} AND s.map_id = ${authorizedMap(sql, writer, mapId)} RETURNING ${columns(sql)}`;
  return rows[0] ? toShare(rows[0]) : null;
}

/**
 * Ends a share and withdraws a waiting invitation (withdraw_invitation in sql/functions/invitations.sql).
 * @returns false when the map has no such share
 * @throws SQLSTATE of `authorizedMap`
 */
export async function deleteShare(
  sql: Sql,
  writer: Writer,
  mapId: number,
  shareId: number,
): Promise<boolean> {
  const rows = await sql`
    DELETE FROM shares WHERE id = ${shareId} AND map_id = ${authorizedMap(sql, writer, mapId)} RETURNING id`;
  return rows.length > 0;
}
