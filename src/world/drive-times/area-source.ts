import type { Threads } from '../../base/threads/thread-pool.js';
import type { DrivePlace } from '../../geo/drive-time/drive-place.js';

/** An area that was drawn; packed as `packArea` does. */
export interface DrawnArea {
  readonly packed: Uint8Array;
  /** It ends where the roads of the extract do. */
  readonly truncated: boolean;
  /** From the place to the street where the drive begins; whole. */
  readonly snapMeters: number;
}

export type AreaAnswer =
  | DrawnArea
  /** There is none, and would be none if asked again. */
  | { none: true }
  /** Longer than the source draws areas for. */
  | { mostMinutes: number }
  /** It took too long to draw. */
  | { tooSlow: true }
  /** The source did not answer: it may another time. */
  | { away: true };

/** For whom areas are drawn. */
export interface DrawContext {
  threads: Threads;
  /** Threads that compute. */
  workers: number;
  accountId: number;
  signal: AbortSignal;
  /** Called for each place as it is answered. */
  onAnswer: () => void;
}

/** What areas are drawn on; the same for all of one import. */
export interface AreaSource {
  /** First member of `region_source`. */
  readonly name: string;
  /** Of what its areas are made of: those of another version are others. */
  readonly version: string;
  /** In portions that are drawn and kept together. */
  portionsOf(places: readonly DrivePlace[]): DrivePlace[][];
  /** How many portions are drawn at a time. */
  portionsAtATime(context: Pick<DrawContext, 'workers'>): number;
  /**
   * @returns an answer for each, in their order
   * @throws the signal's reason
   */
  draw(places: readonly DrivePlace[], context: DrawContext): Promise<AreaAnswer[]>;
}
