import { type IpAddress, readIpAddress } from './ip-address.js';

/** Address that a proxy names as its peer; null for `unknown`, `_hidden` and malformed addresses. */
export type Hop = IpAddress | null;

/** Longest chain of proxies; earlier entries are ignored. */
export const MAX_HOPS = 32;

/** @param value of X-Forwarded-For, lines joined by commas. @returns from the client to the last proxy */
export function readForwardedFor(value: string): Hop[] {
  const entries = value.split(',').slice(-MAX_HOPS);
  return entries.map((entry) => readNode(entry.trim().replace(/^"([^"]*)"$/, '$1')));
}

/** Pair of RFC 7239: a name with a token or a quoted string, then a separator or the end. */
const PAIR = /[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*))[ \t]*([,;]|$)/y;

/**
 * @param value of Forwarded, lines joined by commas
 * @returns hops from the client to the last proxy; null for a header that violates RFC 7239: a quote that a
 * client opened would swallow the entries that the proxy added
 */
export function readForwarded(value: string): Hop[] | null {
  const nodes: string[] = [];
  let node = '';
  for (let at = 0; ; at = PAIR.lastIndex) {
    PAIR.lastIndex = at;
    const [pair, name = '', quoted, token = '', divider] = PAIR.exec(value) ?? [];
    if (pair === undefined) return null;
    if (name.toLowerCase() === 'for') node = quoted?.replace(/\\(.)/g, '$1') ?? token;
    if (divider === ';') continue;
    nodes.push(node);
    node = '';
    if (divider === '') return nodes.slice(-MAX_HOPS).map(readNode);
  }
}

/** `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`. */
function readNode(node: string): Hop {
  const [, inBrackets, ipv4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::[\w.-]+)?$/.exec(node) ?? [];
  return readIpAddress(inBrackets ?? ipv4 ?? node);
}
