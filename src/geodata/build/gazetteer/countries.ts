import { nameKey } from '../../../geo/gazetteer/name-key.js';
import { COUNTRY_SYNONYMS, ISO_COUNTRIES } from '../../../import/columns/header/data/iso-countries.js';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

/** ISO 3166-1 alpha-2, in order. */
export const COUNTRY_CODES: readonly string[] = ISO_COUNTRIES.split(' ').map((codes) => codes.slice(0, 2));

/** Names of countries in seven languages and their own, ISO codes and synonyms -> their place in `COUNTRY_CODES`. */
export function readCountryNames(): Map<string, number[]> {
  const names = new Map<string, number[]>();
  const add = (name: string | undefined, at: number): void => {
    const key = name ? nameKey(name) : '';
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
    const inLanguage = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const [at, iso2] of COUNTRY_CODES.entries()) add(inLanguage.of(iso2), at);
  }
  return names;
}
