import type pg from 'pg';
import { findMarkers, hasOtherMarkers } from '../../store/same-place.js';
import { meetCodes } from '../duplicates/map-codes.js';
import { placesOf } from '../prepare/places.js';
import type { PreparedBlock } from '../prepare/prepare-block.js';
import type { Meeting } from './on-threads.js';

/**
 * Which markers of the map the rows of a block duplicate. Runs on a thread.
 * @returns for each row the marker's id, negative when it has expired, 0 when there is none; null when the map has none but ours
 */
export async function meetMap(
  database: pg.Pool,
  mapId: number,
  prepared: PreparedBlock,
  { own, nowMs, codes }: Meeting,
): Promise<Float64Array | null> {
  if (codes !== undefined) return meetCodes(codes, prepared);
  if (own !== null && !(await hasOtherMarkers(database, mapId, own))) return null;
  return findMarkers(database, mapId, placesOf(prepared), nowMs);
}
