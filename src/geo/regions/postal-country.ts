import type { PostalType } from './region-type.js';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

/**
 * ISO 3166-1 alpha-2 codes of the country and of the territories in its postal system, and names missing from
 * lists of names.
 */
const COUNTRIES: Readonly<Record<PostalType, { codes: string; synonyms: string }>> = {
  us_zip: {
    codes: 'US PR VI GU AS MP UM',
    synonyms:
      'USA, U.S. of A., United States of America, the United States, the United States of America, America, PRI, VIR, GUM, ASM, MNP, UMI, ' +
      'EEUU, EE. UU., EUA, États-Unis d’Amérique, Stati Uniti d’America, Verenigde Staten van Amerika, ' +
      'Estados Unidos de América, VS',
  },
  ca_fsa: { codes: 'CA', synonyms: 'CAN' },
  uk_postcode: {
    codes: 'GB JE GG IM',
    synonyms:
      'UK, GBR, JEY, GGY, IMN, England, Scotland, Wales, Northern Ireland, Great Britain, Britain, the United Kingdom, ' +
      'United Kingdom of Great Britain and Northern Ireland, Großbritannien, Grande-Bretagne, Gran Bretaña, ' +
      'Gran Bretagna, Grã-Bretanha, Groot-Brittannië, Schottland, Nordirland, Angleterre, Écosse, Inglaterra, Escocia, Inghilterra, ' +
      'Engeland, Schotland',
  },
  au_postcode: { codes: 'AU CX CC NF', synonyms: 'AUS, CXR, CCK, NFK, Commonwealth of Australia' },
  de_postcode: {
    codes: 'DE',
    synonyms: 'D, DEU, GER, BRD, Bundesrepublik Deutschland, Federal Republic of Germany',
  },
};

/** Lower-cases a name and keeps its letters only: `U.S.A.` becomes `usa`. */
const fold = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{Letter}]/gu, '');

function namesOf({ codes, synonyms }: { codes: string; synonyms: string }): Set<string> {
  const names = synonyms.split(',').map(fold);
  for (const language of LANGUAGES) {
    const inLanguage = new Intl.DisplayNames([language], { type: 'region' });
    for (const code of codes.split(' ')) names.push(fold(code), fold(inLanguage.of(code)!));
  }
  return new Set(names);
}

const MAX_LENGTH = 80;
const names = new Map<PostalType, Set<string>>();
/** Cache of the last answer: most rows have the country of the row before. */
let last: { type: PostalType; country: string; isIn: boolean } | null = null;

/**
 * Tells whether a country, by its code or its name in one of seven languages, has postal codes of this type.
 */
export function isInCountry(type: PostalType, country: string): boolean {
  if (last?.type === type && last.country === country) return last.isIn;
  const known = names.get(type) ?? namesOf(COUNTRIES[type]);
  names.set(type, known);
  const isIn = country.length <= MAX_LENGTH && known.has(fold(country));
  last = { type, country, isIn };
  return isIn;
}
