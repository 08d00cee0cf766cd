import type { AddressQuery } from '../gazetteer/place.js';

/** Longer ones are not addresses, and would not fit into the head of a request. */
const MAX_LENGTH = 500;
/** A state or a country alone is nothing that a service is to be asked for. */
const LOCAL_PARTS = ['street', 'city', 'county', 'zip'] as const;

/**
 * An address in its normal form: spaces are single, and there are no commas around its parts.
 * @param defaultCountry of addresses without a country: name or code
 * @returns null where a service is not to be asked: the address has no part below a state, or is too long
 */
export function normalAddress(address: AddressQuery, defaultCountry: string | null): AddressQuery | null {
  const { street, city, county, state, zip, country } = address;
  // Before anything is made of them: a cell has up to 32,000 characters.
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

/** The same for normal addresses that differ in case alone: they are asked for once. */
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
