import { createRandom } from '../seeded-csv.js';
import { usZips } from './places-of-packages.js';

/** Degrees. */
export interface Points {
  readonly lats: Float64Array;
  readonly lngs: Float64Array;
}

/**
 * Points where people live: within 11 km north or south, and about as much east or west, of the centre of a
 * US ZIP.
 */
export function pointsAroundZips(count: number): Points {
  const zips = usZips();
  const random = createRandom(17);
  const points = { lats: new Float64Array(count), lngs: new Float64Array(count) };
  for (let i = 0; i < count; i++) {
    const { lat, lng } = zips[Math.floor(random() * zips.length)]!;
    points.lats[i] = lat + (random() - 0.5) / 5;
    points.lngs[i] = lng + (random() - 0.5) / 5;
  }
  return points;
}

export const firstOf = ({ lats, lngs }: Points, count: number): Points => ({
  lats: lats.subarray(0, count),
  lngs: lngs.subarray(0, count),
});
