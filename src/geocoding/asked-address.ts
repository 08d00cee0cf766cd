import { createHash } from 'node:crypto';
import type { AddressQuery } from '../geo/gazetteer/place.js';
import { countryCode } from './country-code.js';
import type { GeocoderService } from './service-url.js';

/** An address as a service is asked for it: spaces are single, `country` is an ISO 3166-1 alpha-2 code where it is known as a country's. */
export type AskedAddress = AddressQuery;

/** Longer ones are not addresses, and would not fit into the head of a request. */
const MAX_LENGTH = 500;
/** With a rest of an address beside it, somebody can be found by it; a country alone is nowhere. */
const LOCAL_PARTS = ['street', 'city', 'county', 'zip'] as const;

/**
 * The address in its normal form. Such addresses that are the same are asked for once.
 * @param defaultCountry of addresses without a country: name or code
 * @returns null when no service is to be asked: the address has no part below a state, or is too long
 */
export function askedAddress(address: AddressQuery, defaultCountry: string | null): AskedAddress | null {
  const country = normal(address.country) || normal(defaultCountry ?? '');
  const asked = {
    street: normal(address.street),
    city: normal(address.city),
    county: normal(address.county),
    state: normal(address.state),
    zip: normal(address.zip),
    country: countryCode(country) ?? country,
  };
  if (LOCAL_PARTS.every((part) => asked[part] === '')) return null;
  const length = Object.values(asked).reduce((sum, text) => sum + text.length, 0);
  return length > MAX_LENGTH ? null : asked;
}

/** What is the same for addresses that differ in nothing that matters: case, kinds of spaces, a comma at the end. */
export function addressKey({ street, city, county, state, zip, country }: AskedAddress): string {
  return [street, city, county, state, zip, country].join('\u001f').toLowerCase();
}

/** SHA-256, hexadecimal: under which the answer of a service is kept. Answers of another service are another's. */
export function cacheKey(service: GeocoderService, key: string): string {
  return createHash('sha256').update(`${serviceName(service)}\u001f${key}`).digest('hex');
}

/** `nominatim geocoder.example.com:8080/search`: nothing of the query, which may hold a key. */
export const serviceName = ({ kind, endpoint }: GeocoderService): string =>
  `${kind} ${endpoint.host}${endpoint.pathname}`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are meant
const SPACES = /[\s\u0000-\u001f\u007f]+/g;

const normal = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(SPACES, ' ')
    .replace(/^[ ,;]+|[ ,;]+$/g, '');
