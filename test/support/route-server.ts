import type { Test } from 'tap';
import { createRateLimiter } from '../../src/access/limits/rate-limiter.js';
import type { AnswersUnderWay } from '../../src/http/answers-under-way.js';
import { createDispatch, type Dispatch, type DispatchOptions } from '../../src/http/dispatch.js';
import type { Reply } from '../../src/http/message.js';
import type { Call, Principal, Route } from '../../src/http/route.js';
import { type HttpServer, listen } from '../../src/http/server.js';
import { type RecordedLog, recordLog } from './recorded-log.js';

export const HELP_URL = 'http://localhost/help';

/** Principals by the Authorization header that names them. */
export const PRINCIPALS: Readonly<Record<string, Principal>> = {
  'Bearer writer': principal({ keyId: 1 }),
  'Bearer reader': principal({ keyId: 2, scope: 'read_only' }),
  'Bearer free': principal({ keyId: 3, plan: 'free' }),
  'Bearer slow': principal({ keyId: 4, rateLimit: 2 }),
  'Bearer none': principal({ keyId: 5, rateLimit: 0, plan: 'free', scope: 'read_only' }),
};

export function principal(changes: Partial<Principal> = {}): Principal {
  return {
    keyId: 1,
    accountId: 1,
    email: 'owner@example.com',
    plan: 'enterprise',
    scope: 'read_write',
    superuser: false,
    rateLimit: 10_000,
    quotas: { maps: 10, markers: 10, bulk: 10 },
    ...changes,
  };
}

/** A route that needs no key by default. */
export function testRoute(
  value: Partial<Omit<Route, 'handle'>> & { path: string; handle: (call: TestCall) => Promise<Reply> },
): Route {
  return {
    method: 'GET',
    operationId: `${value.method ?? 'GET'} ${value.path}`,
    summary: 'Test',
    tag: 'Test',
    access: 'none',
    responses: { 200: { description: 'Done' } },
    ...value,
  };
}

type TestCall = Call<Record<string, unknown>, Record<string, unknown>, unknown, unknown, unknown>;

export interface TestDispatch extends RecordedLog {
  dispatch: Dispatch;
}

/** Dispatch over a few routes: principals by name, counters in memory, the log recorded. */
export function dispatchTo(
  t: Test,
  routes: readonly Route[],
  options: Partial<DispatchOptions> = {},
): TestDispatch {
  const recorded = recordLog();
  const limiter = createRateLimiter({ redisUrl: null, log: recorded.log });
  t.teardown(() => limiter.close());
  const dispatch = createDispatch({
    routes,
    authenticate: (authorization) => PRINCIPALS[authorization] ?? null,
    limiter,
    anonymousLimit: 10_000,
    helpUrl: () => HELP_URL,
    log: recorded.log,
    ...options,
  });
  return { dispatch, ...recorded };
}

export interface RouteServer extends TestDispatch {
  port: number;
  server: HttpServer;
}

/** The same on a free port; connections are cut at the end of the test. */
export async function serveRoutes(
  t: Test,
  routes: readonly Route[],
  options: Partial<DispatchOptions> & { answers?: AnswersUnderWay } = {},
): Promise<RouteServer> {
  const dispatching = dispatchTo(t, routes, options);
  const { dispatch, log } = dispatching;
  const { answers } = options;
  const server = await listen({ host: '127.0.0.1', port: 0, dispatch, log, ...(answers && { answers }) });
  t.teardown(async () => {
    await server.close();
    await server.drain(0);
  });
  return { ...dispatching, port: server.port, server };
}
