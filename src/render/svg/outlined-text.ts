import type { FontRun } from '../fonts.js';
import { openFace } from '../pdf/open-face.js';
import { type PlacedGlyph, shapeLine } from '../pdf/shape-line.js';
import type { TextShape } from '../scene.js';
import { decimal } from './xml.js';

/**
 * Scripts whose vowels stand beside the letters that they belong to. Of letters that were shaped together resvg 2.6 takes the widest for the
 * width of all, so that they would lie upon each other.
 */
const WITH_SPACING_VOWELS = /[\p{Script=Devanagari}\p{Script=Thai}]/u;

export const needsOutlines = (text: string): boolean => WITH_SPACING_VOWELS.test(text);

const LETTERS = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
} as const;
const PART_OF_WIDTH = { start: 0, middle: 0.5, end: 1 } as const;

/** Path data of a line's letters, to be filled by the nonzero rule. */
export function outlinesOf({ xPt, yPt, sizePt, anchor }: TextShape, runs: readonly FontRun[]): string {
  const { glyphs, widthEm } = shapeLine(runs);
  const left = xPt - PART_OF_WIDTH[anchor] * widthEm * sizePt;
  return glyphs
    .map((glyph) => outlineOf(glyph, left + glyph.x * sizePt, yPt - glyph.y * sizePt, sizePt))
    .join('');
}

function outlineOf({ glyph, face }: PlacedGlyph, x: number, y: number, sizePt: number): string {
  const scale = sizePt / openFace(face.file).unitsPerEm;
  return glyph.path.commands
    .map(({ command, args }) => {
      const points = args.map((value, index) =>
        decimal(index % 2 === 0 ? x + value * scale : y - value * scale),
      );
      return `${LETTERS[command as keyof typeof LETTERS]}${points.join(' ')}`;
    })
    .join('');
}
