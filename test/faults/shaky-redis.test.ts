import t, { type Test } from 'tap';
import { hashKey, newKey } from '../../src/access/keys/key.js';
import { createKey } from '../../src/store/keys.js';
import { until } from '../support/cartload-process.js';
import { fetchDocumented } from '../support/documented.js';
import { type FaultProxy, faultProxy } from '../support/fault-proxy.js';
import { LONG } from '../support/faults.js';
import { createOwner } from '../support/owner.js';
import { createRedis, hasRedis } from '../support/redis.js';
import { type ServiceProcess, startService } from '../support/service.js';

const LIMIT = 20;
const DOWN = 'lost Redis: each process counts rate limits by itself';
const UP = 'reconnected to Redis: rate limits are shared again';
const PROCESSES = 2;
/** Latency in each direction, well above the deadline of a command. */
const SLOW_MS = 2000;

/** The short round has the faults that no test of the limiter alone covers. */
const FAULTS: Record<string, (way: FaultProxy) => unknown> = {
  'is slow': (way) => way.pass(SLOW_MS),
  'resets its connections': (way) => way.cut('reset'),
  ...(LONG && {
    'is killed': (way) => way.refuse(),
    'answers nothing': (way) => way.silence(),
    'is gone without a word': (way) => way.abandon(),
  }),
};

t.setTimeout(900_000);
const skip = hasRedis() ? false : 'there is no redis-server';

interface Front {
  way: FaultProxy;
  service: ServiceProcess;
}

/** Answers of two processes to one key, asked in turns. @throws t.fail for implausible headers */
async function ask(
  t: Test,
  fronts: readonly Front[],
  key: string,
  times: number,
): Promise<{ accepted: number }> {
  let accepted = 0;
  const answers = await Promise.all(
    Array.from({ length: times }, async (_, i) => {
      const response = await fetchDocumented(`${fronts[i % fronts.length]!.service.url}/me`, {
        headers: { authorization: `Bearer ${key}` },
      });
      await response.arrayBuffer();
      return response;
    }),
  );
  for (const { status, headers } of answers) {
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
      Number(headers.get(`x-ratelimit-${name}`)),
    );
    const secondsLeft = reset! - Date.now() / 1000;
    const isPlausible =
      limit === LIMIT && remaining! >= 0 && remaining! < LIMIT && secondsLeft > -1 && secondsLeft <= 61;
    if (!isPlausible) t.fail(`headers that do not fit: ${limit} ${remaining} ${reset}`);
    const retryAfter = Number(headers.get('retry-after'));
    if (status === 200) accepted++;
    else if (status !== 429 || !(retryAfter >= 1 && retryAfter <= 60)) t.fail(`${status} ${retryAfter}`);
  }
  return { accepted };
}

t.test(
  'whatever happens to Redis, no client sees an error, and each process keeps to the limit',
  { skip },
  async (t) => {
    const owner = await createOwner(t);
    const redis = await createRedis(t);
    await redis.start();
    const env = { DATABASE_URL: owner.url, SECRET: 'the same on both' };
    const fronts: Front[] = await Promise.all(
      Array.from({ length: PROCESSES }, async () => {
        const way = await faultProxy(t, redis.url);
        await way.refuse();
        const service = await startService(t, { ...env, DATA_DIR: t.testdir(), REDIS_URL: way.url }, [
          '--role',
          'http',
        ]);
        return { way, service };
      }),
    );
    const makeKey = async (): Promise<string> => {
      const key = newKey();
      await createKey(owner.sql, 'owner@example.com', hashKey(key), 'read_write', { rateLimit: LIMIT });
      return key;
    };
    const everywhere = (happen: (way: FaultProxy) => unknown) =>
      Promise.all(fronts.map(({ way }) => happen(way)));
    /** @returns a key whose limit the processes have used up together */
    const usedUpTogether = (): Promise<string> =>
      until(async () => {
        const key = await makeKey();
        return (await ask(t, fronts, key, 2 * LIMIT)).accepted === LIMIT ? key : null;
      });

    t.equal(
      (await ask(t, fronts, await makeKey(), 6 * LIMIT)).accepted,
      PROCESSES * LIMIT,
      'away at the start',
    );
    await everywhere((way) => way.pass());
    for (const [what, happen] of Object.entries(FAULTS)) {
      const [used, under, after] = [await usedUpTogether(), await makeKey(), await makeKey()];
      const underWay = ask(t, fronts, under, 3 * LIMIT);
      await everywhere(happen);
      const counted = [await underWay, await ask(t, fronts, after, 6 * LIMIT)];
      for (const { accepted } of counted)
        t.ok(accepted >= LIMIT && accepted <= (PROCESSES + 1) * LIMIT, `Redis ${what}: ${accepted}`);
      t.ok((await ask(t, fronts, used, 6 * LIMIT)).accepted <= PROCESSES * LIMIT);
      await everywhere((way) => way.pass());
    }
    await usedUpTogether();
    for (const { service } of fronts) {
      const told = service.log.map(({ msg }) => msg).filter((msg) => msg === DOWN || msg === UP);
      t.ok(told.length >= 2 * Object.keys(FAULTS).length, 'of each outage');
      t.same(
        told,
        told.map((_, i) => (i % 2 === 0 ? DOWN : UP)),
        'one line each way',
      );
      t.equal(service.log.filter(({ level }) => Number(level) > 40).length, 0);
    }
    await Promise.all(fronts.map(({ service }) => service.kill('SIGTERM')));
  },
);
