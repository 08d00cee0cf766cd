import type { PendingQuery, Row } from 'postgres';
import type { Sql } from './client.js';
import { KEEP_UNKNOWN_DAYS } from './geocoded-addresses.js';

/** Days for which data are kept; 0: for ever. */
export interface RetentionDays {
  /** Jobs since their end, with their rejected rows. */
  jobs: number;
  /** Markers since they expired. */
  expiredMarkers: number;
  /** Maps since they were deleted, with everything in them. */
  deletedMaps: number;
  /** Pending accounts without maps and shares, since their creation or last invitation. */
  pendingAccounts: number;
  /** Entries of the audit log. */
  audit: number;
  /** Answers of a geocoding service. */
  geocodedAddresses: number;
}

/** Another process is running retention. */
export class RetentionBusy extends Error {}

type Call = PendingQuery<Row[]>;

/**
 * Runs one step of sql/functions/retention.sql, in one process at a time: the lock ends with the statement,
 * so that a dying process leaves none behind.
 * @throws RetentionBusy
 */
async function step<T>(sql: Sql, call: Call): Promise<T> {
  const [row] = await sql<[{ result: T | null }]>`
    SELECT CASE WHEN pg_try_advisory_xact_lock(hashtext('retention')) THEN to_json(${call}) END AS result`;
  if (row.result === null) throw new RetentionBusy('another process removes what is old');
  return row.result;
}

/** @returns number of removed rows, here and below; 0: nothing more to do */
export const removeIdempotencyKeys = (sql: Sql, atMost: number): Promise<number> =>
  step(sql, sql`remove_idempotency_keys(${atMost}::integer)`);

export const removeQuotaUse = (sql: Sql, atMost: number): Promise<number> =>
  step(sql, sql`remove_quota_use(${atMost}::integer)`);

export const removeFinishedJobs = (sql: Sql, keepDays: number, atMost: number): Promise<number> =>
  step(sql, sql`remove_finished_jobs(${keepDays}::integer, ${atMost}::integer)`);

export const removeDeliveries = (sql: Sql, keepDays: number, atMost: number): Promise<number> =>
  step(sql, sql`remove_deliveries(${keepDays}::integer, ${atMost}::integer)`);

/**
 * Finds the next map after `afterMapId` with markers to remove, among the next `atMost` maps.
 * @returns `due` null when it is not among these; `reached` is where to go on, null: no more maps
 */
export async function nextExpiredMap(
  sql: Sql,
  afterMapId: number,
  keepDays: number,
  atMost: number,
): Promise<{ due: number | null; reached: number | null }> {
  const [row] = await sql<[{ due: number | null; reached: number | null }]>`
    SELECT due, reached FROM next_expired_map(${afterMapId}, ${keepDays}::integer, ${atMost}::integer)`;
  return row;
}

export const removeExpiredMarkers = (
  sql: Sql,
  mapId: number,
  keepDays: number,
  atMost: number,
): Promise<number> =>
  step(sql, sql`remove_expired_markers(${mapId}, ${keepDays}::integer, ${atMost}::integer)`);

/** Next map to remove, the one deleted first, after `skipped` others. */
export async function nextDeletedMap(sql: Sql, keepDays: number, skipped: number): Promise<number | null> {
  const rows = await sql<{ id: number }[]>`
    SELECT id FROM maps WHERE deleted_at < now() - ${keepDays}::integer * interval '1 day'
    ORDER BY deleted_at, id LIMIT 1 OFFSET ${skipped}`;
  return rows[0]?.id ?? null;
}

/**
 * Removes markers after `afterId` first.
 * @returns where to go on, null when none are left; `removed` 0: nothing more to do
 */
export const removeMapPart = (
  sql: Sql,
  mapId: number,
  keepDays: number,
  atMost: number,
  afterId: number | null,
): Promise<{ removed: number; reached: number | null }> =>
  step(
    sql,
    sql`(SELECT r FROM remove_map_part(${mapId}, ${keepDays}::integer, ${atMost}::integer, ${afterId}::bigint) r)`,
  );

export const removeAuditEntries = (sql: Sql, keepDays: number, atMost: number): Promise<number> =>
  step(sql, sql`remove_audit_entries(${keepDays}::integer, ${atMost}::integer)`);

/** @param beyond older answers exceed the maximum; null: none do */
export const removeGeocodedAddresses = (
  sql: Sql,
  keepDays: number,
  beyond: Date | null,
  atMost: number,
): Promise<number> =>
  step(
    sql,
    sql`remove_geocoded_addresses(${keepDays}::integer, ${KEEP_UNKNOWN_DAYS}::integer, ${beyond}::timestamptz, ${atMost}::integer)`,
  );

/** Checks the `atMost` areas used longest ago. */
export const removeDriveTimeAreas = (
  sql: Sql,
  keepDays: number,
  mostBytes: number,
  atMost: number,
): Promise<{ seen: number; removed: number }> =>
  step(
    sql,
    sql`(SELECT r FROM remove_drive_time_areas(${keepDays}::integer, ${mostBytes}::bigint, ${atMost}::integer) r)`,
  );

/**
 * Checks the next `atMost` pending accounts after `afterId`.
 * @returns where to go on; null: no more accounts
 */
export const removePendingAccounts = (
  sql: Sql,
  afterId: number,
  keepDays: number,
  atMost: number,
): Promise<{ removed: number; reached: number | null }> =>
  step(sql, sql`remove_pending_accounts(${afterId}, ${keepDays}::integer, ${atMost}::integer)`);
