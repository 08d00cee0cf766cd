import { nameKey } from './name-key.js';
import type { AddressQuery } from './place.js';
import { type PostalText, readPostalCode } from './postal-code.js';

/** A name in an address: as written, and its key. '' where there is none. */
export interface Name {
  readonly text: string;
  readonly key: string;
}

/** An address, read but not looked up. */
export interface Request {
  readonly city: Name;
  readonly county: Name;
  readonly state: Name;
  readonly country: Name;
  /** As written; '' where there is none. */
  readonly zip: string;
  /** null: there is none, or it cannot be a postal code. */
  readonly postal: PostalText | null;
}

export const nameOf = (text: string): Name => ({ text, key: nameKey(text) });

export function requestOf({ city, county, state, country, zip }: AddressQuery): Request {
  return {
    city: nameOf(city),
    county: nameOf(county),
    state: nameOf(state),
    country: nameOf(country),
    zip,
    postal: zip === '' ? null : readPostalCode(zip),
  };
}
