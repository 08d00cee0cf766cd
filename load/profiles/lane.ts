import { peopleRows } from '../people-rows.js';
import { seededBytes } from '../seeded-csv.js';

/** Uploads of a lane before its map is emptied, so that a long run does not fill the disk. */
export const FILES_A_LANE = 4;

/** A map that one script at a time imports into, so that its expected contents are known at all times. */
export interface Lane {
  mapId: number;
  /** Number among all lanes of the run. */
  number: number;
  rows: number;
  files: readonly Buffer[];
  contents: LaneContents;
}

/** Expected contents of its map. */
export interface LaneContents {
  mapId: number;
  number: number;
  /** Number of its files, from the first, that are imported. */
  imported: number;
  /** State of the next file: not sent; sent and unanswered; answered 202. */
  next: 'unsent' | 'unanswered' | 'accepted';
  /** Whether a job or the emptying has failed or was cut off. */
  unknown: boolean;
}

/** The same bytes for the same seed. Names are unique within a run. */
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
