import { isBlank } from './blank.js';
import { countryKey, nameKey } from './name-key.js';
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
  /** Whether names like one that is not known are looked for, which may cost more than all else. */
  readonly wantsHint: boolean;
}

export const NO_NAME: Name = { text: '', key: '' };

/** NO_NAME of what says nothing, as "N/A". */
export function nameOf(text: string, keyOf = nameKey): Name {
  if (text === '') return NO_NAME;
  const key = keyOf(text);
  return isBlank(text, key) ? NO_NAME : { text, key };
}

/** Names of states, counties and countries, which a file has again and again; few, so that files of others cost no memory. */
const MAX_REMEMBERED = 1_024;

function frequentNames(keyOf: (text: string) => string): (text: string) => Name {
  const remembered = new Map<string, Name>();
  return (text) => {
    if (text === '') return NO_NAME;
    const known = remembered.get(text);
    if (known) return known;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    // A copy: a cell may be a piece of the text of its block, all of which would stay in memory.
    const copy = Buffer.from(text).toString();
    const name = nameOf(copy, keyOf);
    remembered.set(copy, name);
    return name;
  };
}

const areaOf = frequentNames(nameKey);
const countryOf = frequentNames(countryKey);

/** A postal code has a digit: else a word such as "unknown" may stand there. */
const zipOf = (text: string): string => (/\d/.test(text) || nameOf(text) !== NO_NAME ? text : '');

export function requestOf({ city, county, state, country, zip }: AddressQuery, wantsHint = true): Request {
  return {
    city: nameOf(city),
    county: areaOf(county),
    state: areaOf(state),
    country: countryOf(country),
    zip: zip === '' ? '' : zipOf(zip),
    postal: zip === '' ? null : readPostalCode(zip),
    wantsHint,
  };
}
