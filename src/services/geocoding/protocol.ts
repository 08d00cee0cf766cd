import type { AddressQuery } from '../../geo/gazetteer/place.js';
import type { ServicePlace } from '../../geo/street-level/service-places.js';

/** How a kind of service is asked, and what its answers mean. */
export interface Protocol {
  /**
   * @param endpoint is not changed
   * @param address normal; its country an ISO 3166-1 alpha-2 code where it is known as one
   */
  request(endpoint: URL, address: AddressQuery): URL;
  /**
   * @param answer parsed JSON, of whatever shape
   * @returns null: the service knows no such place, or no more than its country
   * @throws MalformedAnswer
   */
  read(answer: unknown, address: AddressQuery): ServicePlace | null;
}

/** The address in one line, the country last, as people write it. */
export const inOneLine = ({ street, city, county, state, zip, country }: AddressQuery): string =>
  [street, city, county, [state, zip].filter(Boolean).join(' '), country].filter(Boolean).join(', ');

export const isCountryCode = (country: string): boolean => /^[A-Z]{2}$/.test(country);

/** Sets the parameters that have a text. */
export function withParameters(endpoint: URL, parameters: Readonly<Record<string, string>>): URL {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(parameters)) if (value !== '') url.searchParams.set(name, value);
  return url;
}
