import type { DrivePlace } from './drive-place.js';

/** The drive-time area of a place, or why it has none. */
export type DriveTimeAnswer =
  /** Key of the area and the data it was drawn on (first member of `region_source`). */
  | {
      readonly area: string;
      readonly source: string;
      /** The area ends where the road data ends. */
      readonly truncated: boolean;
      /** Distance from the place to the street where the drive begins. */
      readonly snapMeters: number;
    }
  /** Drives above this limit are not drawn. */
  | { readonly mostMinutes: number }
  /** No area yet: the service did not answer, drawing took too long, or storage is full. */
  | { readonly missing: 'unanswered' | 'tooSlow' | 'unkept' };

/** Drive-time areas as rows of an import see them. */
export type KnownDriveTimes =
  /** First pass: places are collected and looked up afterwards. */
  | 'ask'
  /** Withheld, as the account is under a health-data agreement. */
  | 'withheld'
  /**
   * Areas by `drivePlaceKey`. A place in `open` is still to be looked up; any other missing place has no
   * area.
   */
  | { readonly areas: ReadonlyMap<string, DriveTimeAnswer>; readonly open: ReadonlySet<string> };

export const NO_DRIVE_TIMES: KnownDriveTimes = { areas: new Map(), open: new Set() };

/** Places to look up, by `drivePlaceKey`. */
export type DrivePlaces = ReadonlyMap<string, DrivePlace>;
