import { countryOfCode } from './iso-3166.js';
import { POSTAL_COUNTRIES, postalCodes } from './postal-code.js';
import { isPostal, type RegionType } from './region-type.js';
import { readUsState, usStateOf } from './us-states.js';

/** States by code of the Australian Bureau of Statistics. */
export const AU_STATES: Readonly<Record<string, readonly [code: string, name: string]>> = {
  1: ['NSW', 'New South Wales'],
  2: ['VIC', 'Victoria'],
  3: ['QLD', 'Queensland'],
  4: ['SA', 'South Australia'],
  5: ['WA', 'Western Australia'],
  6: ['TAS', 'Tasmania'],
  7: ['NT', 'Northern Territory'],
  8: ['ACT', 'Australian Capital Territory'],
  9: ['OT', 'Other Territories'],
};

/** Abbreviation of an Australian state by its abbreviation, number or name, in capitals; null: unknown. */
export function auStateOf(text: string): string | null {
  const named = Object.values(AU_STATES).find(([code, name]) => code === text || name.toUpperCase() === text);
  return (named ?? AU_STATES[text])?.[0] ?? null;
}

/**
 * Counties renumbered since 2015 with unchanged borders: Oglala Lakota (Shannon) and Kusilvak (Wade Hampton).
 */
const RENUMBERED: Readonly<Record<string, string>> = { '46113': '46102', '02270': '02158' };

/** Form of the codes of each type, for messages. */
export const AREA_CODES: Readonly<Record<RegionType, string>> = {
  us_zip: 'a ZIP of five digits (94103)',
  ca_fsa: 'a forward sortation area (K1A)',
  uk_postcode: 'a British postcode or its outward part (SW1A)',
  au_postcode: 'an Australian postcode of four digits (0800)',
  de_postcode: 'a German postcode of five digits (01067)',
  us_county: 'the FIPS code of a county, five digits (06075)',
  us_state: 'a FIPS code (06) or a postal abbreviation (CA) of a US state',
  au_state: 'an abbreviation (NSW) or a number (1 to 8) of an Australian state',
  country: 'an ISO 3166-1 code of a country (DE, DEU or 276)',
};

/** Prefix of GEO_ID codes of the Census Bureau: summary level, variant, component, country. */
export const CENSUS_PREFIX = /^\d{3}[0-9A-Z]{2}\d{2}US(?=\d)/;
const MAX_LENGTH = 40;

/**
 * Codes under which a layer may have the area that a cell names, the most exact first; [] for a text that is
 * no code of the type. Restores zeros that a spreadsheet dropped and removes prefixes of the Census Bureau
 * and ISO 3166-2.
 * @param state the row's state: county numbers may be relative to it
 */
export function areaCodes(type: RegionType, cell: string, state: string): readonly string[] {
  if (cell.length > MAX_LENGTH) return [];
  // Some programs write numbers of a column with blanks as 6075.0.
  const text = cell
    .trim()
    .toUpperCase()
    .replace(/^(\d+)\.0$/, '$1');
  if (isPostal(type)) return postalCodes(type, text.replace(CENSUS_PREFIX, ''), POSTAL_COUNTRIES[type]);
  const code = type === 'us_county' ? countyCode(text, state) : CODES[type](text);
  return code === null ? [] : [code];
}

const CODES: Readonly<Record<'us_state' | 'au_state' | 'country', (text: string) => string | null>> = {
  us_state: (text) => readUsState(text.replace(CENSUS_PREFIX, ''))?.fips ?? null,
  au_state: (text) => auStateOf(text.replace(/^AU[- ]/, '')),
  country: countryOfCode,
};

function countyCode(text: string, state: string): string | null {
  const digits = text
    .replace(CENSUS_PREFIX, '')
    .replace(/^(?:US|FIPS)[- ]?(?=\d)/, '')
    .replace(/^(\d{2})[- ](?=\d{3}$)/, '$1');
  if (!/^\d{1,5}$/.test(digits)) return null;
  if (digits.length <= 3) {
    const fips = readUsState(state)?.fips;
    return fips === undefined ? null : fips + digits.padStart(3, '0');
  }
  const code = digits.padStart(5, '0');
  return usStateOf(code.slice(0, 2)) === null ? null : (RENUMBERED[code] ?? code);
}
