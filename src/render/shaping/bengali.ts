import type { GlyphRun } from 'fontkit';

const BENGALI = /\p{Script=Bengali}/u;
const LETTER_OR_MARK = /[\p{L}\p{M}]/u;

export type GlyphLayout = Pick<GlyphRun, 'glyphs' | 'positions'>;

/**
 * fontkit 2.0 gives vowels before their letters the form for the beginning of a word wherever they stand, so
 * that the line above a word has gaps. Here it is taken at beginnings alone.
 * @param shape a line with such forms or without
 */
export function withInitialsAtBeginnings(
  text: string,
  shape: (hasInitials: boolean) => GlyphLayout,
): GlyphLayout {
  const initial = shape(true);
  if (!BENGALI.test(text)) return initial;
  const other = shape(false);
  const isWithin = (i: number): boolean =>
    i > 0 && LETTER_OR_MARK.test(String.fromCodePoint(initial.glyphs[i - 1]!.codePoints.at(-1)!));
  return {
    glyphs: initial.glyphs.map((glyph, i) => (isWithin(i) ? other.glyphs[i]! : glyph)),
    positions: initial.positions.map((position, i) => (isWithin(i) ? other.positions[i]! : position)),
  };
}
