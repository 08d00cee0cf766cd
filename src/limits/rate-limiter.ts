import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
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
  if (redisUrl === null) {
    return {
      consume: (subject, limit) => count(local, subject, limit),
      redisIsUp: () => null,
      redis: null,
      close: async () => {},
    };
  }
  const redis = connectRedis(redisUrl, log);
  // Not given as insuranceLimiter: that hides failures, and each request would wait for the time-out of its own.
  const shared = new RateLimiterRedis({ ...window, storeClient: redis.client, keyPrefix: 'cartload:rate' });
  return {
    consume: (subject, limit) => countShared(redis, shared, local, subject, limit),
    redisIsUp: () => redis.isUp,
    redis,
    close: async () => redis.close(),
  };
}

async function count(limiter: RateLimiterAbstract, subject: string, limit: number): Promise<RateState> {
  return stateOf(await limiter.consume(subject), limit);
}

async function countShared(
  redis: RedisLink,
  shared: RateLimiterAbstract,
  local: RateLimiterAbstract,
  subject: string,
  limit: number,
): Promise<RateState> {
  if (redis.connecting) await redis.connecting;
  if (!redis.available()) return count(local, subject, limit);
  try {
    const state = await count(shared, subject, limit);
    redis.succeeded();
    return state;
  } catch (error) {
    redis.failed(error);
    return count(local, subject, limit);
  }
}

function stateOf({ consumedPoints, msBeforeNext }: RateLimiterRes, limit: number): RateState {
  return {
    limit,
    remaining: Math.max(0, limit - consumedPoints),
    resetAtSeconds: Math.ceil((Date.now() + msBeforeNext) / 1000),
    exceeded: consumedPoints > limit,
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}
