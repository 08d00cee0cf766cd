import type { DrivePlace } from './drive-place.js';

/** What is known of the area of a place. */
export type DriveTimeAnswer =
  /** Key of the area, and what it is drawn on (first member of `region_source`). */
  | {
      readonly area: string;
      readonly source: string;
      /** It ends where the roads do. */
      readonly truncated: boolean;
      /** From the place to the street where the drive begins. */
      readonly snapMeters: number;
    }
  /** There is none, as the drive is longer than that. */
  | { readonly mostMinutes: number }
  /** There is none yet: the service did not answer, it took too long to draw, or there is no room for more. */
  | { readonly missing: 'unanswered' | 'tooSlow' | 'unkept' };

/** What rows of drive times are given. */
export type KnownDriveTimes =
  /** Their places are noted: the areas are to be looked up first. */
  | 'ask'
  /** Nothing, as the account is under a health-data agreement. */
  | 'withheld'
  /** By `drivePlaceKey`. Of the places in `open` nobody knows yet; of others that are missing there is none. */
  | { readonly areas: ReadonlyMap<string, DriveTimeAnswer>; readonly open: ReadonlySet<string> };

export const NO_DRIVE_TIMES: KnownDriveTimes = { areas: new Map(), open: new Set() };

/** Places to look up, by `drivePlaceKey`. */
export type DrivePlaces = ReadonlyMap<string, DrivePlace>;
