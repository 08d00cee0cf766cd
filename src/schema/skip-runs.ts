/**
 * Consecutive skipped rows (by record and line; line 0: none) and what they repeat: marker `met` of the map,
 * or the row at line `-met` of the upload (in JSON: its marker number, from 1), or 0: no marker
 * (on_new=skip). With `step` 1 each row repeats the next one of these, with 0 all repeat the same.
 */
export type SkipRun = [index: number, line: number, rows: number, met: number, step: 0 | 1];
