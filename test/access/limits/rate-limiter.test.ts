import { mock } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import t, { type Test } from 'tap';
import { createRateLimiter } from '../../../src/access/limits/rate-limiter.js';
import type { RateLimiter } from '../../../src/http/route.js';
import { type RecordedLog, recordLog } from '../../support/recorded-log.js';
import { createRedis, hasRedis, type TestRedis } from '../../support/redis.js';

/** Nothing here is a measurement: what takes longer hangs, and the test shall say so. */
const DEADLINE_MS = 15_000;
const DOWN = 'lost Redis: each process counts rate limits by itself';
const UP = 'reconnected to Redis: rate limits are shared again';

function newLimiter(t: Test, redisUrl: string | null): { limiter: RateLimiter } & RecordedLog {
  const recorded = recordLog();
  const limiter = createRateLimiter({ redisUrl, log: recorded.log });
  t.teardown(() => limiter.close());
  return { limiter, ...recorded };
}

const remainingOf = async (limiter: RateLimiter, subject: string, limit = 100) =>
  (await limiter.consume(subject, limit)).remaining;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + DEADLINE_MS; Date.now() < deadline; await delay(50))
    if (await isSo()) return;
  throw new Error(`waited in vain for ${isSo}`);
}

/** Waits until both count a subject together. */
async function untilShared(one: RateLimiter, other: RateLimiter): Promise<void> {
  let round = 0;
  await until(async () => {
    const subject = `together-${round++}`;
    await one.consume(subject, 100);
    return (await remainingOf(other, subject)) === 98;
  });
}

/** Two limiters on a running Redis, both connected, with empty logs. */
async function newPair(t: Test, redis: TestRedis) {
  await redis.start();
  const [one, other] = [newLimiter(t, redis.url), newLimiter(t, redis.url)];
  await untilShared(one.limiter, other.limiter);
  one.entries.length = 0;
  other.entries.length = 0;
  return [one, other] as const;
}

t.test('requests are counted down to 0 and then exceed', async (t) => {
  const { limiter } = newLimiter(t, null);
  const states = [];
  for (let i = 0; i < 4; i++) states.push(await limiter.consume('a', 2));
  t.same(
    states.map(({ limit, remaining, exceeded }) => [limit, remaining, exceeded]),
    [
      [2, 1, false],
      [2, 0, false],
      [2, 0, true],
      [2, 0, true],
    ],
  );
  for (const { retryAfterSeconds, resetAtSeconds } of states) {
    t.ok(Number.isInteger(retryAfterSeconds) && retryAfterSeconds >= 1 && retryAfterSeconds <= 60);
    t.ok(Number.isInteger(resetAtSeconds));
    t.ok(
      Math.abs(resetAtSeconds - Date.now() / 1000 - 60) < 15,
      'the window is a minute from the first request',
    );
  }
});

t.test('subjects are apart, and their names may be anything', async (t) => {
  const { limiter } = newLimiter(t, null);
  for (const subject of ['', 'a', '__proto__', 'constructor', 'address:::1', 'ä'.repeat(1000)]) {
    t.equal(await remainingOf(limiter, subject), 99);
    t.equal(await remainingOf(limiter, subject), 98);
  }
});

t.test('the limit is the call’s', async (t) => {
  const { limiter } = newLimiter(t, null);
  t.equal(await remainingOf(limiter, 'a', 10), 9);
  t.equal(await remainingOf(limiter, 'a', 1000), 998);
  t.match(await limiter.consume('a', 2), { limit: 2, remaining: 0, exceeded: true });
  t.match(await limiter.consume('b', 0), { limit: 0, remaining: 0, exceeded: true });
});

t.test('two limiters in memory know nothing of each other', async (t) => {
  const [one, other] = [newLimiter(t, null), newLimiter(t, null)];
  t.equal(await remainingOf(one.limiter, 'a'), 99);
  t.equal(await remainingOf(other.limiter, 'a'), 99);
});

t.test('parallel requests are counted each', async (t) => {
  const { limiter } = newLimiter(t, null);
  const states = await Promise.all(Array.from({ length: 50 }, () => limiter.consume('a', 10)));
  t.equal(states.filter(({ exceeded }) => !exceeded).length, 10);
});

t.test('a window ends a minute after its first request, whatever came later', async (t) => {
  mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000_000_000_500 });
  t.teardown(() => mock.timers.reset());
  const { limiter } = newLimiter(t, null);
  t.match(await limiter.consume('a', 2), {
    remaining: 1,
    resetAtSeconds: 1_000_000_061,
    retryAfterSeconds: 60,
  });
  mock.timers.tick(30_100);
  await limiter.consume('a', 2);
  t.match(await limiter.consume('a', 2), {
    exceeded: true,
    resetAtSeconds: 1_000_000_061,
    retryAfterSeconds: 30,
  });
  mock.timers.tick(29_899);
  t.match(await limiter.consume('a', 2), {
    exceeded: true,
    resetAtSeconds: 1_000_000_061,
    retryAfterSeconds: 1,
  });
  mock.timers.tick(1);
  t.match(await limiter.consume('a', 2), { exceeded: false, remaining: 1, resetAtSeconds: 1_000_000_121 });
});

const skip = hasRedis() ? false : 'there is no redis-server on the PATH: shared limits are not tested';

t.test('with Redis', { skip }, async (t) => {
  // Each has a server of its own, and most of the time waits.
  t.jobs = 6;
  t.test('two limiters share their counters, which Redis forgets after a minute', async (t) => {
    const redis = await createRedis(t);
    const [one, other] = await newPair(t, redis);
    const states = await Promise.all(
      Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? one : other).limiter.consume('key:7', 10)),
    );
    t.equal(states.filter(({ exceeded }) => !exceeded).length, 10);
    t.same(
      states.map(({ remaining }) => remaining).sort((a, b) => a - b),
      [...Array(41).fill(0), 1, 2, 3, 4, 5, 6, 7, 8, 9],
    );
    for (const { retryAfterSeconds } of states) t.ok(retryAfterSeconds >= 1 && retryAfterSeconds <= 60);
    const client = new Redis(redis.url);
    t.teardown(() => client.disconnect());
    t.equal(await client.get('cartload:rate:key:7'), '50');
    const ttl = await client.pttl('cartload:rate:key:7');
    t.ok(ttl > 0 && ttl <= 60_000);
    t.same([...one.entries, ...other.entries], []);
  });

  t.test('when Redis is killed each counts for itself, and together again when it is back', async (t) => {
    const redis = await createRedis(t);
    const [one, other] = await newPair(t, redis);
    t.equal(await remainingOf(one.limiter, 'a'), 99);
    t.equal(await remainingOf(other.limiter, 'a'), 98);

    const inFlight = Array.from({ length: 20 }, () => one.limiter.consume('b', 5));
    await redis.kill();
    for (const state of await Promise.all(inFlight)) t.equal(state.limit, 5);
    t.equal(await remainingOf(one.limiter, 'a'), 99, 'its own counter');
    t.equal(await remainingOf(one.limiter, 'a'), 98);
    t.equal(await remainingOf(other.limiter, 'a'), 99);
    const limited = await Promise.all(Array.from({ length: 20 }, () => one.limiter.consume('c', 5)));
    t.equal(limited.filter(({ exceeded }) => !exceeded).length, 5, 'never unlimited');

    await redis.start();
    await untilShared(one.limiter, other.limiter);
    t.same(
      one.entries.map(({ msg }) => msg),
      [DOWN, UP],
      'logged once each',
    );
    t.same(
      other.entries.map(({ msg }) => msg),
      [DOWN, UP],
    );
  });

  t.test('a Redis that answers nothing is given up on, and asked again later', async (t) => {
    const redis = await createRedis(t);
    const [one, other] = await newPair(t, redis);
    redis.freeze();
    const states = await Promise.all(Array.from({ length: 50 }, () => one.limiter.consume('a', 5)));
    t.equal(states.filter(({ exceeded }) => !exceeded).length, 5);
    t.same(
      one.entries.map(({ msg }) => msg),
      [DOWN],
    );
    redis.thaw();
    await untilShared(one.limiter, other.limiter);
    t.same(
      one.entries.map(({ msg }) => msg),
      [DOWN, UP],
    );
  });

  t.test('a Redis that is not there at the start is used as soon as it is', async (t) => {
    const redis = await createRedis(t);
    const [one, other] = [newLimiter(t, redis.url), newLimiter(t, redis.url)];
    t.equal(await remainingOf(one.limiter, 'a'), 99);
    t.equal(await remainingOf(one.limiter, 'a'), 98);
    await redis.start();
    await untilShared(one.limiter, other.limiter);
    t.same(
      one.entries.map(({ msg }) => msg),
      [DOWN, UP],
    );
  });

  t.test('a Redis that refuses to write is like none', async (t) => {
    const redis = await createRedis(t);
    const [one, other] = await newPair(t, redis);
    const client = new Redis(redis.url);
    t.teardown(() => client.disconnect());
    await client.config('SET', 'maxmemory', '1');
    t.equal(await remainingOf(one.limiter, 'a', 2), 1);
    t.equal(await remainingOf(one.limiter, 'a', 2), 0);
    t.match(await one.limiter.consume('a', 2), { exceeded: true });
    t.match(one.entries, [{ msg: DOWN, err: { message: /OOM/ } }]);
    await client.config('SET', 'maxmemory', '0');
    await untilShared(one.limiter, other.limiter);
  });

  t.test('closing ends the connection while Redis is away, too', async (t) => {
    const redis = await createRedis(t);
    const { limiter } = newLimiter(t, redis.url);
    await limiter.consume('a', 1);
    await limiter.close();
    t.match(await limiter.consume('a', 2), { remaining: 0 }, 'and it still counts');
  });
});
