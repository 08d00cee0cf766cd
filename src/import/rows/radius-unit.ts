import { MILES_PER_KM } from '../../schema/marker-terms.js';

export interface LengthUnit {
  /** Name as a note has it. */
  name: string;
  miles: number;
}

/** Names as headers write them in the languages of the recogniser, without accents. */
const UNITS: readonly (LengthUnit & { words: RegExp })[] = [
  {
    name: 'kilometres',
    miles: MILES_PER_KM,
    words: /^(?:kms?|kilomet(?:er|re)[sn]?|kilometern|quilometros?|kilometros?|chilometr[io])$/,
  },
  { name: 'metres', miles: MILES_PER_KM / 1000, words: /^(?:m|met(?:er|re)[sn]?|metern|metros?|metr[io])$/ },
  { name: 'miles', miles: 1, words: /^(?:mi|miles?|meilen?|milles?|millas?|miglia|milhas?|mijlen?)$/ },
  { name: 'feet', miles: 1 / 5280, words: /^(?:ft|feet|foot)$/ },
];

const wordsOf = (header: string): string[] =>
  header
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);

/**
 * The unit that the header of a column of radii names: `Radius (km)`, `Raggio m`; null where it names none,
 * or several.
 */
export function unitOfRadius(header: string): LengthUnit | null {
  const words = wordsOf(header);
  const named = UNITS.filter((unit) => words.some((word) => unit.words.test(word)));
  return named.length === 1 ? named[0]! : null;
}
