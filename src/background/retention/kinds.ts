import type { Sql } from '../../store/client.js';
import { MOST_AREA_BYTES } from '../../store/drive-time-areas.js';
import { geocodedAddressesBeyond } from '../../store/geocoded-addresses.js';
import { settleExpired } from '../../store/maps.js';
import {
  nextDeletedMap,
  nextExpiredMap,
  type RetentionDays,
  removeAuditEntries,
  removeDeliveries,
  removeDriveTimeAreas,
  removeExpiredMarkers,
  removeFinishedJobs,
  removeGeocodedAddresses,
  removeIdempotencyKeys,
  removeMapPart,
  removePendingAccounts,
  removeQuotaUse,
} from '../../store/retention.js';

/**
 * Rows of one statement, some 50 ms for markers. Statements for jobs take fewer, as one row of the ledger may
 * hold the errors of thousands of rows.
 */
const ROWS = 10_000;
const JOB_ROWS = 200;
/** Hops of an index scan, or accounts, of one statement. */
const LOOKED_AT = 1000;
/** Most stored answers of a geocoding service: a gigabyte, and more than a service answers in a week. */
const MAX_GEOCODED_ADDRESSES = 5_000_000;
/**
 * Time since the last use after which drive-time areas without a marker are removed; a repeated import finds
 * them before.
 */
const KEEP_AREAS_DAYS = 30;
/** Areas of one statement: each may free 10 KB, and is searched for among the markers. */
const AREAS = 1000;
/** Failed maps after which a run gives up. */
const MAX_FAILURES = 100;

/**
 * Yields the number of rows that each statement removed.
 * @param onError receives the error of a map; may throw
 */
type Steps = (
  sql: Sql,
  keep: RetentionDays,
  onError: (error: unknown) => void,
) => AsyncGenerator<number, void, void>;

/** Kinds of rows in the order of their removal. */
export const KINDS = {
  idempotencyKeys: (sql) => untilNone(() => removeIdempotencyKeys(sql, ROWS)),
  quotaUse: (sql) => untilNone(() => removeQuotaUse(sql, ROWS)),
  jobs: async function* (sql, { jobs: days }) {
    if (days === 0) return;
    yield* untilNone(() => removeFinishedJobs(sql, days, JOB_ROWS));
    yield* untilNone(() => removeDeliveries(sql, days, ROWS));
  },
  /** Removes nothing: updates the counts of maps with expired markers, so that their next reader need not. */
  expiredCounts: async function* (sql, _keep, onError) {
    for (let after: number | null = 0; after !== null; ) {
      const { due, reached } = await nextExpiredMap(sql, after, 0, LOOKED_AT);
      if (due !== null) await settleExpired(sql, due).catch(onError);
      yield 0;
      after = reached;
    }
  },
  expiredMarkers: async function* (sql, { expiredMarkers: days }, onError) {
    for (let after: number | null = days > 0 ? 0 : null; after !== null; ) {
      const { due, reached } = await nextExpiredMap(sql, after, days, LOOKED_AT);
      yield 0;
      if (due !== null) yield* untilNone(() => removeExpiredMarkers(sql, due, days, ROWS), onError);
      after = reached;
    }
  },
  deletedMaps: async function* (sql, { deletedMaps: days }, onError) {
    if (days === 0) return;
    for (let failures = 0; failures < MAX_FAILURES; ) {
      const mapId = await nextDeletedMap(sql, days, failures);
      if (mapId === null) return;
      let after: number | null = 0;
      yield* untilNone(
        async () => {
          const { removed, reached } = await removeMapPart(sql, mapId, days, ROWS, after);
          after = reached;
          return removed;
        },
        (error) => {
          failures++;
          onError(error);
        },
      );
    }
  },
  pendingAccounts: async function* (sql, { pendingAccounts: days }) {
    for (let after: number | null = days > 0 ? 0 : null; after !== null; ) {
      const { removed, reached } = await removePendingAccounts(sql, after, days, LOOKED_AT);
      yield removed;
      after = reached;
    }
  },
  audit: async function* (sql, { audit: days }) {
    if (days > 0) yield* untilNone(() => removeAuditEntries(sql, days, ROWS));
  },
  geocodedAddresses: async function* (sql, { geocodedAddresses: days }) {
    const beyond = await geocodedAddressesBeyond(sql, MAX_GEOCODED_ADDRESSES);
    yield* untilNone(() => removeGeocodedAddresses(sql, days, beyond, ROWS));
  },
  driveTimeAreas: async function* (sql) {
    for (let seen = 1; seen > 0; ) {
      const step = await removeDriveTimeAreas(sql, KEEP_AREAS_DAYS, MOST_AREA_BYTES, AREAS);
      yield step.removed;
      ({ seen } = step);
    }
  },
} satisfies Record<string, Steps>;

export type Kind = keyof typeof KINDS;

/** @param onError by default an error ends the kind */
async function* untilNone(
  remove: () => Promise<number>,
  onError: (error: unknown) => void = (error) => {
    throw error;
  },
): AsyncGenerator<number, void, void> {
  for (let rows = 1; rows > 0; ) {
    try {
      rows = await remove();
    } catch (error) {
      onError(error);
      return;
    }
    yield rows;
  }
}
