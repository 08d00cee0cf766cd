import { markBends } from '../flat-lines.js';

/** Longitude, latitude, longitude, … in degrees times 10^7. */
export type Coordinates = number[];

export interface E7Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

export const E7 = 1e7;
export const METERS_OF_E7 = 111_195 / E7;

/** Leaves out what is no bend; the ends stay. */
export function keepBends(line: Coordinates, toleranceM: number): Coordinates {
  const count = line.length / 2;
  if (count <= 2) return line;
  const along = Math.cos(((line[1]! / E7) * Math.PI) / 180);
  const isKept = new Uint8Array(count);
  isKept[0] = isKept[count - 1] = 1;
  markBends(line, isKept, [0, count - 1], toleranceM / METERS_OF_E7, along);
  return line.filter((_, i) => isKept[i >> 1] === 1);
}
