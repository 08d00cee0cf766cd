import { postalKey, readPostalCode, withoutApostrophe } from '../gazetteer/postal-code.js';
import { isInCountry } from './postal-country.js';
import type { PostalType } from './region-type.js';

export const POSTAL_COUNTRIES: Readonly<Record<PostalType, string>> = {
  us_zip: 'US',
  ca_fsa: 'CA',
  uk_postcode: 'GB',
  au_postcode: 'AU',
  de_postcode: 'DE',
};
/** Outward and inward code, an outward code alone, or an area alone. */
const UK_POSTCODE = /^([A-Z]{1,2}(?:\d[A-Z\d]?)?)(?: ?\d[A-Z]{2})?$/;

/**
 * Codes under which a layer may have the area of a row's postal code, the most exact first. Most types have
 * one, read as the gazetteer reads it, so that area and point agree; British postcodes have district
 * (`SW1A`), district without its letter (`SW1`) and area (`SW`). [] for a code of another type, or a row in
 * another country. Lost leading zeros of a ZIP are restored where the row names the United States, as codes
 * of four digits are common elsewhere.
 * @param country name or code as the row has it, or ''
 */
export function postalCodes(type: PostalType, zip: string, country: string): readonly string[] {
  if (country !== '' && !isInCountry(type, country)) return [];
  if (type === 'uk_postcode') return ukCodes(zip);
  const read = readPostalCode(zip);
  if (read === null || (read.country !== null && read.country !== POSTAL_COUNTRIES[type])) return [];
  if (type === 'us_zip' && country === '' && read.text.length < 5) return [];
  // Keys of the gazetteer begin with the country.
  const code = postalKey(read, POSTAL_COUNTRIES[type])?.slice(2).toUpperCase();
  return code === undefined ? [] : [code];
}

function ukCodes(zip: string): string[] {
  if (zip.length > 16) return [];
  const outward = UK_POSTCODE.exec(withoutApostrophe(zip.trim()).replace(/\s+/g, ' ').toUpperCase())?.[1];
  if (outward === undefined) return [];
  const wider = [outward, outward.replace(/(?<=\d)[A-Z]$/, ''), outward.replace(/\d.*$/, '')];
  return [...new Set(wider)];
}
