import type { Threads } from '../../base/threads/thread-pool.js';
import type { DrivePlace } from '../../geo/drive-time/drive-place.js';

/** A drawn area, packed by `packArea`. */
export interface DrawnArea {
  readonly packed: Uint8Array;
  /** The area ends where the extract's roads end. */
  readonly truncated: boolean;
  /** Metres from the place to the street where the drive begins; a whole number. */
  readonly snapMeters: number;
}

export type AreaAnswer =
  | DrawnArea
  /** Permanently no area. */
  | { none: true }
  /** Longest drive of the source, which the place exceeds. */
  | { mostMinutes: number }
  /** Drawing took too long. */
  | { tooSlow: true }
  /** The source did not answer; it may another time. */
  | { away: true };

/** The import that areas are drawn for. */
export interface DrawContext {
  threads: Threads;
  /** Number of threads that compute. */
  workers: number;
  accountId: number;
  signal: AbortSignal;
  /** Called for each answered place. */
  onAnswer: () => void;
}

/** A source of areas, the same throughout one import. */
export interface AreaSource {
  /** First member of `region_source`. */
  readonly name: string;
  /** Version of the data behind the areas; each version draws areas of its own. */
  readonly version: string;
  /** Portions of places that are drawn and stored together. */
  portionsOf(places: readonly DrivePlace[]): DrivePlace[][];
  /** How many portions are drawn at a time. */
  portionsAtATime(context: Pick<DrawContext, 'workers'>): number;
  /**
   * @returns an answer for each place, in order
   * @throws the signal's reason
   */
  draw(places: readonly DrivePlace[], context: DrawContext): Promise<AreaAnswer[]>;
}
