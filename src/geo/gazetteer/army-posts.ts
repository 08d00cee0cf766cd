import type { Evidence } from './evidence.js';
import { quoted, unknown, zipWord } from './messages.js';
import type { Unplaced } from './place.js';
import { isMilitary } from './postal-code.js';
import type { Request } from './request.js';

const ARMY_CITIES: ReadonlySet<string> = new Set(['apo', 'fpo', 'dpo']);
const ARMY_STATES: ReadonlySet<string> = new Set(['aa', 'ae', 'ap']);

/** Whether an address is that of a post office of the armed forces. */
export function isArmy({ city, state }: Request, { code, postalKey: key }: Evidence): boolean {
  if (code !== 'US') return false;
  return (key !== null && isMilitary(key)) || ARMY_CITIES.has(city.key) || ARMY_STATES.has(state.key);
}

export function armyPost({ zip, city }: Request, code: string): Unplaced {
  const what = zip === '' ? `city ${quoted(city.text)}` : `${zipWord(code)} ${quoted(zip)}`;
  return unknown(
    zip === '' ? 'city' : 'zip',
    `${what} is a military post office (APO, FPO): it has no place`,
  );
}
