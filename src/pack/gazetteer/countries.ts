import { countryKey } from '../../geo/gazetteer/name-key.js';
import { COUNTRY_SYNONYMS, ISO_COUNTRIES } from '../../recognise/data/iso-countries.js';

/** Languages of the gazetteer. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

/** Languages of a country besides its most usual one in which people name it. */
const MORE_LANGUAGES: Readonly<Record<string, string>> = {
  BA: 'sr-Latn sr hr',
  BY: 'ru',
  CN: 'zh-Hant',
  CY: 'tr',
  DZ: 'ar',
  ES: 'ca eu gl',
  FI: 'sv',
  GB: 'cy gd',
  IE: 'ga',
  IL: 'ar',
  IN: 'hi',
  KE: 'sw',
  KG: 'ru',
  KZ: 'kk ru',
  LK: 'ta',
  LU: 'lb',
  MA: 'ar',
  MD: 'ru',
  ME: 'sr-Latn sr',
  MT: 'mt',
  NO: 'nn',
  PH: 'fil',
  PK: 'ur',
  RS: 'sr-Latn',
  SG: 'zh ms ta',
  TN: 'ar',
  UA: 'ru',
  UZ: 'ru',
  XK: 'sr-Latn sr',
  ZA: 'af zu xh',
};

/** ISO 3166-1 alpha-2, in order. */
export const COUNTRY_CODES: readonly string[] = ISO_COUNTRIES.split(' ').map((codes) => codes.slice(0, 2));

/**
 * Names of countries in seven languages and their own, ISO codes and synonyms, to indices of `COUNTRY_CODES`.
 */
export function readCountryNames(): Map<string, number[]> {
  const names = new Map<string, number[]>();
  const add = (name: string | undefined, at: number): void => {
    const key = name ? countryKey(name) : '';
    if (key !== '' && !names.has(key)) names.set(key, [at]);
  };
  for (const [at, codes] of ISO_COUNTRIES.split(' ').entries()) {
    add(codes.slice(0, 2), at);
    add(codes.slice(2), at);
  }
  for (const [at, iso2] of COUNTRY_CODES.entries()) {
    for (const synonym of COUNTRY_SYNONYMS[iso2]?.split(',') ?? []) add(synonym, at);
  }
  for (const language of LANGUAGES) {
    for (const [at, iso2] of COUNTRY_CODES.entries()) add(nameIn(language, iso2), at);
  }
  for (const [at, iso2] of COUNTRY_CODES.entries())
    for (const name of formalNames(nameIn('en', iso2))) add(name, at);
  for (const [at, iso2] of COUNTRY_CODES.entries())
    for (const language of languagesOf(iso2)) add(nameIn(language, iso2), at);
  return names;
}

/** "The Gambia", "Gambia, The", "Republic of Malta", "Malta, Republic of", also for other countries. */
const formalNames = (name: string | undefined): string[] =>
  name === undefined
    ? []
    : [
        `the ${name}`,
        `${name} the`,
        ...['republic of', 'republic of the', 'rep of', 'kingdom of'].flatMap((form) => [
          `${form} ${name}`,
          `${name} ${form}`,
        ]),
      ];

/** The most usual language of a country ("und-PL" is Polish), and others. */
const languagesOf = (iso2: string): string[] => [
  new Intl.Locale(`und-${iso2}`).maximize().baseName,
  ...(MORE_LANGUAGES[iso2]?.split(' ') ?? []),
];

const nameIn = (language: string, iso2: string): string | undefined =>
  new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(iso2);
