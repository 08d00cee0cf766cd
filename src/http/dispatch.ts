// Room http: HTTP without resources: server, dispatch, validation of requests, OpenAPI document.

import { randomBytes } from 'node:crypto';
import { AppError, badRequest, planRequired, readOnlyKey, unauthorized } from '../base/errors.js';
import type { Logger } from '../base/log.js';
import { waitsOf } from '../base/threads/waits.js';
import { carryTrace } from '../base/tracing/carried.js';
import { joinTrace, logFields, type Trace } from '../base/tracing/trace.js';
import type { AnswersUnderWay } from './answers-under-way.js';
import { compress, mayCompress, variesByEncoding } from './compress.js';
import { allowedOrigin, isPreflight, type Origins, preflightReply, variesByOrigin } from './cors.js';
import { Deadlines } from './deadlines.js';
import { createEndpoint, type Endpoint } from './endpoint.js';
import { errorReply, internalError, isPeerGone } from './error-reply.js';
import { ExhaustedAddresses } from './exhausted-addresses.js';
import { meantBy } from './meant-by.js';
import type { HttpRequest, Reply } from './message.js';
import { PathAdvice } from './path-advice.js';
import { type PathMatch, PathMatcher } from './path-matcher.js';
import type { RequestLog } from './request-log.js';
import type { Principal, RateLimiter, RateState, Route } from './route.js';
import { serverTiming } from './server-timing.js';
import { assertOwnPage, sessionTokenOf } from './session-cookie.js';
import { createCompile } from './validate.js';
import { whilePermitted } from './while-permitted.js';
import { whyUnauthorized } from './why-unauthorized.js';

/** Answers a request. Never rejects. */
export type Dispatch = (request: HttpRequest) => Promise<Reply>;

export interface DispatchOptions {
  /** Endpoints below /v1. */
  readonly routes: readonly Route[];
  /**
   * Handlers outside /v1 by exact path (`/a`) for GET, by method and path (`POST /a`) for others: no key, no
   * limit.
   */
  readonly outside?: Readonly<Record<string, (request: HttpRequest) => Promise<Reply>>>;
  /**
   * Finds the principal of an API key. A cached result is returned without a promise, which saves a turn of
   * the microtask queue. `mayLookUp` is asked before an unknown key is looked up; after a no the result is
   * undefined.
   */
  readonly authenticate: (
    authorization: string,
    mayLookUp: () => boolean,
  ) => Principal | null | undefined | Promise<Principal | null | undefined>;
  /** The same for the token of a session, which is read where there is no Authorization. */
  readonly authenticateSession?: DispatchOptions['authenticate'];
  /**
   * For whom a request of a session acts: its own account, or the owner of a map that is shared with it.
   * @throws AppError PLAN_REQUIRED, FORBIDDEN
   */
  readonly actFor?: (
    principal: Principal,
    route: Route,
    request: HttpRequest,
    params: Params,
  ) => Promise<Principal>;
  readonly publicUrl?: () => string;
  readonly limiter: RateLimiter;
  /** Requests a minute for an address without a valid key. */
  readonly anonymousLimit: number;
  /** Page that says how to get a key or a plan; sent with 401 and 402. */
  readonly helpUrl?: () => string;
  readonly log: Logger;
  readonly observe?: (request: {
    method: string;
    route: string;
    status: number;
    seconds: number;
    /** null without a valid key. */
    principal: Principal | null;
    refusal: RefusalReason | null;
  }) => void;
  readonly requestLog?: RequestLog;
  /** Default: none. */
  readonly corsOrigins?: Origins;
  /** Bounds unread answers; absent: no bound. */
  readonly answers?: Pick<AnswersUnderWay, 'check' | 'bytes'>;
}

/** Reason for a 429. */
export type RefusalReason = 'key_rate' | 'address_rate' | 'quota' | 'turn';

/** State of a request so far, for its headers and its log line. */
interface Progress {
  readonly request: HttpRequest;
  readonly startedAtMs: number;
  readonly requestId: string;
  /** null when the request is part of no trace. */
  readonly trace: Trace | null;
  readonly match: PathMatch<Endpoint> | null;
  /** Names of unknown members. */
  readonly ignored: Set<string>;
  rate: RateState | null;
  principal: Principal | null;
  refusal: RefusalReason | null;
  /** Time spent on key and rate limit; 0 when both were cached. */
  authMs: number;
}

type Params = Readonly<Record<string, string>>;

const PREFIX = '/v1';
/** All other methods share one label, which bounds the metrics. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const METHODS_OF_ROUTES = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const PLAN = 'enterprise';
const DEFAULT_DEADLINE_MS = 30_000;
/** nginx's status for a client that has gone: recorded, never sent, and no server error in the metrics. */
const PEER_GONE_STATUS = 499;

/** Unknown names that a message lists; the header has more. */
const UNKNOWN_SHOWN = 5;

const SANE = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Returns the client's id when it is well-formed, otherwise a new one: a random prefix of the process and a
 * counter. crypto.randomUUID costs five times as much when its cache runs dry.
 */
export function createRequestIds(): (sent: string) => string {
  const prefix = randomBytes(9).toString('base64url');
  let count = 0;
  return (sent) => (sent !== '' && SANE.test(sent) ? sent : `${prefix}-${++count}`);
}

/** @throws Error when two routes collide or a schema does not compile */
export function createDispatch(options: DispatchOptions): Dispatch {
  const {
    outside = {},
    authenticate,
    authenticateSession = () => null,
    actFor = async (principal) => principal,
    publicUrl = () => '',
    limiter,
    anonymousLimit,
    helpUrl,
    log,
    observe,
    requestLog,
    answers,
    corsOrigins = [],
  } = options;
  const matcher = new PathMatcher<Endpoint>();
  const compile = createCompile();
  const advice = new PathAdvice(PREFIX, options.routes);
  const otherPath = (method: string, path: string) => advice.ofLiteral(method, path);
  for (const route of options.routes)
    matcher.add(route.method, PREFIX + route.path, createEndpoint(route, compile, answers, otherPath));
  const noSuchPath = ({ method, path }: HttpRequest): AppError =>
    new AppError('NOT_FOUND', advice.of(method, path));
  const outsideHandlers = new Map(Object.entries(outside));
  const requestIdOf = createRequestIds();
  const deadlines = new Deadlines();

  const exhausted = new ExhaustedAddresses();

  const countAnonymous = async ({ remoteAddress }: HttpRequest): Promise<RateState> => {
    const rate = await limiter.consume(`address:${remoteAddress}`, anonymousLimit);
    if (rate.exceeded) exhausted.add(remoteAddress, rate.retryAfterSeconds);
    return rate;
  };

  /** Checks in one order on every path, known or not: 401, 429, 402, 404 (unknown path), 403, 404, 400. */
  async function answer(progress: Progress): Promise<Reply> {
    const { request, match } = progress;
    const access = match?.value.route.access ?? 'read';
    const mayLookUp = (): boolean => exhausted.mayLookUp(request.remoteAddress);
    const identified = identify(request, mayLookUp);
    const principal = identified instanceof Promise ? await identified : identified;
    progress.principal = principal ?? null;
    const counted = principal
      ? limiter.consume(`key:${principal.keyId}`, principal.rateLimit)
      : countAnonymous(request);
    const rate = await counted;
    progress.rate = rate;
    if (identified instanceof Promise || counted instanceof Promise)
      progress.authMs = performance.now() - progress.startedAtMs;
    if (rate.exceeded || principal === undefined) {
      const { limit, retryAfterSeconds } = rate;
      progress.refusal = principal ? 'key_rate' : 'address_rate';
      throw new AppError(
        'RATE_LIMITED',
        `the limit of ${limit} requests a minute is used up: wait ${retryAfterSeconds} s (Retry-After)`,
        {
          retryAfterSeconds,
        },
      );
    }
    const asksMethods = request.method === 'OPTIONS';
    if (asksMethods && isPreflight(corsOrigins, request)) return preflightReply(methodsAt(request));
    if (access !== 'none') {
      if (!principal) throw whyNobody(request);
    }
    const caller =
      principal?.isSession && match && access !== 'none'
        ? await callerOf(principal, match, request)
        : principal;
    if (access !== 'none') assertPlan(caller!, match);
    if (!match) throw noSuchPath(request);
    if (asksMethods) return methodsReply(request);
    if (access === 'write' && caller?.scope !== 'read_write') throw readOnlyKey();
    // Writes are always answered, as they have changed something.
    if (access === 'read' && principal && answers && answers.bytes > 0) answers.check(principal.accountId);
    // Routes with access 'none' ignore the principal.
    const reply = await match.value.run(request, caller as Principal, match.params, progress.ignored);
    if (access === 'none' || !isStream(reply.bytes)) return reply;
    const bytes = whilePermitted(reply.bytes, () => isStillPermitted(caller!, match, request));
    return { ...reply, bytes };
  }

  const assertPlan = ({ plan, isSession }: Principal, match: PathMatch<Endpoint> | null): void => {
    if (plan !== PLAN && !(isSession && match?.value.route.anyPlan)) throw planRequired();
  };

  /** Makes the checks of a request again that the time may change: key or session, share, and plan. */
  async function isStillPermitted(
    { accountId }: Principal,
    match: PathMatch<Endpoint>,
    request: HttpRequest,
  ): Promise<boolean> {
    const principal = await identify(request, () => true);
    if (!principal) return false;
    try {
      const caller = principal.isSession ? await callerOf(principal, match, request) : principal;
      assertPlan(caller, match);
      // A person whose share was withdrawn acts for the own account again.
      return caller.accountId === accountId;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /** A key goes before a cookie, which browsers send by themselves. */
  function identify(
    request: HttpRequest,
    mayLookUp: () => boolean,
  ): ReturnType<DispatchOptions['authenticate']> {
    const authorization = request.header('authorization');
    if (authorization !== '') return authenticate(authorization, mayLookUp);
    const token = sessionTokenOf(request);
    return token === '' ? null : authenticateSession(token, mayLookUp);
  }

  function callerOf(
    principal: Principal,
    { value, params }: PathMatch<Endpoint>,
    request: HttpRequest,
  ): Promise<Principal> {
    assertOwnPage(request, publicUrl());
    return actFor(principal, value.route, request, params);
  }

  /**
   * The operations of a path; a literal path is not that of a parameter. HEAD is answered like GET, without a
   * body.
   */
  function operationsAt(path: string): PathMatch<Endpoint>[] {
    const all = METHODS_OF_ROUTES.map((method) => matcher.match(method, path)).filter(
      (each) => each !== null,
    );
    const fewest = Math.min(...all.map(({ params }) => Object.keys(params).length));
    return all.filter(
      ({ params, value }) => Object.keys(params).length === fewest && value.malformed(params) === null,
    );
  }

  function matchOf(method: string, path: string): PathMatch<Endpoint> | null {
    if (method === 'OPTIONS') return operationsAt(path)[0] ?? null;
    return matcher.match(method, path) ?? (method === 'HEAD' ? matcher.match('GET', path) : null);
  }

  /** All methods for an unknown path. */
  function methodsAt({ path }: HttpRequest): string {
    const found = operationsAt(path).map(({ value }) => value.route.method);
    const methods = new Set<string>(found.length === 0 ? METHODS_OF_ROUTES : found);
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods, 'OPTIONS'].join(', ');
  }
  const methodsReply = (request: HttpRequest): Reply => ({
    status: 204,
    headers: { allow: methodsAt(request) },
  });

  async function answerApi(progress: Progress): Promise<Reply> {
    const { request, match } = progress;
    const deadlineMs = match?.value.route.deadlineMs ?? DEFAULT_DEADLINE_MS;
    try {
      return await deadlines.within(deadlineMs, answer(progress), () => giveUp(request, deadlineMs));
    } catch (error) {
      // An error before the counting, such as an unreachable database, counts as anonymous.
      progress.rate ??= await countAnonymous(request);
      return replyTo(error, progress);
    }
  }

  async function answerOutside(progress: Progress): Promise<Reply> {
    const { request } = progress;
    const { method, path } = request;
    const handler = outsideHandlers.get(method === 'GET' || method === 'HEAD' ? path : `${method} ${path}`);
    try {
      if (!handler) throw matcher.match(method, PREFIX + path) ? withoutPrefix() : noSuchPath(request);
      return await deadlines.within(DEFAULT_DEADLINE_MS, handler(request), () =>
        giveUp(request, DEFAULT_DEADLINE_MS),
      );
    } catch (error) {
      return replyTo(error, progress);
    }
  }

  function replyTo(error: unknown, progress: Progress): Reply {
    const { request, requestId, trace } = progress;
    if (error instanceof AppError && error.code !== 'INTERNAL_ERROR') {
      if (error.code === 'QUOTA_EXCEEDED') progress.refusal = 'quota';
      if (error.code === 'RATE_LIMITED') progress.refusal ??= 'turn';
      return errorReply(withUnknown(error, progress), helpUrl?.());
    }
    if (isPeerGone(error)) return { status: PEER_GONE_STATUS };
    const { method, path } = request;
    log.error(
      { err: error, requestId, ...logFields(trace), method, path },
      'could not answer a request: replied INTERNAL_ERROR',
    );
    return errorReply(internalError(), undefined);
  }

  function allowOrigin(headers: Record<string, string>, request: HttpRequest): void {
    if (variesByOrigin(corsOrigins))
      headers.vary = headers.vary === undefined ? 'origin' : `${headers.vary}, origin`;
    Object.assign(headers, allowedOrigin(corsOrigins, request));
  }

  return async (request) => {
    const startedAtMs = performance.now();
    const { method, path } = request;
    const isApi = path.startsWith(`${PREFIX}/`) || path === PREFIX;
    const progress: Progress = {
      request,
      startedAtMs,
      requestId: requestIdOf(request.header('x-request-id')),
      trace: joinTraceOf(request),
      match: isApi ? matchOf(method, path) : null,
      ignored: new Set(),
      rate: null,
      principal: null,
      refusal: null,
      authMs: 0,
    };
    const reply = await (isApi ? answerApi(progress) : answerOutside(progress));
    const answeredAtMs = performance.now();
    const ms = answeredAtMs - startedAtMs;
    const { status } = reply;
    const { requestId, trace, principal, refusal } = progress;
    const route = progress.match?.value.route.path ?? (outsideHandlers.has(path) ? path : 'none');
    const knownMethod = METHODS.has(method) ? method : 'other';
    observe?.({ method: knownMethod, route, status, seconds: ms / 1000, principal, refusal });
    const headers = headersOf(reply, progress, ms);
    const isPlain = variesByEncoding(reply);
    if (isPlain) headers.vary ??= 'accept-encoding';
    if (isApi && corsOrigins.length > 0) allowOrigin(headers, request);
    const onEnd = requestLog?.answered({
      request,
      requestId,
      trace,
      route,
      principal,
      status,
      ms,
      answeredAtMs,
    });
    const reader = principal?.accountId ?? request.remoteAddress;
    const whole = Object.assign({}, reply, onEnd ? { headers, reader, onEnd } : { headers, reader });
    return isPlain && mayCompress(request, whole) ? compress(whole) : whole;
  };
}

const isStream = (bytes: Reply['bytes']): bytes is AsyncIterable<Buffer> =>
  typeof bytes === 'object' && !Buffer.isBuffer(bytes);

const whyNobody = (request: HttpRequest): AppError =>
  request.header('authorization') === '' && sessionTokenOf(request) !== ''
    ? new AppError('UNAUTHORIZED', 'the session has ended or expired: sign in again')
    : unauthorized(whyUnauthorized(request));

/** For a path that exists below /v1: the client's base URL lacks the prefix. */
const withoutPrefix = (): AppError =>
  new AppError('NOT_FOUND', `Not found: paths of the API begin with ${PREFIX}; add it to the base URL`);

/**
 * A misspelt name is often why a request is refused. Routes that refuse unknown names list them themselves.
 */
function withUnknown(error: AppError, { match, ignored }: Progress): AppError {
  if (error.code !== 'BAD_REQUEST' || ignored.size === 0 || !match || match.value.route.refusesUnknown)
    return error;
  const named = [...ignored]
    .slice(0, UNKNOWN_SHOWN)
    .map((name) => `${name}${meantBy(name, match.value.known)}`);
  return badRequest(`${error.message}; not known here: ${named.join(', ')}`);
}

/** A request with two traceparents joins neither trace. */
function joinTraceOf(request: HttpRequest): Trace | null {
  if (request.header('traceparent') === '') return null;
  const parents = request.headerLines('traceparent');
  const states = request.headerLines('tracestate');
  const trace = parents.length === 1 ? joinTrace(parents[0]!, states.join()) : null;
  carryTrace(request.signal, trace);
  return trace;
}

/**
 * Ends a request whose deadline has passed.
 * @returns BAD_REQUEST while the client was still to send, otherwise an internal error
 */
function giveUp(request: HttpRequest, deadlineMs: number): Error {
  const error = request.body.awaitsPeer
    ? badRequest(`the body did not arrive within ${deadlineMs / 1000} s`)
    : new Error(`no answer within ${deadlineMs} ms`);
  request.abort(error);
  return error;
}

/** Waits are recorded under the signal of a request. */
function timingOf({ request, authMs }: Progress, totalMs: number): string {
  const { signalIfRead } = request;
  const waits = signalIfRead && waitsOf(signalIfRead);
  const turnMs = waits ? Object.values(waits).reduce((sum, ms) => sum + ms, 0) : 0;
  return serverTiming({ authMs, bodyMs: request.body.waitedMs, turnMs, totalMs });
}

/**
 * Assigns members one by one: a spread of unknown members before known ones takes 2 µs in Node 20, this a
 * tenth.
 */
function headersOf({ status, headers }: Reply, progress: Progress, totalMs: number): Record<string, string> {
  const { requestId, rate, principal, ignored } = progress;
  const own: Record<string, string> = { 'x-request-id': requestId };
  if (!rate) return Object.assign(own, headers);
  own['x-ratelimit-limit'] = String(rate.limit);
  own['x-ratelimit-remaining'] = String(rate.remaining);
  own['x-ratelimit-reset'] = String(rate.resetAtSeconds);
  if (ignored.size > 0) own['x-ignored-params'] = [...ignored].join(', ');
  const timing = principal && status < 400 ? timingOf(progress, totalMs) : '';
  if (timing !== '') own['server-timing'] = timing;
  return Object.assign(own, headers);
}
