import { existsSync } from 'node:fs';
import type { FontFace, FontRun, Fonts } from '../../src/render/fonts.js';

const ROOT = '/tmp/pdffonts/node_modules/@expo-google-fonts';
const SCRIPTS: [RegExp, string, string][] = [
  [/\p{Script=Arabic}/u, 'noto-sans-arabic', 'NotoSansArabic'],
  [/\p{Script=Hebrew}/u, 'noto-sans-hebrew', 'NotoSansHebrew'],
  [/\p{Script=Devanagari}/u, 'noto-sans-devanagari', 'NotoSansDevanagari'],
  [/\p{Script=Thai}/u, 'noto-sans-thai', 'NotoSansThai'],
];

export function standInFonts(): Fonts {
  return {
    runs(text, weight, italic) {
      const runs: FontRun[] = [];
      for (const character of text) {
        const [, folder, family] = SCRIPTS.find(([script]) => script.test(character)) ?? [
          null,
          'noto-sans',
          'NotoSans',
        ];
        const inherits = /[\p{Script=Inherited} ]/u.test(character) && runs.length > 0;
        const slanted = italic && family === 'NotoSans';
        const style = `${weight}${weight === 700 ? 'Bold' : 'Regular'}${slanted ? '_Italic' : ''}`;
        const file = `${ROOT}/${folder}/${style}/${family}_${style}.ttf`;
        if (!existsSync(file)) throw new Error(file);
        const face: FontFace = { family, weight, italic: slanted, file };
        const last = runs.at(-1);
        if (last && (inherits || last.face.file === file)) last.text += character;
        else runs.push({ text: character, face });
      }
      return runs;
    },
    widthPt: (text, sizePt) => text.length * sizePt * 0.55,
  };
}
