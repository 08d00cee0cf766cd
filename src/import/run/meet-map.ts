import type pg from '../../store/pg.js';
import { findMarkers, hasOtherMarkers } from '../../store/same-place.js';
import { type MapCodes, meetCodes } from '../duplicates/map-codes.js';
import { type Find, meetRejected, meetRows } from '../duplicates/meet-rows.js';
import { placesOf } from '../prepare/places.js';
import type { PrepareContext, PreparedBlock } from '../prepare/prepare-block.js';
import type { Meeting } from './on-threads.js';

/**
 * Which markers of the map the rows of a block duplicate. Runs on a thread.
 * @returns for each row the marker's id, negative when it has expired, 0 when there is none; null when the map has none but ours
 */
export async function meetMap(
  database: pg.Pool,
  mapId: number,
  prepared: PreparedBlock,
  { own, nowMs, codes, match }: Meeting,
): Promise<Float64Array | null> {
  if (codes !== undefined) {
    const existing = meetCodes(codes, prepared);
    if (match === undefined) return existing;
    const find = (...[places, now, without]: Parameters<Find>) =>
      findMarkers(database, mapId, places, now, without);
    return meetRows(find, { ...prepared, existing }, match, nowMs);
  }
  if (own !== null && !(await hasOtherMarkers(database, mapId, own))) return null;
  return findMarkers(database, mapId, placesOf(prepared), nowMs);
}

/** As `meetRejected`. Runs on a thread. */
export const meetRejectedRows = (
  database: pg.Pool,
  { mapId, nowMs, plan }: PrepareContext,
  prepared: PreparedBlock,
  codes: MapCodes | null,
): Promise<number[]> =>
  meetRejected(
    (places, now, without) => findMarkers(database, mapId, places, now, without),
    prepared,
    { ...plan.options, codes },
    nowMs,
  );
