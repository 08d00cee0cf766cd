import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Logger } from '../../base/log.js';
import { type MetricReader, worst } from '../../base/metrics/metric-reader.js';
import { type Counter, memoryCounter, WINDOW } from '../../base/processes/counter.js';
import type { RateLimiter, RateState } from '../../http/route.js';
import { connectRedis, type RedisLink } from '../../store/redis-link.js';

/**
 * Makes the rate limiter, and the link to Redis if there is one.
 * @param redisUrl Redis with counters for all machines; while it does not answer, each machine counts for
 * itself
 * @param local counts without Redis or while it does not answer; default: a counter of this process
 */
export function createRateLimiter({
  redisUrl,
  log,
  local = memoryCounter(),
}: {
  redisUrl: string | null;
  log: Logger;
  local?: Counter | undefined;
}): RateLimiter & { readonly redis: RedisLink | null; readonly metrics: readonly MetricReader[] } {
  const redis = redisUrl === null ? null : connectRedis(redisUrl, log);
  const counter =
    redis === null
      ? local
      : new RateLimiterRedis({
          ...WINDOW,
          storeClient: storeOf(redis),
          keyPrefix: 'cartload:rate',
          insuranceLimiter: new Insurance(local),
        });
  return {
    consume: (subject, limit) => count(counter, subject, limit),
    redis,
    metrics: [
      worst('min', 'redis_up', 'Whether Redis answers (1) or not (0); absent without REDIS_URL', () =>
        redis === null ? null : Number(redis.isUp),
      ),
    ],
    close: async () => redis?.close(),
  };
}

/**
 * A store whose commands go through the link. With the plain client each request would wait for its own
 * time-out while Redis is away, and nothing would be logged: the library hides the error that made it use its
 * insurance limiter.
 */
const storeOf = (redis: RedisLink) => ({
  defineCommand: redis.client.defineCommand.bind(redis.client),
  // The command that the library defines and calls.
  rlflxIncr: (keyAndArguments: readonly string[]) =>
    redis.ask((client) => (client as unknown as Increments).rlflxIncr(keyAndArguments)),
});

interface Increments {
  rlflxIncr(keyAndArguments: readonly string[]): Promise<[consumed: number, millisecondsLeft: number]>;
}

/** Wraps a counter in a class of the library, which insists on one. */
class Insurance extends RateLimiterMemory {
  readonly #counter: Counter;

  constructor(counter: Counter) {
    super(WINDOW);
    this.#counter = counter;
  }

  override consume(subject: string | number): Promise<RateLimiterRes> {
    return this.#counter.consume(String(subject)) as Promise<RateLimiterRes>;
  }
}

async function count(counter: Counter, subject: string, limit: number): Promise<RateState> {
  const { consumedPoints, msBeforeNext } = await counter.consume(subject);
  return {
    limit,
    remaining: Math.max(0, limit - consumedPoints),
    resetAtSeconds: Math.ceil((Date.now() + msBeforeNext) / 1000),
    exceeded: consumedPoints > limit,
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}
