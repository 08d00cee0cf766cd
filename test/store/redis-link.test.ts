import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { connectRedis, type RedisLink } from '../../src/store/redis-link.js';
import { type FaultProxy, faultProxy } from '../support/fault-proxy.js';
import { type RecordedLog, recordLog } from '../support/recorded-log.js';
import { createRedis, hasRedis } from '../support/redis.js';

const DOWN = 'lost Redis: each process counts rate limits by itself';
const UP = 'reconnected to Redis: rate limits are shared again';
/** Each way: well above the deadline of a command. */
const SLOW_MS = 500;

interface Line extends Pick<RecordedLog, 'entries'> {
  way: FaultProxy;
  redis: RedisLink;
  /** Asks so often, one after the other. @returns how many of them Redis was asked */
  asked(times: number): Promise<number>;
  messages(): string[];
  /** Moves the link's clock on by that time; otherwise its clock stands still. */
  pass(ms: number): void;
}

async function arrange(t: Test): Promise<Line> {
  const server = await createRedis(t);
  await server.start();
  const way = await faultProxy(t, server.url);
  const { log, entries } = recordLog();
  const { now } = performance;
  let nowMs = performance.now();
  performance.now = () => nowMs;
  const redis = connectRedis(way.url, log);
  t.teardown(() => {
    performance.now = now;
    redis.close();
  });
  const asked = async (times: number): Promise<number> => {
    let commands = 0;
    const count = (client: RedisLink['client']) => {
      commands++;
      return client.ping();
    };
    for (let i = 0; i < times; i++) await redis.ask(count).catch(() => {});
    return commands;
  };
  const messages = (): string[] => entries.map(({ msg }) => msg);
  t.equal(await asked(3), 3);
  return { way, redis, entries, asked, messages, pass: (ms) => (nowMs += ms) };
}

const skip = hasRedis() ? false : 'there is no redis-server';

t.test(
  'of calls to a slow Redis one a second waits, and it is used again when it is fast',
  { skip },
  async (t) => {
    const { way, redis, asked, messages, pass } = await arrange(t);
    await way.pass(SLOW_MS);
    t.equal(await asked(100), 1);
    pass(999);
    t.equal(await asked(100), 0);
    pass(1);
    t.equal(await asked(100), 1);
    t.same([redis.isUp, messages()], [false, [DOWN]]);
    await way.pass();
    while (!redis.isUp) {
      pass(1000);
      t.ok((await asked(3)) <= 3);
      await delay(20);
    }
    t.equal(await asked(100), 100);
    t.same(messages(), [DOWN, UP]);
  },
);

t.test('a connection on which nothing comes any more is replaced', { skip }, async (t) => {
  const { way, redis, asked, messages, pass } = await arrange(t);
  way.abandon();
  t.equal(await asked(100), 1);
  while (!redis.isUp) {
    pass(1000);
    await asked(1);
    await delay(20);
  }
  t.same(messages(), [DOWN, UP]);
});
