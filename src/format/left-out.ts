import type { Block } from './block.js';

const LF = 10;
const CR = 13;
const SPACE = 32;

/** Rows that are left out between others, or below them. */
export interface LeftOut {
  count: number;
  /** The first of them. */
  readonly rows: number[];
}

/** Rows of a kind that is left out whose numbers are kept. */
const MAX_NAMED = 100;

export function leaveOut(rows: LeftOut, row: number): void {
  if (rows.count++ < MAX_NAMED) rows.rows.push(row);
}

/** Blanks what a block leaves out, whose line ends stay: readers pass over blank lines and count them. */
export function blankLeftOut(bytes: Uint8Array, { leftOut = [] }: Block): void {
  for (const [from, to] of leftOut)
    for (let at = from; at < to; at++) if (bytes[at] !== LF && bytes[at] !== CR) bytes[at] = SPACE;
}
