import { circlePolygon } from '../circle-polygon.js';
import type { DrivePlace } from './drive-place.js';

/** Version of the speeds below, which tells areas drawn by other speeds apart. */
export const ESTIMATE_VERSION = '1';

/**
 * Speed as the crow flies of a drive of so many minutes, in km/h: slower in a town's streets, faster on
 * longer drives. Up to 15 minutes it is the radius of a circle as large as the areas that this service draws
 * on roads (medians of 50 random places: Porto 25, 34 and 40 km/h for 5, 10 and 15 minutes; Columbus 28, 34
 * and 36; a valley of the Alps 13). Two hours are motorway: 100 km/h on a way 1.4 times as long as the
 * straight line (Boscoe, Henry and Zdeb, "A Nationwide Comparison of Driving Distance Versus Straight-Line
 * Distance to Hospitals", The Professional Geographer 64, 2012: 1.417).
 */
const KMH_BY_MINUTES: readonly (readonly [minutes: number, kmh: number])[] = [
  [1, 22],
  [5, 26],
  [10, 34],
  [15, 38],
  [30, 48],
  [60, 60],
  [120, 70],
];
const MILES_PER_KM = 1 / 1.609344;
/** Half of the earth's circumference, the farthest any place lies from another. */
const MAX_KM = 20_000;

/** Interpolates linearly in KMH_BY_MINUTES; beyond its end the last speed holds. */
export function estimatedKmh(minutes: number): number {
  const at = KMH_BY_MINUTES.findIndex(([upTo]) => minutes <= upTo);
  if (at === -1) return KMH_BY_MINUTES.at(-1)![1];
  const [upTo, kmh] = KMH_BY_MINUTES[at]!;
  const [from, slower] = KMH_BY_MINUTES[at - 1] ?? [upTo, kmh];
  return upTo === from ? kmh : slower + ((minutes - from) / (upTo - from)) * (kmh - slower);
}

/**
 * A circle that stands for a drive-time area where no roads are loaded.
 * @returns coordinates of a MultiPolygon, cut at the antimeridian
 */
export function estimatedArea({ lon, lat, minutes }: DrivePlace): number[][][][] {
  const km = Math.min((estimatedKmh(minutes) * minutes) / 60, MAX_KM);
  const circle = circlePolygon({ lat, lng: lon }, km * MILES_PER_KM);
  return circle.type === 'Polygon' ? [circle.coordinates] : circle.coordinates;
}
