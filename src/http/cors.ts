import type { HttpRequest, Reply } from './message.js';

/** Origins whose pages may call the API from a browser; `*`: all. */
export type Origins = readonly string[];
const ANY = '*';

/**
 * Headers of requests that browsers ask about before they send them, and those of answers that they hide
 * otherwise.
 */
const REQUEST_HEADERS =
  'authorization, content-type, content-encoding, idempotency-key, if-match, if-none-match, last-event-id, traceparent, tracestate, x-request-id';
const ANSWER_HEADERS =
  'content-disposition, etag, idempotent-replayed, location, retry-after, server-timing, x-ignored-params, x-ratelimit-limit, ' +
  'x-ratelimit-remaining, x-ratelimit-reset, x-request-id';
/** Chrome keeps an answer to a preflight for two hours at most. */
const KEPT_SECONDS = 7200;

/**
 * Headers that the answer to a browser depends on beside the request itself: the origin of the page, unless
 * all are alike.
 */
export const variesByOrigin = (origins: Origins): boolean => origins.length > 0 && !origins.includes(ANY);

/**
 * Headers that let a page of another origin read the answer; null: it may not. The API knows no cookies, so
 * none are allowed.
 */
export function allowedOrigin(origins: Origins, { header }: HttpRequest): Record<string, string> | null {
  if (origins.length === 0) return null;
  const origin = header('origin');
  if (origin === '') return null;
  const allowed = origins.includes(ANY) ? ANY : origins.includes(origin) ? origin : null;
  if (allowed === null) return null;
  return { 'access-control-allow-origin': allowed, 'access-control-expose-headers': ANSWER_HEADERS };
}

/**
 * Tells whether a browser asks, by an OPTIONS request, what an allowed page may send. It asks without a key.
 */
export const isPreflight = (origins: Origins, request: HttpRequest): boolean =>
  origins.length > 0 &&
  request.header('access-control-request-method') !== '' &&
  allowedOrigin(origins, request) !== null;

/**
 * @param methods of the path; for an unknown path any, as the answer to the request itself says what is wrong
 */
export const preflightReply = (methods: string): Reply => ({
  status: 204,
  headers: {
    allow: methods,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': REQUEST_HEADERS,
    'access-control-max-age': String(KEPT_SECONDS),
  },
});
