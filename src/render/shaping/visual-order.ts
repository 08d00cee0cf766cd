import bidiFactory, { type Bidi } from 'bidi-js';
import { isRightToLeft } from '../fonts/right-to-left.js';
import type { FontFace, FontRun } from '../fonts.js';

// Its types describe its ES module, of which Node gets the CommonJS twin.
const bidi = (bidiFactory as unknown as () => Bidi)();

/** A piece of a line that one face draws in one direction. */
export interface VisualRun {
  /** In reading order. */
  text: string;
  face: FontFace;
  direction: 'ltr' | 'rtl';
}

/** The pieces of a line as they stand from left to right (Unicode's bidirectional algorithm). */
export function visualRuns(runs: readonly FontRun[]): VisualRun[] {
  const text = runs.map((run) => run.text).join('');
  const embedding = bidi.getEmbeddingLevels(text, isRightToLeft(text) ? 'rtl' : 'ltr');
  const pieces: { run: VisualRun; level: number }[] = [];
  let start = 0;
  for (const { text: ofFace, face } of runs) {
    const end = start + ofFace.length;
    while (start < end) {
      const level = embedding.levels[start]!;
      let stop = start + 1;
      while (stop < end && embedding.levels[stop] === level) stop++;
      const direction = level % 2 === 0 ? 'ltr' : 'rtl';
      pieces.push({ run: { text: text.slice(start, stop), face, direction }, level });
      start = stop;
    }
  }
  return reordered(pieces).map(({ run }) => run);
}

/** The mirrored form of a character for text from right to left: an opening bracket becomes a closing one. */
export function mirror(character: string): string {
  return bidi.getMirroredCharacter(character) ?? character;
}

/** Rule L2: from the highest level down, each stretch at that level or higher is turned round. */
function reordered<Piece extends { level: number }>(pieces: readonly Piece[]): Piece[] {
  const order = [...pieces];
  const highest = Math.max(0, ...order.map(({ level }) => level));
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < order.length; start++) {
      if (order[start]!.level < level) continue;
      let end = start + 1;
      while (end < order.length && order[end]!.level >= level) end++;
      order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end;
    }
  }
  return order;
}
