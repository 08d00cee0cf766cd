import type { AddressQuery } from '../../geo/gazetteer/place.js';
import type { ServicePlace } from '../../geo/street-level/service-places.js';

/** Requests and answers of one kind of service. */
export interface GeocodingProtocol {
  /**
   * @param endpoint stays unchanged
   * @param address in normal form; its country is an ISO 3166-1 alpha-2 code where it is known as one
   */
  request(endpoint: URL, address: AddressQuery): URL;
  /**
   * @param answer parsed JSON of any shape
   * @returns null: the service knows no such place, or only its country
   * @throws MalformedAnswer
   */
  read(answer: unknown, address: AddressQuery): ServicePlace | null;
}

/** The address in one line, country last. */
export const inOneLine = ({ street, city, county, state, zip, country }: AddressQuery): string =>
  [street, city, county, [state, zip].filter(Boolean).join(' '), country].filter(Boolean).join(', ');

export const isCountryCode = (country: string): boolean => /^[A-Z]{2}$/.test(country);

/** Sets the parameters that are not empty. */
export function withParameters(endpoint: URL, parameters: Readonly<Record<string, string>>): URL {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(parameters)) if (value !== '') url.searchParams.set(name, value);
  return url;
}
