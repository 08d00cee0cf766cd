import type { Glyph } from 'fontkit';
import type { FontFace, FontRun } from '../fonts.js';
import { openFace } from './open-face.js';
import { mirror, type VisualRun, visualRuns } from './visual-order.js';

/** A glyph of a line; lengths in ems, from the line's left end on its baseline, y upwards. */
export interface PlacedGlyph {
  face: FontFace;
  glyph: Glyph;
  /**
   * What one copies with it, from left to right: its letter and the marks upon that; '' for these marks, and for the rest of a letter of
   * several parts.
   */
  text: string;
  x: number;
  y: number;
}

export interface ShapedLine {
  /** From left to right. */
  glyphs: PlacedGlyph[];
  widthEm: number;
  /**
   * Whether readers need to be told what the glyphs say: Indic vowels may stand before what they follow. Not where letters go from right to
   * left, as some readers turn round what they are told there.
   */
  needsText: boolean;
}

/** A line as it is drawn: letters joined, marks on their letters, pieces in visual order. Throws when a font cannot be read. */
export function shapeLine(runs: readonly FontRun[]): ShapedLine {
  const line: ShapedLine = { glyphs: [], widthEm: 0, needsText: false };
  const visual = visualRuns(runs);
  for (const run of visual) addRun(line, run);
  if (visual.some(({ direction }) => direction === 'rtl')) line.needsText = false;
  return line;
}

/** They choose an emoji's looks, and a reader of PDFs takes them for marks without a width. */
const SELECTORS = /[\ufe0e\ufe0f]/gu;

function addRun(line: ShapedLine, { text, face, direction }: VisualRun): void {
  const turned = (part: string) => (direction === 'rtl' ? Array.from(part, mirror).join('') : part);
  const font = openFace(face.file);
  const em = font.unitsPerEm;
  const shaped = font.layout(turned(text), undefined, undefined, undefined, direction);
  const placed: PlacedGlyph[] = shaped.glyphs.map((glyph, i) => {
    const { xAdvance, xOffset, yOffset } = shaped.positions[i]!;
    const x = line.widthEm + xOffset / em;
    line.widthEm += xAdvance / em;
    return { face, glyph, text: turned(String.fromCodePoint(...glyph.codePoints)), x, y: yOffset / em };
  });
  line.glyphs.push(...placed);
  const advances = shaped.positions.map(({ xAdvance }) => xAdvance);
  if (direction === 'rtl') {
    placed.reverse();
    advances.reverse();
  }
  if (placed.map((glyph) => glyph.text).join('') !== text) line.needsText = true;
  joinMarks(placed, advances);
  // Readers turn what they find of these scripts round, character by character.
  if (direction === 'rtl') for (const glyph of placed) glyph.text = Array.from(glyph.text).reverse().join('');
}

/**
 * Gives the text of each mark to the letter before it, in reading order. A mark stands beside the line in which readers of PDFs look for
 * the next letter, and they would see the end of a word in it.
 */
function joinMarks(glyphs: readonly PlacedGlyph[], advances: readonly number[]): void {
  let letter: PlacedGlyph | undefined;
  glyphs.forEach((glyph, i) => {
    if (!letter || (advances[i] !== 0 && glyph.text !== '')) {
      letter = glyph;
    } else {
      letter.text += glyph.text.replace(SELECTORS, '');
      glyph.text = '';
    }
  });
}
