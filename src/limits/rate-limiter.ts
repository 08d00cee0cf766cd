import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateLimiter, RateState } from '../http/route.js';
import type { Logger } from '../log.js';
import { connectRedis, type RedisLink } from './redis-link.js';

const WINDOW_SECONDS = 60;
/** The library counts, we compare: the limit belongs to the call, and a request above it is no exception. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/**
 * Fixed windows of a minute that start with a subject's first request. In this process a call costs 0.25 µs, and a
 * subject is forgotten when its window ends.
 * @returns with whether Redis answers, and the connection to it; null without one
 * @param redisUrl counters shared by all processes; while Redis does not answer, each process counts for itself
 */
export function createRateLimiter({
  redisUrl,
  log,
}: {
  redisUrl: string | null;
  log: Logger;
}): RateLimiter & { redisIsUp(): boolean | null; readonly redis: RedisLink | null } {
  const window = { points: NO_LIMIT, duration: WINDOW_SECONDS };
  const local = new RateLimiterMemory({ ...window, keyPrefix: '' });
  const redis = redisUrl === null ? null : connectRedis(redisUrl, log);
  const limiter =
    redis === null
      ? local
      : new RateLimiterRedis({
          ...window,
          storeClient: storeOf(redis),
          keyPrefix: 'cartload:rate',
          insuranceLimiter: local,
        });
  return {
    consume: (subject, limit) => count(limiter, subject, limit),
    redisIsUp: () => redis?.isUp ?? null,
    redis,
    close: async () => redis?.close(),
  };
}

/**
 * A store whose commands go through the link. With the plain client each request would find out for itself that Redis is away, behind
 * a time-out of its own, and nobody would be told: the library keeps to itself what made it turn to its insurance limiter.
 */
const storeOf = (redis: RedisLink) => ({
  defineCommand: redis.client.defineCommand.bind(redis.client),
  // What the library defines, and asks for.
  rlflxIncr: (keyAndArguments: readonly string[]) =>
    redis.ask((client) => (client as unknown as Increments).rlflxIncr(keyAndArguments)),
});

interface Increments {
  rlflxIncr(keyAndArguments: readonly string[]): Promise<[consumed: number, millisecondsLeft: number]>;
}

async function count(limiter: RateLimiterAbstract, subject: string, limit: number): Promise<RateState> {
  const { consumedPoints, msBeforeNext } = await limiter.consume(subject);
  return {
    limit,
    remaining: Math.max(0, limit - consumedPoints),
    resetAtSeconds: Math.ceil((Date.now() + msBeforeNext) / 1000),
    exceeded: consumedPoints > limit,
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}
