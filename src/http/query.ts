import { quote } from '../base/cut.js';
import { badRequest } from '../base/errors.js';

/**
 * Reads the known members of a query; `+` is a blank, as browsers and URLSearchParams write it. Unknown
 * members are ignored and reported, but must be well-formed. A repeated known member is refused: given
 * `page_size=10&page_size=20`, some servers take the first and some the last, so either choice would surprise
 * a client.
 * @param query without the question mark, still percent-encoded
 * @param tell receives the names of unknown members
 * @throws AppError BAD_REQUEST on malformed percent-encoding, U+0000, a repeated known member
 */
export function parseQuery(
  query: string,
  known: Pick<ReadonlySet<string>, 'has'>,
  tell: (name: string) => unknown = () => {},
): Record<string, string> {
  const found: Record<string, string> = {};
  let start = 0;
  while (start < query.length) {
    const ampersand = query.indexOf('&', start);
    const end = ampersand === -1 ? query.length : ampersand;
    const pair = query.slice(start, end);
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    start = end + 1;
    if (!known.has(name)) {
      if (name !== '') tell(name);
      continue;
    }
    if (Object.hasOwn(found, name)) throw badRequest(`${name} is given more than once: give it once`);
    found[name] = value;
  }
  return found;
}

/** Reports the names of a query on a route that has none. Malformed names are reported as they are. */
export function tellNames(query: string, tell: (name: string) => boolean): void {
  for (let start = 0; start < query.length; ) {
    const ampersand = query.indexOf('&', start);
    const end = ampersand === -1 ? query.length : ampersand;
    const name = query.slice(start, end).split('=', 1)[0]!;
    start = end + 1;
    if (name !== '' && !tell(decodeAnyhow(name))) return;
  }
}

function decodeAnyhow(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function decode(text: string): string {
  const blanks = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!blanks.includes('%')) return blanks;
  let decoded: string;
  try {
    decoded = decodeURIComponent(blanks);
  } catch {
    throw badRequest(
      `the query is not percent-encoded UTF-8: ${quote(text)}; write % as %25, and ü as %C3%BC`,
    );
  }
  if (decoded.includes('\0')) throw badRequest('the query contains the character U+0000: leave out %00');
  return decoded;
}
