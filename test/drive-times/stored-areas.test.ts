import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { StoredAreas } from '../../src/drive-times/stored-areas.js';
import { connectRedis } from '../../src/limits/redis-link.js';
import { connect } from '../../src/store/client.js';
import { noteDriveTimeAreas } from '../../src/store/drive-time-areas.js';
import { createDatabase } from '../support/database.js';
import { recordLog } from '../support/recorded-log.js';
import { createRedis, hasRedis } from '../support/redis.js';

const KEY = '00000000-0000-0000-0000-000000000001';
const skip = hasRedis() ? false : 'there is no redis-server';

t.test(
  'an area is read from Redis where it is, from the database while Redis is away',
  { skip },
  async (t) => {
    const { url } = await createDatabase(t);
    const sql = connect(url, { applicationName: 'test', maxConnections: 2, statementTimeoutMs: 30_000 });
    const packed = new Uint8Array([1, 2, 250]);
    await noteDriveTimeAreas(sql, [{ key: KEY, source: 'roads', minutes: 5, packed, truncated: false }]);
    const server = await createRedis(t);
    await server.start();
    const redis = connectRedis(server.url, recordLog().log);
    t.teardown(async () => {
      redis.close();
      await sql.end({ timeout: 5 });
    });
    await redis.connecting;
    const areas = new StoredAreas({ sql, redis });
    const read = async (): Promise<number[] | null> => {
      const area = await areas.read(KEY);
      return area && [...area];
    };
    t.same(await read(), [...packed]);
    await sql`DELETE FROM drive_time_areas`;
    t.same(await read(), [...packed], 'from Redis');
    await server.kill();
    t.equal(await read(), null, 'from the database, which has it no more');
    await noteDriveTimeAreas(sql, [{ key: KEY, source: 'roads', minutes: 5, packed, truncated: false }]);
    t.same(await read(), [...packed]);
    await server.start();
    while (!redis.isUp) {
      await delay(50);
      await read();
    }
    t.same(await read(), [...packed]);
  },
);
