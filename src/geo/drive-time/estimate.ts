import { circlePolygon } from '../circle-polygon.js';
import type { DrivePlace } from './drive-place.js';

/** Changes with the speeds, so that areas that were drawn with others are told apart. */
export const ESTIMATE_VERSION = '1';

/**
 * How far a drive of so many minutes leads as the crow flies, in km/h: slower in a town's streets, faster the longer. Up to 15 minutes the
 * radius of a circle as large as the areas that this service draws on roads (medians of 50 random places: Porto 25, 34 and 40 km/h for
 * 5, 10 and 15 minutes, Columbus 28, 34 and 36; in a valley of the Alps 13). Two hours are motorway, 100 km/h on a way that is
 * 1.4 times as long as the straight line (Boscoe, Henry and Zdeb, "A Nationwide Comparison of Driving Distance Versus Straight-Line Distance
 * to Hospitals", The Professional Geographer 64, 2012: 1.417).
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
/** No car drives around the world; half of it is the farthest there is. */
const MAX_KM = 20_000;

/** Straight between the lines of the table; behind its end as at it. */
export function estimatedKmh(minutes: number): number {
  const at = KMH_BY_MINUTES.findIndex(([upTo]) => minutes <= upTo);
  if (at === -1) return KMH_BY_MINUTES.at(-1)![1];
  const [upTo, kmh] = KMH_BY_MINUTES[at]!;
  const [from, slower] = KMH_BY_MINUTES[at - 1] ?? [upTo, kmh];
  return upTo === from ? kmh : slower + ((minutes - from) / (upTo - from)) * (kmh - slower);
}

/** A circle, where there are no roads to drive on. @returns coordinates of a MultiPolygon, cut at the antimeridian */
export function estimatedArea({ lon, lat, minutes }: DrivePlace): number[][][][] {
  const km = Math.min((estimatedKmh(minutes) * minutes) / 60, MAX_KM);
  const circle = circlePolygon({ lat, lng: lon }, km * MILES_PER_KM);
  return circle.type === 'Polygon' ? [circle.coordinates] : circle.coordinates;
}
