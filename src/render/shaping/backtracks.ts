import type { Font } from 'fontkit';

/** The table `GSUB` as fontkit reads it; its types leave that out. */
interface Substitutions {
  lookupList: {
    length: number;
    get(index: number): { lookupType: number; subTables: { backtrackCoverage?: unknown[] }[] };
  };
}

/** Chained contexts: https://learn.microsoft.com/typography/opentype/spec/gsub */
const CHAINED = 6;

/**
 * Thai and Bengali: of other scripts' words (CLDR) all come out right without, and to read the rules of Noto
 * Sans takes 0.1 s.
 */
const LETTERS = [0x0e01, 0x0995];

/**
 * Reverses the backtrack sequences in the rules of a face: they name the nearest glyph first, and fontkit 2.0
 * takes that for the farthest. The tone of the Thai ปุ่ would touch its letter, and the reph of the Bengali
 * র্সি would be drawn twice.
 */
export function turnBacktracks(font: Font): void {
  if (!LETTERS.some((letter) => font.hasGlyphForCodePoint(letter))) return;
  const { lookupList } = (font as unknown as { GSUB: Substitutions }).GSUB;
  for (let i = 0; i < lookupList.length; i++) {
    const { lookupType, subTables } = lookupList.get(i);
    if (lookupType === CHAINED) for (const { backtrackCoverage } of subTables) backtrackCoverage?.reverse();
  }
}
