import type { HttpRequest } from './message.js';

/** Names of parameters in which clients of other services send their key. */
const KEY_IN_QUERY = /(?:^|&)(?:api[_-]?key|access[_-]?token|key|token|auth)=/i;
const KEY_SHAPE = /^ck_[0-9A-Za-z]+$/;

/**
 * Defect of a request without a valid key, as far as the request itself shows it. It repeats nothing of what
 * may be a key.
 */
export function whyUnauthorized({ header, query }: Pick<HttpRequest, 'header' | 'query'>): string {
  const words = header('authorization').trim().split(/\s+/);
  const [scheme = '', key, ...others] = words;
  if (scheme === '') {
    if (header('x-api-key') !== '') return 'a key in X-Api-Key is not read';
    if (KEY_IN_QUERY.test(query))
      return 'a key in the query is not read, and addresses get into logs: revoke it';
    return 'the header Authorization is missing or empty';
  }
  const isBearer = scheme.toLowerCase() === 'bearer';
  if (key === undefined)
    return isBearer ? 'no key follows the word Bearer' : 'the word Bearer is missing before the key';
  if (!isBearer) return 'the scheme of the header Authorization is not Bearer';
  if (others.length > 0) return 'the key has blanks in it';
  if (/["'`]/.test(key)) return 'the key is in quotes';
  if (!KEY_SHAPE.test(key)) return 'that is no key: one begins with ck_, and letters and digits follow';
  return 'the key is unknown or was revoked';
}
