import type { DemographicLevel } from '../../../geo/demographics/level.js';
import { ISO_COUNTRIES } from '../../../recognise/data/iso-countries.js';

/** FIPS code and postal abbreviation of the states, the District of Columbia and the territories (ANSI INCITS 38). */
const STATES =
  '01AL 02AK 04AZ 05AR 06CA 08CO 09CT 10DE 11DC 12FL 13GA 15HI 16ID 17IL 18IN 19IA 20KS 21KY 22LA 23ME 24MD 25MA 26MI 27MN 28MS 29MO 30MT ' +
  '31NE 32NV 33NH 34NJ 35NM 36NY 37NC 38ND 39OH 40OK 41OR 42PA 44RI 45SC 46SD 47TN 48TX 49UT 50VT 51VA 53WA 54WV 55WI 56WY 60AS 66GU 69MP ' +
  '72PR 74UM 78VI';
const FIPS = new Map(STATES.split(' ').map((state) => [state.slice(2), state.slice(0, 2)]));
const FIPS_CODES: ReadonlySet<string> = new Set(FIPS.values());

/** Kosovo's code is not in ISO 3166-1 but in general use. */
const COUNTRIES = new Map(
  [...ISO_COUNTRIES.split(' '), 'XKXKX'].flatMap((codes) => [
    [codes.slice(0, 2), codes.slice(0, 2)],
    [codes.slice(2), codes.slice(0, 2)],
  ]),
);

/** Prefix of GEO_ID codes of the Census Bureau: summary level, variant, component, country. */
const CENSUS_PREFIX = /^\d{3}[0-9A-Z]{2}\d{2}US(?=\d)/;

/** Form of the codes of each level, for messages. */
export const CODE_SHAPES: Readonly<Record<DemographicLevel, string>> = {
  us_zip: 'a ZIP of five digits',
  us_county: 'a county code (FIPS) of five digits',
  us_state: 'a state code (FIPS) of two digits or two letters',
  country: 'an ISO 3166-1 country code of two or three letters',
};

/**
 * Region code of a table cell: restores leading zeros that a spreadsheet dropped, and removes the Census Bureau's prefix.
 * @returns null for any other text
 */
export function readRegionCode(level: DemographicLevel, cell: string): string | null {
  const text = cell.trim().toUpperCase();
  if (level === 'country') return COUNTRIES.get(text) ?? null;
  const code = text.replace(CENSUS_PREFIX, '').replace(/^ZCTA5 /, '');
  if (level === 'us_state') {
    const fips = FIPS.get(code) ?? (/^\d{1,2}$/.test(code) ? code.padStart(2, '0') : '');
    return FIPS_CODES.has(fips) ? fips : null;
  }
  const shortest = level === 'us_zip' ? 3 : 4;
  if (!/^\d{3,5}$/.test(code) || code.length < shortest) return null;
  const digits = code.padStart(5, '0');
  return level === 'us_county' && !FIPS_CODES.has(digits.slice(0, 2)) ? null : digits;
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
