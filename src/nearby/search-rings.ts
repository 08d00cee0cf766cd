import { haversineOfKm, haversineTo, originAt } from '../geo/nearby/great-circle.js';
import { boxAround } from '../geo/search/box.js';
import { cellRanges } from '../geo/search/cell-ranges.js';
import type { Sql } from '../store/client.js';
import { type NearbyPin, nearestWithin, scanNearest } from '../store/nearby.js';

const FIRST_KM = 0.5;
/** Sixteen times the area: enough in a few steps, and not many more than enough where markers are spread. */
const STEP = 4;
/** Measured in 10 ms. */
const FEW = 5000;
/** A circle is looked up in each map by a statement, in some ranges of cells: as long as to measure so many. */
const FEW_A_MAP = 500;
/** A larger circle has more cells than it saves. */
const LAST_KM = 2048;

/**
 * The nearest markers of maps that have no index in memory: out of circles that grow until one holds enough, whose cells are read
 * through the database's index. A million spread markers take some 20 ms, half a second where all are far away.
 * @param markers of the maps together, about: where they are few, all of them are measured at once
 * @param radiusKm null: as far as it goes
 */
export async function searchRings(
  sql: Sql,
  mapIds: readonly number[],
  markers: number,
  { lat, lng, radiusKm, limit }: { lat: number; lng: number; radiusKm: number | null; limit: number },
): Promise<NearbyPin[]> {
  if (markers <= FEW || markers <= mapIds.length * FEW_A_MAP)
    return scanNearest(sql, mapIds, { lat, lng }, limit);
  for (let ringKm = FIRST_KM; ringKm <= LAST_KM; ringKm *= STEP) {
    const ring = { lat, lng, radiusKm: ringKm };
    const circle = { lat, lng, haversine: haversineOfKm(ringKm) };
    const cells = cellRanges(boxAround(ring));
    const ofMaps = await Promise.all(mapIds.map((mapId) => nearestWithin(sql, mapId, circle, cells, limit)));
    const found = nearestOf(ofMaps.flat(), { lat, lng }, limit);
    // What the ring does not reach is not asked for; what it holds too much of, the caller leaves out.
    if (found.length === limit || (radiusKm !== null && ringKm >= radiusKm)) return found;
  }
  return scanNearest(sql, mapIds, { lat, lng }, limit);
}

/** The database has found the nearest of each map. */
function nearestOf(
  pins: NearbyPin[],
  { lat, lng }: { lat: number; lng: number },
  limit: number,
): NearbyPin[] {
  if (pins.length <= limit) return pins;
  const origin = originAt(lat, lng);
  const far = new Map(pins.map((pin) => [pin, haversineTo(origin, pin.lat, pin.lng)]));
  return pins.sort((a, b) => far.get(a)! - far.get(b)! || a.id - b.id).slice(0, limit);
}
