import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FontRun, Fonts } from '../fonts.js';
import { cleanText } from './clean-text.js';
import type { FontIndex } from './font-index.js';
import { type LoadedFace, LoadedFamily } from './loaded-family.js';

/** Drawn in place of a code point that no face has. */
const BOX = '\u25a1';
/** The fonts have nothing beyond: there follow private planes. */
const CODE_POINTS = 0x40000;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Belong to the letters before them, if their face has them, too: blanks, digits, punctuation, marks. */
const SHARED = /[\p{Script=Common}\p{Script=Inherited}]/u;
/** Characters that shape their neighbours; no face needs to have them. */
const JOINERS = /[\u200c-\u200f]|\ufe0e|\ufe0f/;

interface Piece {
  text: string;
  face: LoadedFace;
  /** Thousandths of the size. */
  advance: number;
}

class EmbeddedFonts implements Fonts {
  /** Index of the family that draws a code point + 1, by code point; 0: none. */
  private readonly familyOf = new Uint16Array(CODE_POINTS);
  private readonly familyInJapanese: Uint16Array;

  constructor(private readonly families: readonly LoadedFamily[]) {
    const fill = (table: Uint16Array, isFilled: (index: number) => boolean): void =>
      families.forEach((family, index) => {
        if (isFilled(index)) for (const codePoint of family.codePoints()) table[codePoint] ||= index + 1;
      });
    const isJapanese = (index: number): boolean => families[index]!.isJapanese;
    this.familyInJapanese = new Uint16Array(CODE_POINTS);
    fill(this.familyInJapanese, isJapanese);
    // The Japanese ones last: they have Han characters that are in none of the others.
    fill(this.familyOf, (index) => !isJapanese(index));
    fill(this.familyOf, isJapanese);
    this.familyOf.forEach((family, codePoint) => {
      this.familyInJapanese[codePoint] ||= family;
    });
  }

  runs(text: string, weight: 400 | 700, italic: boolean): FontRun[] {
    return this.pieces(text, weight, italic).map(({ text, face }) => ({ text, face: face.face }));
  }

  widthPt(text: string, sizePt: number, weight: 400 | 700): number {
    let thousandths = 0;
    for (const { advance } of this.pieces(text, weight, false)) thousandths += advance;
    return (thousandths * sizePt) / 1000;
  }

  private pieces(line: string, weight: 400 | 700, italic: boolean): Piece[] {
    const text = cleanText(line);
    const table = KANA.test(text) ? this.familyInJapanese : this.familyOf;
    const pieces: Piece[] = [];
    for (const raw of text) {
      const last = pieces.at(-1);
      if (last !== undefined && JOINERS.test(raw)) {
        last.text += raw;
        continue;
      }
      const character = table[raw.codePointAt(0)!] ? raw : BOX;
      const codePoint = character.codePointAt(0)!;
      let family = this.families[table[codePoint]! - 1]!;
      const before = last?.face.family;
      if (before !== undefined && before !== family && SHARED.test(character) && before.has(codePoint)) {
        family = before;
      }
      const face = family.faceFor(codePoint, weight, italic);
      const advance = face.advance(codePoint)!;
      if (face === last?.face) {
        last.text += character;
        last.advance += advance;
      } else pieces.push({ text: character, face, advance });
    }
    return pieces;
  }
}

/**
 * The fonts of the build, about 10 MB in memory. Files are not read: renderers read those that they need.
 * @param directory where `index.json` and the font files lie, with `/` at its end
 * @throws Error of the file system where nothing was built
 */
export function loadFonts(directory: URL): Fonts {
  const index: FontIndex = JSON.parse(readFileSync(new URL('index.json', directory), 'utf8'));
  const path = fileURLToPath(directory);
  return new EmbeddedFonts(index.families.map((family) => new LoadedFamily(family, path)));
}
