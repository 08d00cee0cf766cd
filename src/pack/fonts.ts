import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FontFamily, FontIndex } from '../render/fonts/font-index.js';
import { familyOf, openFont } from './fonts/index-entry.js';
import { type Slice, slicesOf } from './fonts/slices.js';
import type { GeodataPart, WriteFile } from './part.js';

const require = createRequire(import.meta.url);

/** Faces of a package of expo-google-fonts. */
const STYLES = {
  '400Regular': { weight: 400, italic: false },
  '400Regular_Italic': { weight: 400, italic: true },
  '700Bold': { weight: 700, italic: false },
} as const;

const UPRIGHT = ['400Regular', '700Bold'] as const;

/**
 * In the order in which they are asked. Noto Sans has Latin, Greek, Cyrillic and Devanagari. Bengali is Hind
 * Siliguri's, which fontkit shapes as HarfBuzz does: all of 1,493 names in CLDR, where 1 in 15 words of Noto
 * Sans Bengali comes out otherwise.
 */
const WHOLE: readonly { name: string; styles: readonly (keyof typeof STYLES)[]; only?: RegExp }[] = [
  { name: 'Noto Sans', styles: ['400Regular', '700Bold', '400Regular_Italic'] },
  { name: 'Noto Sans Arabic', styles: UPRIGHT },
  { name: 'Noto Sans Hebrew', styles: UPRIGHT },
  { name: 'Noto Sans Thai', styles: UPRIGHT },
  { name: 'Noto Sans Georgian', styles: UPRIGHT },
  { name: 'Noto Sans Armenian', styles: UPRIGHT },
  { name: 'Noto Sans Tamil', styles: UPRIGHT },
  { name: 'Hind Siliguri', styles: UPRIGHT },
  {
    name: 'Noto Emoji',
    styles: ['400Regular'],
    only: /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3/u,
  },
];

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
const HANGUL = /\p{Script=Hangul}/u;
const FOR_NO_TEXT = /[\p{Co}\p{Cc}]/u;

const packageOf = (name: string): string => `@expo-google-fonts/${name.toLowerCase().replaceAll(' ', '-')}`;
const fileOf = (family: string): string => `${family.replaceAll(' ', '')}.ttf`;

function wholeFamily(
  { name, styles, only }: (typeof WHOLE)[number],
  isTaken: (codePoint: number) => boolean,
  write: WriteFile,
): { family: FontFamily; codePoints: number[] } {
  const faces = styles.map((style) => {
    const file = `${name.replaceAll(' ', '')}_${style}.ttf`;
    const bytes = readFileSync(require.resolve(`${packageOf(name)}/${style}/${file}`));
    write(`fonts/${file}`, bytes);
    return { ...STYLES[style], file, bytes };
  });
  // Sorted: what a run of Arabic or Thai keeps to itself (digits, blanks, full stops) stays, though Noto Sans
  // has it, too.
  const codePoints = openFont(faces[0]!.bytes)
    .characterSet.filter((codePoint) => {
      const character = String.fromCodePoint(codePoint);
      if (FOR_NO_TEXT.test(character)) return false;
      return only === undefined
        ? !isTaken(codePoint) || /\p{Script=Common}/u.test(character)
        : only.test(character);
    })
    .sort((a, b) => a - b);
  return { family: familyOf(name, 'any', codePoints, faces), codePoints };
}

async function build(write: WriteFile): Promise<Uint8Array> {
  const taken = new Set<number>();
  const take = (codePoints: readonly number[]): void => {
    for (const codePoint of codePoints) taken.add(codePoint);
  };
  const index: FontIndex = { families: [] };
  for (const source of WHOLE) {
    const { family, codePoints } = wholeFamily(source, (codePoint) => taken.has(codePoint), write);
    index.families.push(family);
    take(codePoints);
  }
  const addSlices = (slices: readonly Slice[], use: FontFamily['use']): void => {
    for (const { family, codePoints, bytes } of slices) {
      const file = fileOf(family);
      write(`fonts/${file}`, bytes);
      index.families.push(familyOf(family, use, codePoints, [{ weight: 400, italic: false, file, bytes }]));
      take(codePoints);
    }
  };
  const isNew = (codePoint: number): boolean =>
    !taken.has(codePoint) && !FOR_NO_TEXT.test(String.fromCodePoint(codePoint));
  const matches = (pattern: RegExp) => (codePoint: number) => pattern.test(String.fromCodePoint(codePoint));
  addSlices(await slicesOf('sc', (codePoint) => isNew(codePoint) && !matches(HANGUL)(codePoint)), 'any');
  addSlices(await slicesOf('kr', isNew), 'any');
  addSlices(await slicesOf('jp', matches(JAPANESE)), 'japanese');
  return Buffer.from(JSON.stringify(index));
}

/**
 * Font files and their index: what a picture's texts are drawn with, whatever the machine has. All are under
 * the OFL-1.1.
 */
export const fontsPart: GeodataPart = {
  file: 'fonts/index.json',
  seconds: 4,
  module: import.meta.url,
  packages: [
    ...WHOLE.map(({ name }) => packageOf(name)),
    '@fontsource-variable/noto-sans-sc',
    '@fontsource-variable/noto-sans-kr',
    '@fontsource-variable/noto-sans-jp',
    'subset-font',
    'fontkit',
  ],
  build,
};
