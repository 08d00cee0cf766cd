import type { DemographicLevel } from '../../../geo/demographics/level.js';
import { CENSUS_PREFIX } from '../../../geo/regions/area-codes.js';
import { countryOfCode } from '../../../geo/regions/iso-3166.js';
import { US_STATES, usStateOf } from '../../../geo/regions/us-states.js';

/** Form of the codes of each level, for messages. */
export const CODE_SHAPES: Readonly<Record<DemographicLevel, string>> = {
  us_zip: 'a ZIP of five digits',
  us_county: 'a county code (FIPS) of five digits',
  us_state: 'a state code (FIPS) of two digits or two letters',
  country: 'an ISO 3166-1 country code of two or three letters',
};

/**
 * Region code of a table cell: restores leading zeros that a spreadsheet dropped, and removes the Census
 * Bureau's prefix.
 * @returns null for any other text
 */
export function readRegionCode(level: DemographicLevel, cell: string): string | null {
  const text = cell.trim().toUpperCase();
  if (level === 'country') return /^[A-Z]{2,3}$/.test(text) ? countryOfCode(text) : null;
  const code = text.replace(CENSUS_PREFIX, '').replace(/^ZCTA5 /, '');
  if (level === 'us_state') {
    const state = /^\d{1,2}$/.test(code)
      ? usStateOf(code.padStart(2, '0'))
      : US_STATES.find(({ postal }) => postal === code);
    return state?.fips ?? null;
  }
  const shortest = level === 'us_zip' ? 3 : 4;
  if (!/^\d{3,5}$/.test(code) || code.length < shortest) return null;
  const digits = code.padStart(5, '0');
  return level === 'us_county' && usStateOf(digits.slice(0, 2)) === null ? null : digits;
}

/** Headers of code columns, folded, by level: the first that a table has counts. */
export const CODE_HEADERS: Readonly<Record<DemographicLevel, readonly string[]>> = {
  us_zip: [
    'zip',
    'zcta',
    'zcta5',
    'zcta5ce20',
    'zcta5ce10',
    'zip_code',
    'zipcode',
    'geoid',
    'geo_id',
    'geoid20',
    'postal_code',
    'code',
  ],
  us_county: ['geoid', 'geo_id', 'fips', 'county_fips', 'fips_code', 'county_code', 'county', 'code'],
  us_state: [
    'geoid',
    'geo_id',
    'fips',
    'state_fips',
    'fips_code',
    'state_code',
    'state',
    'state_abbreviation',
    'code',
  ],
  country: [
    'iso',
    'iso2',
    'iso_2',
    'iso_a2',
    'alpha_2',
    'iso3',
    'iso_3',
    'iso_a3',
    'alpha_3',
    'country_code',
    'country',
    'code',
  ],
};
