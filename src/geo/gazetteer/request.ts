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

export const NO_NAME: Name = { text: '', key: '' };

export const nameOf = (text: string): Name => (text === '' ? NO_NAME : { text, key: nameKey(text) });

/** Names of states, counties and countries, which a file has again and again; few, so that files of others cost no memory. */
const MAX_REMEMBERED = 1_024;
const remembered = new Map<string, Name>();

function frequentNameOf(text: string): Name {
  if (text === '') return NO_NAME;
  const known = remembered.get(text);
  if (known) return known;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const name = nameOf(text);
  remembered.set(text, name);
  return name;
}

export function requestOf({ city, county, state, country, zip }: AddressQuery): Request {
  return {
    city: nameOf(city),
    county: frequentNameOf(county),
    state: frequentNameOf(state),
    country: frequentNameOf(country),
    zip,
    postal: zip === '' ? null : readPostalCode(zip),
  };
}
