import { type IpAddress, readIpAddress } from './ip-address.js';

/** Whom a proxy names as its peer; null: it does not tell (`unknown`, `_hidden`), or it is no address. */
export type Hop = IpAddress | null;

/** More proxies than anybody has; what stands before them is not looked at. */
export const MAX_HOPS = 32;

/** @param value of X-Forwarded-For, lines joined by commas. @returns from the client to the last proxy */
export function readForwardedFor(value: string): Hop[] {
  const entries = value.split(',').slice(-MAX_HOPS);
  return entries.map((entry) => readNode(entry.trim().replace(/^"([^"]*)"$/, '$1')));
}

/** A pair of RFC 7239: a name, and a token or a quoted string; then what divides it from the next, or the end. */
const PAIR = /[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*))[ \t]*([,;]|$)/y;

/**
 * @param value of Forwarded, lines joined by commas
 * @returns from the client to the last proxy; null where it is not what RFC 7239 says: a quote that a client opened would swallow
 *   what the proxy added
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
