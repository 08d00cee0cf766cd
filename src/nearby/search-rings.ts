import { haversineOfKm, haversineTo, originAt } from '../geo/nearby/great-circle.js';
import { boxAround } from '../geo/search/box.js';
import { cellRanges } from '../geo/search/cell-ranges.js';
import type { Sql } from '../store/client.js';
import { nearestWithin, type StoredPin, scanNearest } from '../store/nearby.js';

const FIRST_KM = 0.5;
/**
 * Growth of the radius from ring to ring: sixteen times the area reaches enough in a few steps, and not many
 * more than enough among spread markers.
 */
const STEP = 4;
/** Markers that are measured in 10 ms. */
const FEW = 5000;
/** Markers per map whose measuring costs as much as looking up a circle, which takes a statement per map. */
const FEW_A_MAP = 500;
/** Largest circle: larger ones have more cells than they save. */
const LAST_KM = 2048;

/**
 * Nearest markers of maps without an index in memory: circles grow until one holds enough, and their cells
 * are read through the database's index. A million spread markers take some 20 ms, half a second where all
 * are far away.
 * @param markers approximate number in all maps together: a few are measured at once
 * @param radiusKm null: unlimited
 */
export async function searchRings(
  sql: Sql,
  mapIds: readonly number[],
  markers: number,
  { lat, lng, radiusKm, limit }: { lat: number; lng: number; radiusKm: number | null; limit: number },
): Promise<StoredPin[]> {
  if (markers <= FEW || markers <= mapIds.length * FEW_A_MAP)
    return scanNearest(sql, mapIds, { lat, lng }, limit);
  for (let ringKm = FIRST_KM; ringKm <= LAST_KM; ringKm *= STEP) {
    const ring = { lat, lng, radiusKm: ringKm };
    const circle = { lat, lng, haversine: haversineOfKm(ringKm) };
    const cells = cellRanges(boxAround(ring));
    const ofMaps = await Promise.all(mapIds.map((mapId) => nearestWithin(sql, mapId, circle, cells, limit)));
    const found = nearestOf(ofMaps.flat(), { lat, lng }, limit);
    // A ring that reaches the radius ends the search; the caller drops markers beyond it.
    if (found.length === limit || (radiusKm !== null && ringKm >= radiusKm)) return found;
  }
  return scanNearest(sql, mapIds, { lat, lng }, limit);
}

/** Merges the nearest markers that the database found in each map. */
function nearestOf(
  pins: StoredPin[],
  { lat, lng }: { lat: number; lng: number },
  limit: number,
): StoredPin[] {
  if (pins.length <= limit) return pins;
  const origin = originAt(lat, lng);
  const far = new Map(pins.map((pin) => [pin, haversineTo(origin, pin.lat, pin.lng)]));
  return pins.sort((a, b) => far.get(a)! - far.get(b)! || a.id - b.id).slice(0, limit);
}
