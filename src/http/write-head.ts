import { STATUS_CODES } from 'node:http';
import type { Exchange } from './exchange.js';
import type { Reply } from './message.js';

const STATUS_LINES = new Map(
  Object.entries(STATUS_CODES).map(([code, text]) => [Number(code), `${code} ${text}`]),
);
const LINE_BREAK = /[\r\n]/;
const BROKEN_JSON = { error: { code: 'INTERNAL_ERROR', message: 'Internal error' } };

/** Replaces a reply that cannot be sent; keeps its request id and rate limit headers. */
export function brokenReply({ headers = {} }: Reply): Reply {
  const kept = Object.entries(headers).filter(
    ([name, value]) => name.startsWith('x-') && isHeaderValue(value),
  );
  return { status: 500, headers: Object.fromEntries(kept), json: BROKEN_JSON };
}

/**
 * uWebSockets.js ends connections that were idle for 10 s, a compiled-in constant that no option, method or
 * environment variable changes (uNetworking/uWebSockets#1242, uWebSockets.js#1080). Its clock ticks every 4
 * s; on 60 connections the end came after 8.1 to 12.1 s. Clients that heed the header (Node's agents, undici)
 * avoid connections that may be about to end; docs/deployment.md#behind-a-proxy has the settings for proxies.
 */
const KEEP_ALIVE = 'timeout=7';

const JSON_TYPE = 'application/json';
/** Defaults for every answer: no caching, no embedding by other sites, no content sniffing. */
const GUARDS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
};
/**
 * Directives for answers with an ETag: the client itself may keep them, and asks each time whether they still
 * hold.
 */
const REVALIDATED: typeof GUARDS = { ...GUARDS, 'cache-control': 'private, no-cache' };
const line = (name: string, value: string): string => `\r\n${name}: ${value}`;
const KEEP_ALIVE_LINE = line('keep-alive', KEEP_ALIVE);
/** Headers for JSON: the defaults, and no framing or scripts if a browser shows it. */
const jsonLines = (guards: typeof GUARDS): string =>
  [
    line('content-type', JSON_TYPE),
    ...Object.entries(guards).map(([name, value]) => line(name, value)),
    line('content-security-policy', "default-src 'none'; frame-ancestors 'none'"),
  ].join('');
const JSON_LINES = jsonLines(GUARDS);
const REVALIDATED_JSON_LINES = jsonLines(REVALIDATED);

/**
 * Writes status line and headers, without content-length, which the functions that end a response write. All
 * are written as the tail of the status, in one call to C++: seven calls fewer are 4 % of GET /me.
 */
export function writeHead(
  { res }: Exchange,
  { status, json, headers, moreCookies = [] }: Reply,
  closeConnection: boolean,
): void {
  let head = STATUS_LINES.get(status) ?? String(status);
  if (!closeConnection) head += KEEP_ALIVE_LINE;
  const isJson = json !== undefined || headers?.['content-type'] === JSON_TYPE;
  const isRevalidated = headers?.etag !== undefined;
  const guards = isRevalidated ? REVALIDATED : GUARDS;
  if (isJson) head += isRevalidated ? REVALIDATED_JSON_LINES : JSON_LINES;
  else for (const name in guards) if (headers?.[name] === undefined) head += line(name, guards[name]!);
  for (const name in headers) {
    if (name !== 'content-length' && !(isJson && name === 'content-type')) head += line(name, headers[name]!);
  }
  for (const cookie of moreCookies) head += line('set-cookie', cookie);
  res.writeStatus(head);
}

/** A line break in a value would allow the injection of headers and a body. */
const isHeaderValue = (value: string): boolean => !LINE_BREAK.test(value);

/** @throws Error that names a header with a line break */
export function checkHeaders({ headers, moreCookies = [] }: Reply): void {
  if (!moreCookies.every(isHeaderValue)) throw new Error('a cookie contains a line break');
  for (const name in headers) {
    const value = headers[name]!;
    if (!isHeaderValue(value))
      throw new Error(`header ${name} contains a line break: ${JSON.stringify(value)}`);
  }
}
