import type { PendingQuery, Row } from 'postgres';
import type { Sql } from './client.js';
import { KEEP_UNKNOWN_DAYS } from './geocoded-addresses.js';

/** How long is kept what nobody asks for any more, in days; 0: for ever. */
export interface RetentionDays {
  /** Since their end; with their rejected rows. */
  jobs: number;
  /** Since they expired. */
  expiredMarkers: number;
  /** Since they were deleted; with all that belongs to them. */
  deletedMaps: number;
  /** Since they were made, or invited last; those that have neither maps nor shares. */
  pendingAccounts: number;
  /** Entries of the audit log. */
  audit: number;
  /** Places that a geocoding service answered. */
  geocodedAddresses: number;
}

/** Another process removes things at this moment. */
export class RetentionBusy extends Error {}

type Call = PendingQuery<Row[]>;

/**
 * One step of sql/functions/retention.sql, by one process at a time: the lock ends with the statement, so that a process that dies
 * leaves nothing behind.
 * @throws RetentionBusy
 */
async function step<T>(sql: Sql, call: Call): Promise<T> {
  const [row] = await sql<[{ result: T | null }]>`
    SELECT CASE WHEN pg_try_advisory_xact_lock(hashtext('retention')) THEN to_json(${call}) END AS result`;
  if (row.result === null) throw new RetentionBusy('another process removes what is old');
  return row.result;
}

/** @returns how many rows were removed, here and below; 0: there is nothing more to do */
export const removeIdempotencyKeys = (sql: Sql, atMost: number): Promise<number> =>
  step(sql, sql`remove_idempotency_keys(${atMost}::integer)`);

export const removeQuotaUse = (sql: Sql, atMost: number): Promise<number> =>
  step(sql, sql`remove_quota_use(${atMost}::integer)`);

export const removeFinishedJobs = (sql: Sql, keepDays: number, atMost: number): Promise<number> =>
  step(sql, sql`remove_finished_jobs(${keepDays}::integer, ${atMost}::integer)`);

/**
 * The next map behind `afterMapId` that has markers to be removed; looks at `atMost` maps.
 * @returns null when it is not among these; `reached` is where to go on, null: there are no more
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

/** The map that was deleted first, of those that are to be removed, after `skipped` others. */
export async function nextDeletedMap(sql: Sql, keepDays: number, skipped: number): Promise<number | null> {
  const rows = await sql<{ id: number }[]>`
    SELECT id FROM maps WHERE deleted_at < now() - ${keepDays}::integer * interval '1 day'
    ORDER BY deleted_at, id LIMIT 1 OFFSET ${skipped}`;
  return rows[0]?.id ?? null;
}

export const removeMapPart = (sql: Sql, mapId: number, keepDays: number, atMost: number): Promise<number> =>
  step(sql, sql`remove_map_part(${mapId}, ${keepDays}::integer, ${atMost}::integer)`);

export const removeAuditEntries = (sql: Sql, keepDays: number, atMost: number): Promise<number> =>
  step(sql, sql`remove_audit_entries(${keepDays}::integer, ${atMost}::integer)`);

/** @param beyond answers of before are too many; null: there are not */
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

/** Looks at the `atMost` areas that were used longest ago. */
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

/** Looks at the `atMost` pending accounts behind `afterId`. @returns where to go on; null: there are no more */
export const removePendingAccounts = (
  sql: Sql,
  afterId: number,
  keepDays: number,
  atMost: number,
): Promise<{ removed: number; reached: number | null }> =>
  step(sql, sql`remove_pending_accounts(${afterId}, ${keepDays}::integer, ${atMost}::integer)`);
