import type { Font, Glyph } from 'fontkit';
import type { FontFace, FontRun } from '../fonts.js';
import { type GlyphLayout, withInitialsAtBeginnings } from './bengali.js';
import { openFace } from './open-face.js';
import { spellSaraAm, withCircleBelowTones } from './thai.js';
import { mirror, type VisualRun, visualRuns } from './visual-order.js';

/** A glyph of a line; lengths in ems, from the line's left end on its baseline, y upwards. */
export interface PlacedGlyph {
  face: FontFace;
  glyph: Glyph;
  /**
   * Text that a reader copies with the glyph, from left to right; '' where another glyph of the same letter
   * has the text.
   */
  text: string;
  /** Tells whether it is a mark upon a letter, or a part of one: it takes no room. */
  isMark: boolean;
  x: number;
  y: number;
}

export interface ShapedLine {
  /** From left to right. */
  glyphs: PlacedGlyph[];
  widthEm: number;
  /**
   * Tells whether a PDF must state the text of the line: Indic vowels may stand before the consonant that
   * they follow. Lines from right to left do without, as some readers reverse the stated text there.
   */
  needsText: boolean;
}

/**
 * A line as it is drawn: letters joined, marks on their letters, pieces in visual order. Throws when a font
 * cannot be read.
 */
export function shapeLine(runs: readonly FontRun[]): ShapedLine {
  const line: ShapedLine = { glyphs: [], widthEm: 0, needsText: false };
  const visual = visualRuns(runs);
  for (const run of visual) addRun(line, run);
  if (visual.some(({ direction }) => direction === 'rtl')) line.needsText = false;
  return line;
}

/** Variation selectors 15 and 16, which choose the looks of an emoji and need no glyph. */
const SELECTORS = /[\ufe0e\ufe0f]/gu;

/**
 * fontkit 2.0 throws where a face leaves out an anchor for a mark, as that of U+076B in Noto Sans Arabic:
 * then marks stand where their own glyphs have them.
 */
function layoutOf(
  font: Font,
  text: string,
  direction: 'ltr' | 'rtl',
  features: Readonly<Record<string, boolean>>,
): GlyphLayout {
  try {
    return font.layout(text, features, undefined, undefined, direction);
  } catch {
    return font.layout(text, { ...features, mark: false, mkmk: false }, undefined, undefined, direction);
  }
}

function addRun(line: ShapedLine, { text, face, direction }: VisualRun): void {
  const turned = (part: string) => (direction === 'rtl' ? Array.from(part, mirror).join('') : part);
  const font = openFace(face.file);
  const em = font.unitsPerEm;
  const spelled = withCircleBelowTones(turned(text));
  const shaped = withInitialsAtBeginnings(spelled, (hasInitials) =>
    layoutOf(font, spelled, direction, hasInitials ? {} : { init: false }),
  );
  const placed: PlacedGlyph[] = shaped.glyphs.map((glyph, i) => {
    const { xAdvance, xOffset, yOffset } = shaped.positions[i]!;
    const x = line.widthEm + xOffset / em;
    line.widthEm += xAdvance / em;
    const own = turned(String.fromCodePoint(...glyph.codePoints)).replace(SELECTORS, '');
    return { face, glyph, text: own, isMark: xAdvance === 0 || own === '', x, y: yOffset / em };
  });
  line.glyphs.push(...placed);
  if (direction === 'rtl') placed.reverse();
  spellSaraAm(placed);
  if (placed.map((glyph) => glyph.text).join('') !== text.replace(SELECTORS, '')) line.needsText = true;
  // Readers of PDFs reverse text of these scripts, character by character.
  if (direction === 'rtl') for (const glyph of placed) glyph.text = Array.from(glyph.text).reverse().join('');
}
