import { isUtf8 } from 'node:buffer';
import { badRequest } from '../base/errors.js';
import { MAX_JSON_DEPTH, MAX_JSON_MEMBERS, parseJson } from '../schema/json-text.js';

const BODY = 'the body';

/** Escapes of U+0000, and of surrogates, which may lack their other half: PostgreSQL refuses both. */
const ODD_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;

/**
 * Parses a JSON body: UTF-8 with or without a byte order mark, hardened as `parseJson` describes. `__proto__`
 * is an own member of the result like any other. It stays one in a spread ({...value}), Object.entries and a
 * Map; assigning it (Object.assign, target[name] = …) would set the target's prototype instead.
 * @param what name of the bytes in messages
 * @throws AppError BAD_REQUEST for bytes that are not UTF-8, not JSON, not an object, or contain U+0000 or
 * half a surrogate pair
 */
export function parseJsonBody(bytes: Buffer, what = BODY): object {
  if (!isUtf8(bytes)) throw badRequest(`${what} must be JSON in UTF-8, and is no UTF-8`);
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  if (bytes.length === start) throw badRequest(`${what} is empty: it must be a JSON object`);
  const text = bytes.toString('utf8', start);
  const advice = what === BODY ? undefined : '';
  const value = parseJson(text, MAX_JSON_DEPTH, 'refuse', MAX_JSON_MEMBERS, advice);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest(`${what} must be a JSON object, not ${kindOf(value)}`);
  }
  if (ODD_ESCAPE.test(text)) refuseOddText(value, what);
  return value;
}

const kindOf = (value: unknown): string =>
  Array.isArray(value)
    ? 'an array'
    : typeof value === 'string'
      ? 'a text: was it encoded twice?'
      : JSON.stringify(value);

/** The depth of the value is bounded by MAX_JSON_DEPTH. */
function refuseOddText(value: unknown, what: string): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw badRequest(`${what} contains the character U+0000: leave it out`);
    if (!value.isWellFormed())
      throw badRequest(`${what} contains half a surrogate pair: a character was cut in two`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      refuseOddText(name, what);
      refuseOddText(member, what);
    }
  }
}
