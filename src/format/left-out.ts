import type { Block } from './block.js';

const LF = 10;
const CR = 13;
const SPACE = 32;

/** Blanks what a block leaves out, whose line ends stay: readers pass over blank lines and count them. */
export function blankLeftOut(bytes: Uint8Array, { leftOut = [] }: Block): void {
  for (const [from, to] of leftOut)
    for (let at = from; at < to; at++) if (bytes[at] !== LF && bytes[at] !== CR) bytes[at] = SPACE;
}
