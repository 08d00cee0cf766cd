import type { AddressQuery } from '../gazetteer/place.js';

/** Longer texts are no addresses, and would not fit into the head of a request. */
const MAX_LENGTH = 500;
/** Parts below a state: a service is asked only for an address with one of them. */
const LOCAL_PARTS = ['street', 'city', 'county', 'zip'] as const;

/**
 * Normal form of an address: single spaces, no commas around its parts.
 * @param defaultCountry name or code for addresses without a country
 * @returns null for addresses that no service is asked for: without a part below a state, or too long
 */
export function normalAddress(address: AddressQuery, defaultCountry: string | null): AddressQuery | null {
  const { street, city, county, state, zip, country } = address;
  // Lengths come first: a cell has up to 32,000 characters.
  if (street.length + city.length + county.length + state.length + zip.length + country.length > MAX_LENGTH) {
    return null;
  }
  const normalised = {
    street: normal(street),
    city: normal(city),
    county: normal(county),
    state: normal(state),
    zip: normal(zip),
    country: normal(country) || normal(defaultCountry ?? ''),
  };
  return LOCAL_PARTS.every((part) => normalised[part] === '') ? null : normalised;
}

/** Key that ignores case, so that equal addresses are asked once. */
export const addressKey = ({ street, city, county, state, zip, country }: AddressQuery): string =>
  [street, city, county, state, zip, country].join('\u001f').toLowerCase();

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are meant
const SPACES = /[\s\u0000-\u001f\u007f]+/g;

const normal = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(SPACES, ' ')
    .replace(/^[ ,;]+|[ ,;]+$/g, '');
