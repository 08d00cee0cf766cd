import { createHash } from 'node:crypto';
import { deviceToken, isDeviceOf } from '../access/keys/device-token.js';
import { hashKey, newKey } from '../access/keys/key.js';
import { MAX_SESSIONS, newSessionToken, SESSION_LIMITS } from '../access/keys/session.js';
import { OF_OWNER, operationsOf } from '../access/levels.js';
import { AppError } from '../base/errors.js';
import type { HttpRequest } from '../http/message.js';
import { type Principal, type Route, route } from '../http/route.js';
import {
  assertNoOtherPage,
  assertOwnPage,
  cookieFor,
  cookieOf,
  DEVICE_COOKIE,
  SESSION_COOKIE,
  sessionTokenOf,
} from '../http/session-cookie.js';
import { MAX_PAGE_BYTES, PAGE_ENDS, pageOf } from '../schema/page.js';
import { MapAccess, Session, SharedMap, SharedMapsQuery, SignIn } from '../schema/session.js';
import { listSharedMaps } from '../store/maps.js';
import { beginSession, endSession, findPassword } from '../store/sessions.js';
import { OF_MAP } from './owned.js';
import { pageReply, type RenderedItem, renderPiece } from './page.js';
import { okReply } from './replies.js';
import type { Services } from './services.js';

/**
 * Tries a minute: of one address, of one address with one e-mail, and of all addresses with one e-mail.
 * Whoever knows an e-mail can use up the last of them, so that browsers in which its owner has signed in
 * before are counted by themselves.
 */
const TRIES_OF_ADDRESS = 30;
const TRIES_OF_PAIR = 10;
const TRIES_OF_EMAIL = 100;
const TRIES_OF_DEVICES = 10;
const DEVICE_DAYS = 365;
const BUSY_SECONDS = 5;
/** Anybody may send one, so it waits for no turn. */
const MAX_BODY_BYTES = 16 * 1024;
const DAY_SECONDS = 86_400;

/** One answer for all that may be wrong, so that it tells nothing of accounts. */
const refused = (): AppError =>
  new AppError('UNAUTHORIZED', 'the e-mail or the password is wrong, or no password was set yet');
const tooMany = (retryAfterSeconds: number): AppError =>
  new AppError('RATE_LIMITED', `too many tries to sign in: wait ${retryAfterSeconds} s (Retry-After)`, {
    retryAfterSeconds,
  });

/** People sign in by e-mail and password, and find the maps that are shared with them. */
export function sessionRoutes(services: Services, routes: readonly Route[]): Route[] {
  const { sql, publicUrl, sessions, pageTokens } = services;
  const cookie = (token: string, seconds: number) => cookieFor(SESSION_COOKIE, token, publicUrl(), seconds);
  const deviceCookie = (email: string) => {
    const seconds = DEVICE_DAYS * DAY_SECONDS;
    const token = deviceToken(sessions.secret, email.toLowerCase(), Math.floor(Date.now() / 1000) + seconds);
    return cookieFor(DEVICE_COOKIE, token, publicUrl(), seconds);
  };

  const count = async (subject: string, limit: number): Promise<void> => {
    const rate = await sessions.limiter.consume(`sign-in:${subject}`, limit);
    if (rate.exceeded) throw tooMany(rate.retryAfterSeconds);
  };
  const signIn = async (email: string, password: string, request: HttpRequest) => {
    const { remoteAddress } = request;
    const typed = email.toLowerCase();
    const isKnown = isDeviceOf(sessions.secret, typed, cookieOf(request, DEVICE_COOKIE), Date.now());
    if (isKnown) await count(`devices of ${sha256(typed)}`, TRIES_OF_DEVICES);
    else await count(remoteAddress, TRIES_OF_ADDRESS);
    const account = await findPassword(sql, email);
    if (!isKnown) {
      // In the account's spelling: the database finds it by more than are alike here (`İ` is `i`).
      const asked = sha256((account?.email ?? email).toLowerCase());
      await count(`${asked} ${remoteAddress}`, TRIES_OF_PAIR);
      await count(asked, TRIES_OF_EMAIL);
    }
    // Strangers share a line, so that many of them are not in the way of a known browser.
    const line = isKnown && account !== null ? { accountId: account.accountId } : {};
    // Without an account it takes as long.
    const isRight = await sessions.hasher.verify(password, account?.hash ?? null, line);
    if (isRight === null) throw tooMany(BUSY_SECONDS);
    const token = newSessionToken();
    const hashes = { hash: hashKey(token), keyHash: hashKey(newKey()) };
    const limits = { ...SESSION_LIMITS, most: MAX_SESSIONS };
    if (account === null || !isRight || !(await beginSession(sql, account, { ...hashes, ...limits })))
      throw refused();
    return { token, account };
  };
  const mayWrite = ({ scope }: Principal) => scope === 'read_write';
  const reads = () =>
    new Set(routes.filter(({ access }) => access === 'read').map((each) => each.operationId));
  const ofOwner = (): string[] => [...operationsOf('admin'), ...OF_OWNER];

  return [
    route({
      method: 'POST',
      path: '/session',
      operationId: 'createSession',
      summary: 'Sign in by e-mail and password',
      description:
        'Sets a cookie that stands for an API key in later requests of the browser: it reaches what the account owns and, within the level of the ' +
        'share, the maps that are shared with it. The session ends with deleteSession, with a new password, after 3 days without a request, and after 30 days. ' +
        'An account keeps 20 sessions: a further one ends the one that was not used for longest. RATE_LIMITED after 30 tries a minute from one address, 10 of them with one e-mail, or 100 with one e-mail from all addresses. ' +
        'A second cookie marks the browser: its tries with the e-mail, 10 a minute, are counted apart from those of others.',
      tag: 'Sessions',
      access: 'none',
      turns: null,
      maxBodyBytes: MAX_BODY_BYTES,
      body: SignIn,
      responses: {
        200: { description: 'The session has begun', schema: Session, headers: ['Set-Cookie'] },
        401: { description: 'UNAUTHORIZED: e-mail and password do not match, or no password was set yet.' },
        403: { description: 'FORBIDDEN: a page of another site sends the request.' },
      },
      handle: async ({ body: { email, password }, request }) => {
        assertNoOtherPage(request, publicUrl());
        const { token, account } = await signIn(email, password, request);
        return {
          status: 200,
          headers: { 'set-cookie': cookie(token, SESSION_LIMITS.longestDays * DAY_SECONDS) },
          moreCookies: [deviceCookie(account.email)],
          json: sessionOf({ ...account, isSession: true }),
        };
      },
    }),
    route({
      method: 'GET',
      path: '/session',
      operationId: 'getSession',
      summary: 'Who is signed in',
      tag: 'Sessions',
      access: 'read',
      anyPlan: true,
      turns: null,
      responses: { 200: { description: 'The account', schema: Session } },
      handle: async ({ principal }) => okReply(sessionOf(principal)),
    }),
    route({
      method: 'DELETE',
      path: '/session',
      operationId: 'deleteSession',
      summary: 'Sign out: end the session of the cookie, if there is one',
      tag: 'Sessions',
      access: 'none',
      turns: null,
      responses: {
        204: { description: 'There is no session any more', headers: ['Set-Cookie'] },
        403: { description: 'FORBIDDEN: a page of another site sends the request.' },
      },
      handle: async ({ request }) => {
        const token = sessionTokenOf(request);
        if (token !== '') {
          assertOwnPage(request, publicUrl());
          if (await endSession(sql, hashKey(token))) sessions.forget();
        }
        return { status: 204, headers: { 'set-cookie': cookie('', 0) } };
      },
    }),
    route({
      method: 'GET',
      path: '/shared-maps',
      operationId: 'listSharedMaps',
      summary: 'Maps of others that are shared with the person who signed in, by ascending id',
      description:
        'Archived ones are left out. A key is shown none, as it reaches only maps of its own account.',
      tag: 'Sessions',
      access: 'read',
      anyPlan: true,
      query: SharedMapsQuery,
      responses: {
        200: { description: `A page of maps. ${PAGE_ENDS}`, schema: pageOf(SharedMap, 'SharedMapPage') },
      },
      handle: async ({ principal: { accountId, isSession }, query }) => {
        const { q = '' } = query;
        const scope = { accountId, list: 'listSharedMaps', filters: { q } };
        return pageReply<RenderedItem<{ id: number }>>(pageTokens, scope, query, {
          keyOf: ({ item }) => [item.id],
          jsonOf: ({ json }) => json,
          read: async (after, limit) => {
            const page = { nameContains: q, afterId: after === null ? 0 : Number(after[0]), limit };
            return renderPiece(
              isSession ? await listSharedMaps(sql, accountId, { ...page, maxBytes: MAX_PAGE_BYTES }) : [],
            );
          },
        });
      },
    }),
    route({
      method: 'GET',
      path: '/maps/{map_id}/access',
      operationId: 'getMapAccess',
      summary: 'What the caller may do with a map',
      tag: 'Sharing',
      access: 'read',
      ...OF_MAP,
      responses: { 200: { description: 'Level and operations', schema: MapAccess } },
      handle: async ({ principal }) => {
        const { level } = principal;
        const all = level ? operationsOf(level) : ofOwner();
        const operations = mayWrite(principal) ? all : all.filter((each) => reads().has(each));
        return okReply({ access_level: level ?? 'owner', operations });
      },
    }),
  ];
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

const sessionOf = ({ email, plan, isSession = false }: Pick<Principal, 'email' | 'plan' | 'isSession'>) => ({
  account_email: email,
  plan,
  signed_in_by: isSession ? 'password' : 'key',
});
