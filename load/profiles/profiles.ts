import { IMAGES } from './images.js';
import { IMPORTS } from './imports.js';
import { MIXED } from './mixed.js';
import { NEARBY } from './nearby.js';
import { READS } from './reads.js';
import type { Share } from './scenario.js';
import { SEARCH } from './search.js';
import { WRITES } from './writes.js';

export interface Profile {
  says: string;
  shares: readonly Share[];
  /** Default of --connections. */
  connections: number;
  /** Whether it needs maps with markers, and the small one that is exported. */
  seeds: { markers: boolean; small: boolean };
  /** Daily quotas that the run itself uses up. */
  charges: readonly ('markers' | 'bulk')[];
  /** Pictures under way at a time, per thread. */
  picturesAtOnce: number;
  /** Number of maps to import into, by connections. */
  lanes(connections: number): number;
}

/** Connections, as in the benches. */
const MANY = 32;
/** Connections for imports and pictures: two jobs of each run at a time, and others wait. */
const FEW = 4;
const LANES_OF_MIXED = 2;
const none = (): number => 0;
/** One picture at a time, as otherwise all connections of a mix end up waiting for pictures. */
const ONE_PICTURE = 1;

export const PROFILES = {
  reads: {
    says: 'GET me, maps, pages by their tokens, markers, categories, fields, a small export',
    shares: READS,
    connections: MANY,
    seeds: { markers: true, small: true },
    charges: [],
    picturesAtOnce: 0,
    lanes: none,
  },
  writes: {
    says: 'POST, PATCH, DELETE of markers and batches of 50, with accents, quotes and empty cells',
    shares: WRITES,
    connections: MANY,
    seeds: { markers: true, small: false },
    charges: ['markers', 'bulk'],
    picturesAtOnce: 0,
    lanes: none,
  },
  imports: {
    says: 'uploads of CSV files until their jobs have ended, each connection into a map of its own',
    shares: IMPORTS,
    connections: FEW,
    seeds: { markers: false, small: false },
    charges: ['bulk'],
    picturesAtOnce: 0,
    lanes: (connections) => connections,
  },
  nearby: {
    says: 'the nearest pins of random points, of all maps and of one',
    shares: NEARBY,
    connections: MANY,
    seeds: { markers: true, small: false },
    charges: [],
    picturesAtOnce: 0,
    lanes: none,
  },
  search: {
    says: 'boxes, circles, categories, words of several scripts',
    shares: SEARCH,
    connections: MANY,
    seeds: { markers: true, small: false },
    charges: [],
    picturesAtOnce: 0,
    lanes: none,
  },
  images: {
    says: 'pictures, PNG and PDF, from the order to the file',
    shares: IMAGES,
    connections: FEW,
    seeds: { markers: true, small: false },
    charges: [],
    picturesAtOnce: Number.POSITIVE_INFINITY,
    lanes: none,
  },
  mixed: {
    says: 'all of these as on a working day',
    shares: MIXED,
    connections: MANY,
    seeds: { markers: true, small: true },
    charges: ['markers', 'bulk'],
    picturesAtOnce: ONE_PICTURE,
    lanes: (connections) => Math.min(connections, LANES_OF_MIXED),
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;
export const PROFILE_NAMES = Object.keys(PROFILES) as ProfileName[];
