/**
 * Rows that follow each other in record and line (0: none) and were skipped, and what they met: marker `met` of the map, or the row at
 * line (without lines: marker of the batch, counted from 1) `-met`. With `step` 1 each row met the next, with 0 all met the same.
 */
export type SkipRun = [index: number, line: number, rows: number, met: number, step: 0 | 1];
