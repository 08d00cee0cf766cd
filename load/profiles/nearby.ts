import { below, get, type Here, mustHave, pick, type Share } from './script.js';

const somewhere = (here: Here): string =>
  `lat=${(here.random() * 140 - 60).toFixed(6)}&lng=${(here.random() * 360 - 180).toFixed(6)}`;

const foundSome = mustHave('"results":[{');

/** Searches all maps for 1 to 25 pins. */
export const nearest = get(
  'nearby',
  (here) => `/nearby?${somewhere(here)}&n=${1 + below(here, 25)}`,
  foundSome,
);
/** Searches around a random place, which may be far from any pin. */
const nearestWithin = get(
  'nearby within a radius',
  (here) => `/nearby?${somewhere(here)}&radius=${pick(here, [5, 50, 500])}&units=km`,
);
const nearestOnMap = get(
  'nearby on one map',
  (here) => `/nearby?${somewhere(here)}&maps=${pick(here, here.seeded.maps).id}`,
  foundSome,
);

export const NEARBY: readonly Share[] = [
  [7, nearest],
  [2, nearestWithin],
  [1, nearestOnMap],
];
