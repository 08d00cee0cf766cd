import { cut } from '../../base/cut.js';
import type { AddressQuery, Unplaced } from './place.js';

const MAX_QUOTED = 60;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get into a message
const UNPRINTABLE = /[\x00-\x1f\x7f\u2028\u2029\p{Bidi_Control}]/gu;

/** Quotes a cell for a message: short and on one line. */
export function quoted(text: string): string {
  const characters = cut(text, MAX_QUOTED);
  return `'${characters.toWellFormed().replace(UNPRINTABLE, ' ')}'`;
}

const unplaced =
  (code: Unplaced['code']) =>
  (part: keyof AddressQuery | null, message: string): Unplaced => ({ code, message, part });

export const missing = unplaced('address_missing');
export const unknown = unplaced('address_unknown');
export const ambiguous = unplaced('address_ambiguous');
export const contradictory = unplaced('address_contradictory');

/** The name of postal codes in a country. */
export const zipWord = (country: string): string => (country === 'US' ? 'ZIP' : 'postal code');

export const countryAlone = (text: string): string =>
  `${quoted(text)} is a country, which alone is no place: give a postal code, a city or a state`;

/** "Ohio, Texas and 3 more". */
export function listed(names: readonly string[], most = 4): string {
  const distinct = [...new Set(names)];
  const shown = distinct.slice(0, most);
  if (distinct.length > most) return `${shown.join(', ')} and ${distinct.length - most} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : (shown[0] ?? '');
}
