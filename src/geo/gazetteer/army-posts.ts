import type { Evidence } from './evidence.js';
import { quoted, unknown, zipWord } from './messages.js';
import type { Unplaced } from './place.js';
import { isMilitary, type PostalText, postalKey } from './postal-code.js';
import type { Request } from './request.js';

const ARMY_CITIES: ReadonlySet<string> = new Set(['apo', 'fpo', 'dpo']);
const ARMY_STATES: ReadonlySet<string> = new Set(['aa', 'ae', 'ap']);

/**
 * Tells whether an address is that of a post office of the armed forces, which stand all over the world,
 * whatever country the address names.
 */
export const isArmyPost = ({ city, state, postal }: Request): boolean =>
  (ARMY_CITIES.has(city.key) && (isMilitaryZip(postal) || ARMY_STATES.has(state.key))) ||
  (ARMY_STATES.has(state.key) && isMilitaryZip(postal));

const isMilitaryZip = (postal: PostalText | null): boolean => {
  const key = postal && postalKey(postal, 'US');
  return key !== null && isMilitary(key.slice(2));
};

/** Tells whether an address in the United States is that of such a post office. */
export function isArmy({ city, state, postal }: Request, { code }: Evidence): boolean {
  if (code !== 'US') return false;
  return isMilitaryZip(postal) || ARMY_CITIES.has(city.key) || ARMY_STATES.has(state.key);
}

export function armyPost({ zip, city }: Request, code: string): Unplaced {
  const what = zip === '' ? `city ${quoted(city.text)}` : `${zipWord(code)} ${quoted(zip)}`;
  return unknown(
    zip === '' ? 'city' : 'zip',
    `${what} is a military post office (APO, FPO): it has no place`,
  );
}
