import { createRandom } from '../seeded-csv.js';
import { usZips } from './places-of-packages.js';

/** Degrees. */
export interface Points {
  readonly lats: Float64Array;
  readonly lngs: Float64Array;
}

/** Points where people live: within 11 km north or south, and about as much east or west, of the centre of a US ZIP. */
export function pointsAroundZips(count: number): Points {
  const zips = usZips();
  return makePoints(count, 17, (random) => {
    const { lat, lng } = zips[Math.floor(random() * zips.length)]!;
    return [lat + (random() - 0.5) / 5, lng + (random() - 0.5) / 5];
  });
}

/** Points anywhere in a box around the 48 states; every fourth is in no county. */
export const pointsOverLand = (count: number): Points =>
  makePoints(count, 19, (random) => [25 + random() * 24, -124 + random() * 57]);

export const firstOf = ({ lats, lngs }: Points, count: number): Points => ({
  lats: lats.subarray(0, count),
  lngs: lngs.subarray(0, count),
});

/** The same points for the same seed. @param place returns latitude and longitude */
function makePoints(count: number, seed: number, place: (random: () => number) => [number, number]): Points {
  const random = createRandom(seed);
  const points = { lats: new Float64Array(count), lngs: new Float64Array(count) };
  for (let i = 0; i < count; i++) [points.lats[i], points.lngs[i]] = place(random);
  return points;
}
