import { isInCountry } from './postal-country.js';
import type { PostalType } from './region-type.js';

const US_ZIP = /^(\d{5})(?:[- ]?\d{4})?$/;
/** What a spreadsheet leaves of 02139, or of 00501. */
const SHORTENED_US_ZIP = /^\d{3,4}(?:-\d{4})?$/;
const CA_POSTCODE = /^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])(?:\d[ABCEGHJ-NPRSTV-Z]\d)?$/;
/** Outward and inward code, or an outward code alone, or an area alone. */
const UK_POSTCODE = /^([A-Z]{1,2}(?:\d[A-Z\d]?)?)(?: ?\d[A-Z]{2})?$/;
const AU_POSTCODE = /^\d{3,4}$/;
const DE_POSTCODE = /^(?:DE?[- ]?)?(\d{4,5})$/;

/**
 * The codes under which a layer may have the area of a row's postal code, the most exact first: for most types one, for British
 * postcodes district (`SW1A`), district without its letter (`SW1`) and area (`SW`). [] for what is not a code of this type, or when the
 * row's country is another. Lost leading zeros come back: of a US ZIP when the row says that it is one, as codes of four digits are common
 * elsewhere.
 * @param country name or code as the row has it, or ''
 */
export function postalCodes(type: PostalType, zip: string, country: string): readonly string[] {
  const code = zip.trim().replace(/\s+/g, ' ').toUpperCase();
  if (code === '' || code.length > 16 || !(country === '' || isInCountry(type, country))) return [];
  switch (type) {
    case 'us_zip':
      if (SHORTENED_US_ZIP.test(code)) return country === '' ? [] : [code.split('-')[0]!.padStart(5, '0')];
      return groupOf(US_ZIP, code);
    case 'ca_fsa':
      return groupOf(CA_POSTCODE, code.replaceAll(/[ -]/g, ''));
    case 'uk_postcode':
      return ukCodes(code);
    case 'au_postcode':
      return AU_POSTCODE.test(code) ? [code.padStart(4, '0')] : [];
    case 'de_postcode':
      return groupOf(DE_POSTCODE, code).map((digits) => digits.padStart(5, '0'));
  }
}

function groupOf(pattern: RegExp, code: string): string[] {
  const match = pattern.exec(code);
  return match ? [match[1]!] : [];
}

function ukCodes(code: string): string[] {
  const [outward] = groupOf(UK_POSTCODE, code);
  if (outward === undefined) return [];
  const wider = [outward, outward.replace(/(?<=\d)[A-Z]$/, ''), outward.replace(/\d.*$/, '')];
  return [...new Set(wider)];
}
