import type { Lane } from './lane.js';
import type { Seeded } from './seeded-maps.js';

export interface PictureBudget {
  /** New ones that may still be asked for. */
  left: number;
  /** That may be under way besides those that are. */
  free: number;
}

/** What a script knows of its connection and may tell. */
export interface Here {
  seeded: Seeded;
  /** 0 to 1; the same numbers for the same seed and connection. */
  random(): number;
  /** Its number among all connections of the run. */
  connection: number;
  /** 0, 1, 2 … of this connection, for names that nobody else uses. */
  count(): number;
  /** Maps to import into that no script of this thread is using. */
  freeLanes: Lane[];
  /** Of this thread. */
  pictures: PictureBudget;
  /** Something that took several requests, for a row of its own. */
  span(kind: string, ms: number): void;
  /** What is wrong with a span. */
  wrong(kind: string, why: string): void;
  /** So many rows were imported. */
  imported(rows: number): void;
}

export const below = ({ random }: Here, n: number): number => Math.floor(random() * n);

export const pick = <T>(here: Here, from: readonly T[]): T => from[below(here, from.length)]!;
