import { type Font, type Glyph, openSync } from 'fontkit';
import { turnBacktracks } from './backtracks.js';

/**
 * Fonts by file. A build has a few dozen faces; to read a face's tables anew takes tens of milliseconds a
 * picture.
 */
const open = new Map<string, Font>();

/** A font file, read once a process. Throws when it cannot be read or holds several faces. */
export function openFace(file: string): Font {
  const known = open.get(file);
  if (known) return known;
  const font = openSync(file);
  if (font.type !== 'TTF') throw new Error(`${file} is ${font.type}, no single face`);
  rememberCharactersOfEachUse(font);
  turnBacktracks(font);
  open.set(file, font);
  return font;
}

/**
 * fontkit keeps a glyph with the characters of its first use; but Arabic faces draw several letters with one
 * glyph and add the dots, so that a searched text would say other letters than one sees.
 */
function rememberCharactersOfEachUse(font: Font): void {
  const cached = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints) => {
    const glyph = cached(id, codePoints);
    if (!glyph || !codePoints || sameNumbers(glyph.codePoints, codePoints)) return glyph;
    return Object.create(glyph, { codePoints: { value: codePoints } }) as Glyph;
  };
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((number, i) => number === b[i]);
}
