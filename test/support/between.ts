import type { Test } from 'tap';
import { Authenticator } from '../../src/access/keys/authenticator.js';
import { createRateLimiter } from '../../src/access/limits/rate-limiter.js';
import { createDispatch } from '../../src/http/dispatch.js';
import type { HttpRequest, Reply } from '../../src/http/message.js';
import type { Route } from '../../src/http/route.js';
import type { TestApp } from './app.js';
import { documented } from './documented.js';
import { recordLog } from './recorded-log.js';

/**
 * Answers requests one at a time, like the service, with an action between head and body: after all checks
 * that precede reading a body.
 */
export function answeringBetween(
  t: Test,
  { app }: TestApp,
): (request: HttpRequest, event: () => Promise<unknown>) => Promise<Reply> {
  const { log } = recordLog();
  const limiter = createRateLimiter({ redisUrl: null, log });
  t.teardown(() => limiter.close());
  const authenticator = new Authenticator(app.sql);
  let happen: () => Promise<unknown> = () => Promise.resolve();
  const routes = app.routes.map((route): Route => {
    const own = route.own as ((...args: unknown[]) => Promise<unknown>) | undefined;
    return {
      ...route,
      own: async (...args) => {
        const resource = await own?.(...args);
        await happen();
        return resource;
      },
    };
  });
  const authenticate = (authorization: string) => authenticator.authenticate(authorization);
  const dispatch = documented(createDispatch({ routes, authenticate, limiter, anonymousLimit: 1000, log }));
  return (request, event) => {
    happen = event;
    return dispatch(request);
  };
}
