import { isNoValue } from './blank.js';
import { countryKey, nameKey } from './name-key.js';
import type { AddressQuery } from './place.js';
import { type PostalText, readPostalCode } from './postal-code.js';

/** A name in an address, as written and as key; '' where it is missing. */
export interface Name {
  readonly text: string;
  readonly key: string;
}

/** An address, parsed and not yet looked up. */
export interface Request {
  readonly city: Name;
  readonly county: Name;
  readonly state: Name;
  readonly country: Name;
  /** Text as written; '' where it is missing. */
  readonly zip: string;
  /** null: missing, or not a postal code. */
  readonly postal: PostalText | null;
  /** Tells whether to search for similar names, which may cost more than everything else. */
  readonly wantsHint: boolean;
}

export const NO_NAME: Name = { text: '', key: '' };

/** Parses a name; NO_NAME for a text that means "no value", such as "N/A". */
export function parseName(text: string, keyOf = nameKey): Name {
  if (text === '') return NO_NAME;
  const key = keyOf(text);
  return isNoValue(text, key) ? NO_NAME : { text, key };
}

/** Bound on remembered names of states, counties and countries, which repeat within a file. */
const MAX_REMEMBERED = 1_024;

function frequentNames(keyOf: (text: string) => string): (text: string) => Name {
  const remembered = new Map<string, Name>();
  return (text) => {
    if (text === '') return NO_NAME;
    const known = remembered.get(text);
    if (known) return known;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    // Buffer.from copies: a cell may be a slice of its block's text, which would stay in memory as a whole.
    const copy = Buffer.from(text).toString();
    const name = parseName(copy, keyOf);
    remembered.set(copy, name);
    return name;
  };
}

const areaOf = frequentNames(nameKey);
const countryOf = frequentNames(countryKey);

/** Delivery to post boxes: "Paris Cedex 09". */
const CEDEX = /(?<=\p{L}) +cedex(?: +\d{1,2})?$/iu;

/**
 * Part of a town, which lists of branches tell apart, before its state: "Tulsa (SW), OK", "Houston(W) TX".
 */
const SIDE = /(?<=\p{L}{3}) {0,9}\((?:[NSEW]|[NS][EW])\)(?= {0,9}[,;]| [A-Z]{2}(?!\p{L})|$)/u;

/** Takes off the part of a town, as far as it is no state: "Malmö (SE)". */
export const withoutSide = (text: string, hasState: boolean): string =>
  text.includes('(') && (hasState || !text.endsWith(')')) ? text.replace(SIDE, '') : text;

/** Registers of Spain and others put articles behind names: "Coruña, A", "Hospitalet de Llobregat, L'". */
const ARTICLE_BEHIND =
  /^([^,]{2,80}), {0,3}(el|la|los|las|l['’]|els|les|es|sa|ses|a|o|as|os|il|le|lo|illes|the)$/i;

/**
 * The name with its article before it, where one stands behind it and the name is known so: "Shreveport, La"
 * has none.
 */
export function withArticleFirst(text: string, isKnown: (name: Name) => boolean): string {
  const found = text.includes(',') ? ARTICLE_BEHIND.exec(text) : null;
  if (found === null) return text;
  const [, name, article] = found as unknown as [string, string, string];
  const turned = /['’]$/.test(article) ? article + name : `${article} ${name}`;
  return isKnown(parseName(turned)) ? turned : text;
}

const cityOf = (text: string, hasState: boolean): Name =>
  parseName(withoutSide(text.includes(' ') ? text.replace(CEDEX, '') : text, hasState));

/** A postal code has a digit; a text without digits counts unless it means "no value", such as "unknown". */
const zipOf = (text: string): string => (/\d/.test(text) || parseName(text) !== NO_NAME ? text : '');

export function requestOf({ city, county, state, country, zip }: AddressQuery, wantsHint = true): Request {
  return {
    city: cityOf(city, state !== ''),
    county: areaOf(county),
    state: areaOf(state),
    country: countryOf(country),
    zip: zip === '' ? '' : zipOf(zip),
    postal: zip === '' ? null : readPostalCode(zip),
    wantsHint,
  };
}
