import type { Lane } from './lane.js';
import type { Seeded } from './seeded-maps.js';

export interface PictureBudget {
  /** New pictures that may still be requested. */
  left: number;
  /** Pictures that may be under way besides the current ones. */
  free: number;
}

/** A script's view of its connection, and its reports. */
export interface Here {
  seeded: Seeded;
  /** 0 to 1; the same for the same seed and connection. */
  random(): number;
  /** Number among all connections of the run. */
  connection: number;
  /** 0, 1, 2 … for this connection, for unique names. */
  count(): number;
  /** Maps to import into that no script of this thread uses. */
  freeLanes: Lane[];
  /** Budget of this thread. */
  pictures: PictureBudget;
  /** Reports an operation of several requests, for a row of its own. */
  span(kind: string, ms: number): void;
  /** Reports a defect of such an operation. */
  wrong(kind: string, why: string): void;
  /** Reports imported rows. */
  imported(rows: number): void;
}

export const below = ({ random }: Here, n: number): number => Math.floor(random() * n);

export const pick = <T>(here: Here, from: readonly T[]): T => from[below(here, from.length)]!;
