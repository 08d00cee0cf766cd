import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { open as openFile, rm, writeFile } from 'node:fs/promises';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { MetricFamily } from '../../src/base/metrics/family.js';
import { memoryCounter } from '../../src/base/processes/counter.js';
import { MergedMetrics } from '../../src/base/processes/merged-metrics.js';
import { ownMetrics } from '../../src/base/processes/own-metrics.js';
import type { Siblings } from '../../src/base/processes/siblings.js';
import { causedIn, fires } from '../deploy/alert-rules.js';
import { type Sample, samplesOf } from '../deploy/promql-values.js';
import { CSV, startTestApp } from '../support/app.js';
import { createDatabase } from '../support/database.js';
import { faultProxy } from '../support/fault-proxy.js';
import { LONG } from '../support/faults.js';
import { answerJson, startGeocoder } from '../support/geocoder.js';
import { createRedis, hasRedis } from '../support/redis.js';
import { startS3 } from '../support/s3-server.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/*
 * Alerts whose causes are heavy or take their time. One service with all that it may need has a well one
 * beside it, and the rules are asked with what both tell together. deploy/alerts-caused has the cheap ones,
 * faults/alerts-of-processes those of the supervisor.
 */

const GIB = 2 ** 30;
/** They fire for a well service, too, on a machine that has too much to do. */
const OF_A_BUSY_MACHINE = ['CartloadDatabaseSlow', 'CartloadStatementsWait'];
/** Length of a second. */
const TRIES = 90;
t.setTimeout(900_000);

/** @returns a reason where a small file system cannot be mounted */
function mountSmallDisk(t: Test, directory: string): string | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m,mode=755', 'tmpfs', directory], {
      stdio: 'ignore',
    });
  } catch {
    return 'a small file system cannot be mounted here';
  }
  t.teardown(() => execFileSync('umount', ['-l', directory]));
  return null;
}

/** @returns a reason where the limit of this process cannot be changed */
function limitDescriptors(limit: string): string | null {
  try {
    execFileSync('prlimit', [`--pid=${process.pid}`, `--nofile=${limit}`], { stdio: 'ignore' });
    return null;
  } catch {
    return 'prlimit of util-linux is missing here';
  }
}

/** Minutes of waiting, which the round of `.ci/run` does not have. */
const skip = LONG ? false : 'FAULTS=long runs it (npm run test:faults)';

t.test(
  'each alert fires after its cause on a service beside a well one, and not before',
  { skip },
  async (t) => {
    const way = await faultProxy(t, (await createDatabase(t)).url);
    const s3 = await startS3(t);
    Object.assign(process.env, s3.env);
    const redis = hasRedis() ? await createRedis(t) : null;
    await redis?.start();
    const geocoder = await startGeocoder(t, (_, response) => answerJson(response, []));
    const dataDir = temporaryFolder(t);
    const withoutDisk = mountSmallDisk(t, dataDir);

    let tell: () => Promise<MetricFamily[]> = async () => [];
    const siblings = {
      counter: memoryCounter(),
      scrape: async () => '',
      set metrics(families: typeof tell) {
        tell = families;
      },
    } as unknown as Siblings;
    const service = await startTestApp(
      t,
      {
        ...s3.env,
        DATABASE_URL: way.url,
        DATA_DIR: dataDir,
        DATABASE_CONNECTIONS: '8',
        GEOCODER_URL: `${geocoder.nominatimUrl}?rate=1000`,
        ...(redis && { REDIS_URL: redis.url }),
      },
      { siblings },
    );
    const { sql, work } = service.app;
    const authorization = await service.authorization();
    const call = service.clientWith(authorization);
    const newMap = async (): Promise<number> => (await call('POST', '/maps', { name: 'M' })).body.id;
    const upload = async (mapId: number, text: string) => {
      const answer = await call('POST', `/maps/${mapId}/markers/bulk`, text, CSV);
      t.equal(answer.status, 202);
      return answer;
    };

    const own = ownMetrics([]);
    await call('GET', '/me');
    const well = structuredClone(await tell());
    const merged = new MergedMetrics(
      own.families,
      () => [{ metrics: () => tell() }, { metrics: async () => well }],
      0,
    );
    const scrape = async (): Promise<Sample[]> => samplesOf(await merged.render());

    const caused: string[] = [];
    /**
     * @param cause of the alerts, which undoes it when it returns a function.
     * @param why it cannot be caused on this machine
     */
    const causes = async (
      alerts: readonly string[],
      cause: () => Promise<unknown>,
      { before = null, why = null }: { before?: Sample[] | null; why?: string | null } = {},
    ): Promise<void> => {
      caused.push(...alerts);
      if (why !== null) return t.comment(`skipped: ${alerts.join(', ')}: ${why}`);
      // Traces of an earlier cause fade.
      let earlier = before ?? (await scrape());
      for (let tries = 0; tries < 30 && alerts.some((alert) => fires(alert, earlier, earlier)); tries++) {
        await delay(1000);
        earlier = await scrape();
      }
      for (const alert of alerts)
        if (fires(alert, earlier, earlier)) {
          t.ok(OF_A_BUSY_MACHINE.includes(alert), `${alert} before`);
          t.comment(`${alert} fires before, as this machine is busy`);
        }
      const undo = await cause();
      // Readings are up to 15 s old.
      let waiting = alerts;
      for (let tries = 0; waiting.length > 0 && tries < TRIES; tries++) {
        const now = await scrape();
        waiting = waiting.filter((alert) => !fires(alert, earlier, now));
        if (waiting.length > 0) await delay(1000);
      }
      t.same(waiting, [], alerts.join(', '));
      if (typeof undo === 'function') await undo();
    };

    // It takes a minute, beside all others.
    const start = await scrape();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hung = work.queues.small.run({ accountId: 999 }, () => held).catch(() => {});
    const rejected = await newMap();

    await causes(
      ['CartloadDiskFull'],
      async () => {
        await writeFile(join(dataDir, 'large'), Buffer.alloc(60 << 20));
        // Uploads are refused as long.
        return () => rm(join(dataDir, 'large'));
      },
      { why: withoutDisk },
    );
    const [, allowed] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))!;
    await causes(
      ['CartloadDescriptors'],
      async () => {
        // So many that those of connections, which come and go, make no difference.
        const files = await Promise.all(Array.from({ length: 1000 }, () => openFile('/dev/null')));
        limitDescriptors(`${Math.ceil(readdirSync('/proc/self/fd').length * 1.1)}:`);
        return async () => {
          limitDescriptors(`${allowed}:`);
          await Promise.all(files.map((file) => file.close()));
        };
      },
      { why: limitDescriptors(`${allowed}:`) },
    );
    await causes(
      ['CartloadMemory'],
      async () => {
        let held: Buffer[] = Array.from({ length: 9 }, () => Buffer.alloc(GIB / 4, 1));
        return () => {
          held = [];
          return held;
        };
      },
      { why: freemem() < 4 * GIB ? 'it has less than 4 GiB of free memory' : null },
    );
    await causes(['CartloadSlow'], async () => {
      await way.pass(600);
      await call('GET', '/me');
      await call('GET', `/maps/${rejected}`);
      await way.pass();
    });
    await causes(['CartloadIndexTooSmall'], async () => {
      await call('GET', `/nearby?lat=1&lng=2`);
    });
    await sql`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`;
    await causes(['CartloadJobsFail'], async () => {
      await sql`CREATE TRIGGER refuse BEFORE INSERT ON import_blocks FOR EACH ROW EXECUTE FUNCTION refuse()`;
      await upload(await newMap(), 'name,lat,lng\nA,1,2\n');
      return () => sql`DROP TRIGGER refuse ON import_blocks`.execute();
    });
    await causes(['CartloadUploadsUnreadable'], async () => {
      // The report of the rejected row has no place.
      s3.fault = ({ method, path }) =>
        method === 'PUT' && path.includes('/errors/') ? { status: 503, code: 'SlowDown' } : null;
      await upload(await newMap(), 'name,lat,lng\nA,north,2\nB,1,2\n');
      return () => {
        s3.fault = () => null;
      };
    });
    await causes(['CartloadBlobStoreDown'], async () => {
      await s3.goAway();
      return () => s3.comeBack();
    });
    await causes(['CartloadRedisDown'], async () => redis!.kill(), {
      why: redis ? null : 'there is no redis-server',
    });
    await causes(['CartloadGeocoderDown'], async () => {
      geocoder.handler = (_, response) => answerJson(response, {}, 500);
      for (let i = 0; i < 12; i++)
        await call('POST', `/maps/${rejected}/markers`, {
          name: 'A',
          address: { street: `${i} Main St`, city: 'Springfield', state: 'IL', country: 'US' },
        });
    });
    await causes(['CartloadRefuses'], async () => {
      // A long body of the account takes its time, thirty wait behind it, and more are refused.
      const [{ id }] = await sql<[{ id: number }]>`SELECT id FROM accounts WHERE email = 'owner@example.com'`;
      let end = (): void => {};
      const slow = work.queues.longBodies.run(
        { accountId: id },
        () => new Promise<void>((resolve) => (end = resolve)),
      );
      const legend = { categories: [{ name: 'x'.repeat(40_000), color: '#ff0000' }] };
      const asked = Array.from({ length: 150 }, () => call('PUT', `/maps/${rejected}/categories`, legend));
      return async () => {
        end();
        await Promise.all([slow, ...asked]);
      };
    });
    await causes(
      ['CartloadDatabaseSlow', 'CartloadStatementsWait', 'CartloadLeasesLost', 'CartloadDatabaseSilent'],
      async () => {
        // The import hangs in its block when the database falls silent.
        await sql`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(20); RETURN NEW; END $$`;
        await sql`CREATE TRIGGER wait BEFORE INSERT ON import_blocks FOR EACH ROW EXECUTE FUNCTION wait()`;
        const { body } = await upload(await newMap(), 'name,lat,lng\nA,1,2\n');
        while ((await call('GET', body.status_url)).body.status !== 'processing') await delay(20);
        way.swallow();
        return () => way.pass();
      },
    );
    await causes(['CartloadTurnHeld'], async () => {}, { before: start });
    release();
    await hung;
    t.same(caused.sort(), causedIn('faults/alerts').sort());
  },
);
