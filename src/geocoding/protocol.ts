import type { Answer } from './answer.js';
import type { AskedAddress } from './asked-address.js';

/** How a kind of service is asked, and what its answers mean. */
export interface Protocol {
  /** @param endpoint is not changed */
  request(endpoint: URL, address: AskedAddress): URL;
  /**
   * @param answer parsed JSON, of whatever shape
   * @returns null: the service knows no such place, or no more than its country
   * @throws MalformedAnswer
   */
  read(answer: unknown, address: AskedAddress): Answer | null;
}

/** The address in one line, the country last, as people write it. */
export const inOneLine = ({ street, city, county, state, zip, country }: AskedAddress): string =>
  [street, city, county, [state, zip].filter(Boolean).join(' '), country].filter(Boolean).join(', ');

export const isCountryCode = (country: string): boolean => /^[A-Z]{2}$/.test(country);

/** Sets the parameters that have a text. */
export function withParameters(endpoint: URL, parameters: Readonly<Record<string, string>>): URL {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(parameters)) if (value !== '') url.searchParams.set(name, value);
  return url;
}
