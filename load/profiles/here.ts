import type { Lane } from './lane.js';
import type { Seeded } from './seeded-maps.js';

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
  /** New pictures that this connection may still ask for. */
  pictures: { left: number };
  /** Something that took several requests, for a row of its own. */
  span(kind: string, ms: number): void;
  /** What is wrong with a span. */
  wrong(kind: string, why: string): void;
  /** So many rows were imported. */
  imported(rows: number): void;
}

export const below = ({ random }: Here, n: number): number => Math.floor(random() * n);

export const pick = <T>(here: Here, from: readonly T[]): T => from[below(here, from.length)]!;
