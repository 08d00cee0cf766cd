import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import t, { type Test } from 'tap';
import { connect } from '../../../src/store/client.js';
import { noteDriveTimeAreas } from '../../../src/store/drive-time-areas.js';
import { connectRedis } from '../../../src/store/redis-link.js';
import { StoredAreas } from '../../../src/world/drive-times/stored-areas.js';
import { createDatabase } from '../../support/database.js';
import { faultProxy } from '../../support/fault-proxy.js';
import { recordLog } from '../../support/recorded-log.js';
import { createRedis, hasRedis } from '../../support/redis.js';

/** A key whose place in Redis has this number. */
const keyOf = (place: number, more = 0): string =>
  `${place.toString(16).padStart(8, '0')}-0000-0000-0000-${String(more).padStart(12, '0')}`;
const PLACES = 8192;
const SECRET = Buffer.from('the same in all processes');

/** Areas read through a proxy from a Redis of their own. */
async function arrange(t: Test) {
  const { url } = await createDatabase(t);
  const sql = connect(url, { applicationName: 'test', maxConnections: 2, statementTimeoutMs: 30_000 });
  const server = await createRedis(t);
  await server.start();
  const way = await faultProxy(t, server.url);
  const { log, entries } = recordLog();
  const redis = connectRedis(way.url, log);
  const inspector = new Redis(server.url);
  t.teardown(async () => {
    redis.close();
    inspector.disconnect();
    await sql.end({ timeout: 5 });
  });
  const isUsed = async (): Promise<void> => {
    while (!redis.isUp) await redis.ask((client) => client.ping()).catch(() => delay(20));
  };
  await isUsed();
  const areas = new StoredAreas({ sql, redis, secret: SECRET });
  const note = (key: string, packed: Uint8Array) =>
    noteDriveTimeAreas(sql, [{ key, source: 'roads', minutes: 5, packed, truncated: false, snapMeters: 0 }]);
  const read = async (key: string): Promise<number[] | null> => {
    const area = await areas.read(key);
    return area && [...area];
  };
  const places = async (): Promise<string[]> => (await inspector.keys('*')).sort();
  /** Reads an area and waits until Redis has it. */
  const readIntoRedis = async (key: string): Promise<void> => {
    const before = await inspector.info('commandstats');
    await read(key);
    const sets = (stats: string) => Number(/cmdstat_set:calls=(\d+)/.exec(stats)?.[1] ?? 0);
    while (sets(await inspector.info('commandstats')) === sets(before)) await delay(5);
  };
  return { sql, server, way, redis, inspector, entries, isUsed, note, read, places, readIntoRedis };
}

const skip = hasRedis() ? false : 'there is no redis-server';

t.test('areas and Redis', { skip }, async (t) => {
  const { sql, server, way, inspector, entries, isUsed, note, read, places, readIntoRedis } =
    await arrange(t);

  t.test('an area is read from Redis where it is, which forgets it after a day', async (t) => {
    const key = keyOf(1);
    await note(key, new Uint8Array([1, 2, 250]));
    await readIntoRedis(key);
    await sql`DELETE FROM drive_time_areas`;
    t.same(await read(key), [1, 2, 250]);
    t.same(await places(), ['cartload:drive-time-area:1']);
    const ttl = await inspector.ttl('cartload:drive-time-area:1');
    t.ok(ttl > 86_000 && ttl <= 86_400);
  });

  t.test('areas that share a place push each other out, and are never taken for each other', async (t) => {
    const [one, other] = [keyOf(2), keyOf(2 + PLACES)];
    await note(one, new Uint8Array([1]));
    await note(other, new Uint8Array([2]));
    await readIntoRedis(one);
    await readIntoRedis(other);
    t.same([await read(other), await read(one)], [[2], [1]]);
    t.same(await places(), ['cartload:drive-time-area:1', 'cartload:drive-time-area:2']);
  });

  t.test('one that is large stays in the database', async (t) => {
    await note(keyOf(3), new Uint8Array(64 * 1024 + 1));
    await note(keyOf(4), new Uint8Array(64 * 1024));
    t.equal((await read(keyOf(3)))!.length, 64 * 1024 + 1);
    await readIntoRedis(keyOf(4));
    t.notOk((await places()).includes('cartload:drive-time-area:3'));
  });

  t.test('an area that this service did not write is not believed, and is written anew', async (t) => {
    const key = keyOf(5);
    const place = 'cartload:drive-time-area:5';
    await note(key, new Uint8Array([1, 2, 3]));
    await readIntoRedis(key);
    const sealed = (await inspector.getBuffer(place))!;
    const flipped = Buffer.from(sealed);
    flipped[flipped.length - 1]! ^= 1;
    const wrong: Record<string, () => Promise<unknown>> = {
      'an altered area': () => inspector.set(place, flipped),
      'half of one': () => inspector.set(place, sealed.subarray(0, 33)),
      'a few bytes': () => inspector.set(place, 'ck'),
      'an empty text': () => inspector.set(place, ''),
      'an area that counts a billion polygons': () => inspector.set(place, Buffer.alloc(40, 0xff)),
      'the area of another': () => inspector.copy('cartload:drive-time-area:4', place, 'REPLACE'),
      'a list': () => inspector.multi().del(place).lpush(place, 'x').exec(),
    };
    for (const [what, put] of Object.entries(wrong)) {
      await put();
      await readIntoRedis(key);
      t.same(await inspector.getBuffer(place), sealed, what);
      t.same(await read(key), [1, 2, 3]);
    }
    t.same(entries, [], 'nor is Redis taken to be away for it');
  });

  t.test('a Redis that is full keeps what it has, and the rest comes from the database', async (t) => {
    await note(keyOf(6), new Uint8Array([6]));
    await inspector.config('SET', 'maxmemory', '1');
    t.same([await read(keyOf(6)), await read(keyOf(6)), await read(keyOf(5))], [[6], [6], [1, 2, 3]]);
    await inspector.config('SET', 'maxmemory', '0');
    t.same(entries, []);
  });

  t.test('a Redis that answers nothing is waited for once', async (t) => {
    way.silence();
    for (let i = 0; i < 50; i++) t.same(await read(keyOf(5)), [1, 2, 3]);
    t.match(entries, [{ msg: /^lost Redis/, err: { message: /timed out/ } }]);
    t.equal(entries.length, 1);
    await way.pass();
    await isUsed();
  });

  t.test('while Redis is away areas come from the database, and from Redis when it is back', async (t) => {
    await server.kill();
    t.same(await read(keyOf(5)), [1, 2, 3]);
    await sql`DELETE FROM drive_time_areas`;
    t.equal(await read(keyOf(5)), null, 'which has it no more');
    await note(keyOf(5), new Uint8Array([7]));
    t.same(await read(keyOf(5)), [7]);
    await server.start();
    await isUsed();
    await readIntoRedis(keyOf(5));
    await sql`DELETE FROM drive_time_areas`;
    t.same(await read(keyOf(5)), [7]);
  });
});
