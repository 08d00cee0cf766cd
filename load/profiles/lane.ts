import { peopleRows } from '../people-rows.js';
import { seededBytes } from '../seeded-csv.js';

/** Different uploads of a lane; then its map is emptied, so that a run of hours does not fill the disk. */
export const FILES_A_LANE = 4;

/** A map that one script at a time imports into, so that what must be in it is known at all times. */
export interface Lane {
  mapId: number;
  /** Its number among all lanes of the run. */
  number: number;
  rows: number;
  files: readonly Buffer[];
  contents: LaneContents;
}

/** What its map must have. */
export interface LaneContents {
  mapId: number;
  number: number;
  /** How many of its files, from the first, are imported. */
  imported: number;
  /** Of the next one: not sent; sent and not answered; answered 202. */
  next: 'unsent' | 'unanswered' | 'accepted';
  /** A job or the emptying has failed or was cut off. */
  unknown: boolean;
}

/** The same bytes for the same seed. No two rows of a run have one name. */
export function laneFile(seed: number, lane: number, file: number, rows: number): Buffer {
  const number = lane * FILES_A_LANE + file;
  return Buffer.concat([...seededBytes(rows, seed + number, peopleRows({ firstNumber: number * rows }))]);
}

export function makeLane(seed: number, mapId: number, number: number, rows: number): Lane {
  const files = Array.from({ length: FILES_A_LANE }, (_, file) => laneFile(seed, number, file, rows));
  return {
    mapId,
    number,
    rows,
    files,
    contents: { mapId, number, imported: 0, next: 'unsent', unknown: false },
  };
}
