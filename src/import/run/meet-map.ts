import type pg from '../../store/pg.js';
import { findMarkers, hasOtherMarkers } from '../../store/same-place.js';
import { type MapKeys, meetKeys } from '../duplicates/map-keys.js';
import { type Find, meetRejected, meetRows } from '../duplicates/meet-rows.js';
import type { PrepareContext, PreparedBlock } from '../prepare/prepare-block.js';
import type { Meeting } from './on-threads.js';

/**
 * Which markers of the map the rows of a block duplicate. Runs on a thread.
 * @param alike as of `meetRows`
 * @returns for each row the marker's id, negative when it has expired, 0 when there is none; null when the
 * map has none but ours
 */
export async function meetMap(
  database: pg.Pool,
  mapId: number,
  prepared: PreparedBlock,
  { own, nowMs, keys, match }: Meeting,
  alike?: number[],
): Promise<Float64Array | null> {
  if (keys !== undefined) {
    const existing = meetKeys(keys, prepared);
    if (match === undefined) return existing;
    return meetRows(findIn(database, mapId), { ...prepared, existing }, match, nowMs, alike);
  }
  if (own !== null && !(await hasOtherMarkers(database, mapId, own))) return null;
  return meetRows(findIn(database, mapId), { ...prepared, existing: null }, null, nowMs, alike);
}

const findIn =
  (database: pg.Pool, mapId: number): Find =>
  (places, nowMs, without, alike) =>
    findMarkers(database, mapId, places, nowMs, without, alike);

/** Does what `meetRejected` does. Runs on a thread. */
export const meetRejectedRows = (
  database: pg.Pool,
  { mapId, nowMs, plan }: PrepareContext,
  prepared: PreparedBlock,
  codes: MapKeys | null,
): Promise<number[]> => meetRejected(findIn(database, mapId), prepared, { ...plan.options, codes }, nowMs);
