import { IMAGES } from './images.js';
import { importFile } from './imports.js';
import { nearest } from './nearby.js';
import { READS } from './reads.js';
import type { Share } from './script.js';
import { SEARCH } from './search.js';
import { batch, lifeOfMarker } from './writes.js';

/** Scales the weights of a profile to percent of the mix. */
const percent = (share: number, of: readonly Share[]): Share[] => {
  const total = of.reduce((sum, [weight]) => sum + weight, 0);
  return of.map(([weight, scenario]) => [(share * weight) / total, scenario]);
};

/**
 * A service on a working day: nine of ten draws read. Imports and pictures take several requests each, mostly
 * polls, so their share of requests is larger.
 */
export const MIXED: readonly Share[] = [
  ...percent(60, READS),
  ...percent(14, SEARCH),
  [14, nearest],
  [9, lifeOfMarker],
  [1, batch],
  [1.5, importFile],
  ...percent(0.5, IMAGES),
];
