import { COUNTRY_SYNONYMS, ISO_COUNTRIES } from '../data/iso-countries.js';
import { SUBDIVISIONS } from '../data/subdivisions.js';
import { foldName } from '../fold.js';
import { anyOf, LANGUAGES } from '../languages/index.js';

/** Country names of the seven languages, ISO codes and common synonyms -> ISO 3166-1 alpha-2. */
function buildCountries(): Map<string, string> {
  const countries = new Map<string, string>();
  const names = LANGUAGES.map(
    (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
  );
  for (const codes of ISO_COUNTRIES.split(' ')) {
    const iso2 = codes.slice(0, 2);
    countries.set(iso2.toLowerCase(), iso2);
    countries.set(codes.slice(2).toLowerCase(), iso2);
    for (const inLanguage of names) {
      const name = inLanguage.of(iso2);
      if (name) countries.set(foldName(name), iso2);
    }
  }
  for (const [iso2, synonyms] of Object.entries(COUNTRY_SYNONYMS)) {
    for (const synonym of synonyms.split(',')) countries.set(foldName(synonym), iso2);
  }
  return countries;
}

/** The folded names, or the codes, of the first-level subdivisions. */
function buildSubdivisions(which: 'name' | 'code'): Set<string> {
  const found = new Set<string>();
  for (const list of Object.values(SUBDIVISIONS)) {
    for (const entry of list.split(';')) {
      const [names = '', code] = entry.split('=');
      for (const key of which === 'name' ? names.split('|') : code ? [code] : []) found.add(foldName(key));
    }
  }
  return found;
}

const COUNTRIES = buildCountries();
const SUBDIVISION_NAMES = buildSubdivisions('name');
const SUBDIVISION_CODES = buildSubdivisions('code');
const MAX_LENGTH = 60;
/** Generic words before the names of many subdivisions. */
const LINKS = anyOf(({ values }) => values.subdivisionLinks);
const GENERIC = new RegExp(`^(?:${anyOf(({ values }) => values.subdivisions)})(?: (?:${LINKS}))? `);

/** ISO 3166-1 alpha-2 of a country's name or code in any of the seven languages, by its folded name. */
export const countryOf = (key: string): string | undefined =>
  key.length > MAX_LENGTH ? undefined : COUNTRIES.get(key);

/**
 * Tells whether a country has a first-level subdivision of this folded name (`bayern`, `st gallen`,
 * `departamento de lima`).
 */
export const isSubdivision = (key: string): boolean =>
  key.length <= MAX_LENGTH && (SUBDIVISION_NAMES.has(key) || SUBDIVISION_NAMES.has(key.replace(GENERIC, '')));

/** Tells whether a country has a first-level subdivision with this code (`CA`, `NSW`, `US-CA`). */
export const isSubdivisionCode = (text: string): boolean =>
  text.length <= 6 &&
  SUBDIVISION_CODES.has(foldName(text.replace(/^(?:US|CA|AU|DE|BR|IT|ES|MX|FR|GB)-/, '')));
