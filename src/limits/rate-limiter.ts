import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateLimiter, RateState } from '../http/route.js';
import type { Logger } from '../log.js';
import { type Counted, type Counter, memoryCounter, WINDOW } from './counter.js';
import { connectRedis, type RedisLink } from './redis-link.js';

/**
 * @returns with whether Redis answers, and the connection to it; null without one
 * @param redisUrl counters shared by all machines; while Redis does not answer, each counts for itself
 * @param local counts where there is no Redis, or none that answers; default: this process alone
 */
export function createRateLimiter({
  redisUrl,
  log,
  local = memoryCounter(),
}: {
  redisUrl: string | null;
  log: Logger;
  local?: Counter | undefined;
}): RateLimiter & { redisIsUp(): boolean | null; readonly redis: RedisLink | null } {
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
  const shared = new RateLimiterRedis({ ...WINDOW, storeClient: redis.client, keyPrefix: 'cartload:rate' });
  return {
    consume: (subject, limit) => countShared(redis, shared, local, subject, limit),
    redisIsUp: () => redis.isUp,
    redis,
    close: async () => redis.close(),
  };
}

async function count(counter: Counter, subject: string, limit: number): Promise<RateState> {
  return stateOf(await counter.consume(subject), limit);
}

async function countShared(
  redis: RedisLink,
  shared: Counter,
  local: Counter,
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

function stateOf({ consumedPoints, msBeforeNext }: Counted, limit: number): RateState {
  return {
    limit,
    remaining: Math.max(0, limit - consumedPoints),
    resetAtSeconds: Math.ceil((Date.now() + msBeforeNext) / 1000),
    exceeded: consumedPoints > limit,
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}
