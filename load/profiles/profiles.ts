import { IMAGES, picture } from './images.js';
import { IMPORTS, importFile } from './imports.js';
import { NEARBY, nearest } from './nearby.js';
import { READS } from './reads.js';
import { atMost, type Share } from './script.js';
import { SEARCH } from './search.js';
import { batch, lifeOfMarker, WRITES } from './writes.js';

/** Scales the weights of a profile to percent of the mix. */
const percent = (share: number, of: readonly Share[]): Share[] => {
  const total = of.reduce((sum, [weight]) => sum + weight, 0);
  return of.map(([weight, scenario]) => [(share * weight) / total, scenario]);
};

/**
 * A service on a working day: nine of ten draws read. Imports and pictures take several requests each, mostly
 * polls, so their share of requests is larger.
 */
const MIXED: readonly Share[] = [
  ...percent(60, READS),
  ...percent(14, SEARCH),
  [14, nearest],
  [9, lifeOfMarker],
  [1, batch],
  [1.5, importFile],
  // With more, all connections of a mix end up waiting for pictures.
  [0.5, atMost(1, picture)],
];

export interface Profile {
  says: string;
  shares: readonly Share[];
  /** Default of --connections. */
  connections: number;
  /** Tells whether it needs the maps with markers. */
  needsMarkers: boolean;
  /** Daily quotas that the run itself uses up. */
  charges: readonly ('markers' | 'bulk')[];
  /** Number of maps to import into, at most one a connection. */
  lanes: number;
  /** Measure of its capacity: requests a second, or connections where each follows a job. */
  capacity: 'rate' | 'connections';
}

/** Searches and reads of many connections, as in the benches. */
const PLAIN = { connections: 32, needsMarkers: true, charges: [], lanes: 0, capacity: 'rate' } as const;
/** Two jobs of each run at a time, and others wait. */
const OF_JOBS = { ...PLAIN, connections: 4, capacity: 'connections' } as const;

export const PROFILES = {
  reads: {
    ...PLAIN,
    says: 'GET me, maps, pages by their tokens, markers, categories, fields, a small export',
    shares: READS,
  },
  writes: {
    ...PLAIN,
    says: 'POST, PATCH, DELETE of markers and batches of 50, with accents, quotes and empty cells',
    shares: WRITES,
    charges: ['markers', 'bulk'],
  },
  imports: {
    ...OF_JOBS,
    says: 'uploads of CSV files until their jobs have ended, each connection into a map of its own',
    shares: IMPORTS,
    needsMarkers: false,
    charges: ['bulk'],
    lanes: Number.POSITIVE_INFINITY,
  },
  nearby: { ...PLAIN, says: 'the nearest pins of random points, of all maps and of one', shares: NEARBY },
  search: { ...PLAIN, says: 'boxes, circles, categories, words of several scripts', shares: SEARCH },
  images: { ...OF_JOBS, says: 'pictures, PNG and PDF, from the order to the file', shares: IMAGES },
  mixed: {
    ...PLAIN,
    says: 'all of these as on a working day',
    shares: MIXED,
    charges: ['markers', 'bulk'],
    lanes: 2,
  },
} satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;
export const PROFILE_NAMES = Object.keys(PROFILES) as ProfileName[];
