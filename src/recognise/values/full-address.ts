import { fold, foldName } from '../fold.js';
import { anyOf } from '../languages/index.js';
import { countryOf, isSubdivision, isSubdivisionCode } from './regions.js';

/**
 * A postal code in front of a town: `12345 Berlin`, `1234 AB Delft`, `75 001 PARIS`, `D-20359 Hamburg`,
 * `01310-100 - Centro`.
 */
const CODE_THEN_TOWN =
  /[\p{L}\d.)][,;\n\-– ]+(?:[A-Z]{1,3}-)?(?:\d{4,5}|\d{4} ?[A-Z]{2}|\d{4,5}-\d{3})[ ,\-–]+\p{Lu}[\p{L}'’.-]{2}/u;
/** A town, then state and code: `Redlands CA 92373`, `Toronto, ON M2M 2M2`, `Sydney NSW 2000`. */
const STATE_THEN_CODE = /[\s,][A-Z]{2,3}\.?,?\s+(?:\d{4,5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)(?:$|[\s,])/;
const CODE_AT_END =
  /,[^,]*[\s,](?:\d{4,6}(?:-\d{3,4})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)\.?$/i;
const SUITE = new RegExp(`^(?:${anyOf(({ values }) => values.suites)})\\b`);
const STATE_AT_END = /[,\s-]\s?([A-Z]{2,3})\.?$/;

/** True for an address that names its town or postal code, so that nothing else is needed to find it. */
export function isFullAddress(text: string): boolean {
  if (text.length < 8 || !/\p{L}{2}/u.test(text)) return false;
  if (CODE_THEN_TOWN.test(text) || STATE_THEN_CODE.test(text)) return true;
  if (!/[,\n;–-]/.test(text)) return false;
  if (CODE_AT_END.test(text) && (text.match(/,/g)?.length ?? 0) >= 1) return true;
  const last = lastSegment(text);
  if (last === '') return false;
  const key = foldName(last);
  if (last.length > 3 && countryOf(key)) return true;
  const state = STATE_AT_END.exec(text);
  if (state && isSubdivisionCode(state[1]!)) {
    // Text before the code, without the separator next to it.
    const before = text.slice(0, state.index + state[0].indexOf(state[1]!) - 1);
    if (/[,\n]/.test(before)) return true;
  }
  return last.length > 3 && text.split(',').length > 1 && isSubdivision(key);
}

/**
 * The text behind the last comma, line break or dash, if it can be a town: words without digits that are no
 * suite or floor; '' otherwise.
 */
export function lastSegment(text: string): string {
  const at = Math.max(text.lastIndexOf(','), text.lastIndexOf('\n'), text.lastIndexOf(' - '));
  if (at <= 0) return '';
  const last = text.slice(at + 1).replace(/^[\s-]+|[\s.]+$/g, '');
  if (last.length < 2 || last.length > 40 || /\d/.test(last) || SUITE.test(fold(last))) return '';
  return last.split(/\s+/).length <= 4 ? last : '';
}
