import { AppError } from '../base/errors.js';
import type { HttpRequest } from './message.js';

export const SESSION_COOKIE = 'cartload_session';
/** Stays in a browser in which a person has signed in, through signing out. */
export const DEVICE_COOKIE = 'cartload_device';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The value of a cookie that a browser sends; '' without it. The first of two counts. */
export function cookieOf({ header }: Pick<HttpRequest, 'header'>, name: string): string {
  const cookies = header('cookie');
  if (cookies === '') return '';
  const pair = cookies.split(';').find((each) => each.trim().startsWith(`${name}=`));
  return pair === undefined ? '' : pair.slice(pair.indexOf('=') + 1).trim();
}

export const sessionTokenOf = (request: Pick<HttpRequest, 'header'>): string =>
  cookieOf(request, SESSION_COOKIE);

/**
 * Value of Set-Cookie. No script reads the cookie, and no page of another site has it sent.
 * @param publicUrl of the service; its scheme says how browsers reach it
 * @param seconds 0 removes the cookie
 */
export const cookieFor = (name: string, value: string, publicUrl: string, seconds: number): string =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${publicUrl.startsWith('https:') ? '; Secure' : ''}`;

/**
 * Tells whether a browser says that a page of another origin sends the request. null: it says nothing, so it
 * is no browser of this decade.
 */
function comesFromElsewhere({ header }: Pick<HttpRequest, 'header'>, publicUrl: string): boolean | null {
  const site = header('sec-fetch-site');
  if (site !== '') return site !== 'same-origin';
  const origin = header('origin');
  // Browsers send Sec-Fetch-Site over https and to localhost only. A page has the host of its own service.
  return origin === '' ? null : origin !== new URL(publicUrl).origin && hostOf(origin) !== header('host');
}

const hostOf = (origin: string): string => origin.replace(/^https?:\/\//, '');

/**
 * Checks a request that a browser signs by itself, with its cookie: one that changes something must come from
 * a page of this service (cross-site request forgery).
 * @throws AppError FORBIDDEN
 */
export function assertOwnPage(request: HttpRequest, publicUrl: string): void {
  if (SAFE_METHODS.has(request.method)) return;
  if (comesFromElsewhere(request, publicUrl) !== false) throw fromElsewhere();
}

/** The same for signing in, for which programs have no page. @throws AppError FORBIDDEN */
export function assertNoOtherPage(request: HttpRequest, publicUrl: string): void {
  if (comesFromElsewhere(request, publicUrl) === true) throw fromElsewhere();
}

const fromElsewhere = (): AppError =>
  new AppError(
    'FORBIDDEN',
    'a session changes nothing for pages of other sites: send the request from a page of this service, with its Origin, or with an API key',
  );
