import { readDegrees } from './degrees.js';
import type { LetterO } from './letter-o.js';

const PLAIN = /^[+-]?\d{1,3}(?:\.\d{1,30})?$/;
/** Its last letter is the seconds', where the text is a longitude, which is never south. */
const ENDS_WITH_SECONDS = /\d\s?s$/i;
const EXPONENT = /^[+-]?\d{1,3}(?:\.\d{1,30})?[eE](?:[+-]?\d{1,2}|-\d{3})$/;

/**
 * A latitude or longitude as people write it: decimal with a point or a comma (one comma can only be a
 * decimal comma: no coordinate has thousands), or degrees, minutes and seconds; with a hemisphere where it
 * fits the axis, and its letter has one meaning.
 * A latitude like `33d51m24s` is one only where the longitude has the letter of seconds, too: beside
 * `151d12m36e` its letter is rather the south.
 * @param other text of the other axis
 * @returns degrees, or NaN for what is not unmistakably a number. The range is the caller's to check.
 */
export function parseCoordinate(
  text: string,
  expected: 'lat' | 'lng',
  letterO: LetterO = null,
  other = '',
): number {
  if (PLAIN.test(text) || EXPONENT.test(text)) return Number(text);
  const { degrees, axis, unsigned, mayBeSouth } = readDegrees(text);
  if (mayBeSouth && expected === 'lat' && !ENDS_WITH_SECONDS.test(other)) return Number.NaN;
  if ((axis !== null && axis !== expected) || (unsigned && letterO === null)) return Number.NaN;
  if (!unsigned) return degrees;
  if (letterO === 'west') return -Math.abs(degrees);
  return degrees < 0 ? Number.NaN : degrees;
}
