import { COUNTRY_SYNONYMS, ISO_COUNTRIES } from '../data/iso-countries.js';
import { SUBDIVISIONS } from '../data/subdivisions.js';
import { foldName } from '../fold.js';
import { LANGUAGES } from '../vocabulary/index.js';

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

/** Folded name or code of a subdivision -> the countries that have it. */
function buildSubdivisions(which: 'name' | 'code'): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [country, list] of Object.entries(SUBDIVISIONS)) {
    for (const entry of list.split(';')) {
      const [names = '', code] = entry.split('=');
      for (const key of which === 'name' ? names.split('|') : code ? [code] : []) {
        const folded = foldName(key);
        const known = found.get(folded);
        if (!known) found.set(folded, [country]);
        else if (!known.includes(country)) known.push(country);
      }
    }
  }
  return found;
}

const COUNTRIES = buildCountries();
const SUBDIVISION_NAMES = buildSubdivisions('name');
const SUBDIVISION_CODES = buildSubdivisions('code');
const NONE: readonly string[] = [];

/** ISO 3166-1 alpha-2 of a country's name or code in any of the seven languages, or undefined. */
export function countryOf(text: string): string | undefined {
  return text.length > 60 ? undefined : COUNTRIES.get(foldName(text));
}

/** The countries that have a first-level subdivision of this name (`Bayern`, `St. Gallen`, `Departamento de Lima`). */
export function countriesWithSubdivision(text: string): readonly string[] {
  if (text.length > 60) return NONE;
  const folded = foldName(text);
  return (
    SUBDIVISION_NAMES.get(folded) ??
    SUBDIVISION_NAMES.get(
      folded.replace(
        /^(?:provincia|departamento|region|estado|kanton|canton|land|state|province|provincie)(?: (?:de|di|of|do|da|del))? /,
        '',
      ),
    ) ??
    NONE
  );
}

/** The countries that have a first-level subdivision with this code (`CA`, `NSW`, `NRW`). */
export function countriesWithCode(text: string): readonly string[] {
  if (text.length > 6) return NONE;
  return SUBDIVISION_CODES.get(foldName(text.replace(/^(?:US|CA|AU|DE|BR|IT|ES|MX)-/, ''))) ?? NONE;
}
