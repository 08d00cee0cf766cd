import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { KINDS, type Kind } from '../../../src/background/retention/kinds.js';
import { noteDriveTimeAreas, useDriveTimeAreas } from '../../../src/store/drive-time-areas.js';
import { geocodedAddressesBeyond } from '../../../src/store/geocoded-addresses.js';
import {
  type RetentionDays,
  removeDriveTimeAreas,
  removeGeocodedAddresses,
} from '../../../src/store/retention.js';
import { createOwner, type Owner } from '../../support/owner.js';
import { addJob, addMarkers, assertCounts, countOf } from '../../support/rows.js';
import { startService } from '../../support/service.js';
import { KEEP, retentionOf } from './run-retention.js';

const NEVER = Object.fromEntries(Object.keys(KEEP).map((kind) => [kind, 0])) as unknown as RetentionDays;

let owner: Owner;
t.beforeEach(async (t) => {
  owner = await createOwner(t);
});

const retention = (keep?: RetentionDays) => retentionOf(owner, keep);

t.test('jobs go 30 days after their end, with their ledger; open ones and younger ones stay', async (t) => {
  const mapId = await owner.createMap();
  for (const status of ['completed', 'failed', 'cancelled'])
    await addJob(owner.sql, `old ${status}`, mapId, status, 30.1, 3);
  await addJob(owner.sql, 'young', mapId, 'completed', 29.9);
  await addJob(owner.sql, 'queued', mapId, 'queued', null);
  await addJob(owner.sql, 'processing', mapId, 'processing', null);
  await owner.sql`UPDATE jobs SET created_at = now() - interval '99 days'`;
  const { run } = retention();
  t.same(await run(), { jobs: 12 });
  const left = ['processing', 'queued', 'young'];
  t.same(
    (await owner.sql`SELECT id FROM jobs ORDER BY id`).map(({ id }) => id),
    left,
  );
  t.same(
    (await owner.sql`SELECT job_id FROM import_blocks ORDER BY 1`).map(({ job_id }) => job_id),
    left,
  );
  t.equal(await countOf(owner.sql, 'idempotency_keys'), 3);
  t.same(await run(), {}, 'a second run removes nothing');
});

t.test('answers of a geocoding service go after a year, those that know no place after a week', async (t) => {
  const add = (name: string, days: number, lat: number | null) => owner.sql`
    INSERT INTO geocoded_addresses (key, service, lat, lng, precision, country, created_at)
    VALUES (convert_to(${name}, 'UTF8'), ${name}, ${lat}, ${lat}, ${lat && 'street'}, ${lat && 'US'},
            now() - ${days}::integer * interval '1 day')`;
  await add('old', 366, 1);
  await add('young', 364, 1);
  await add('old, unknown', 8, null);
  await add('young, unknown', 6, null);
  const left = async () =>
    (await owner.sql`SELECT service FROM geocoded_addresses ORDER BY 1`).map(({ service }) => service);
  t.same(await retention(NEVER).run(), { geocodedAddresses: 1 });
  t.same(await left(), ['old', 'young', 'young, unknown']);
  t.same(await retention().run(), { geocodedAddresses: 1 });
  t.same(await left(), ['young', 'young, unknown']);
  const at = await geocodedAddressesBeyond(owner.sql, 1);
  t.same(await removeGeocodedAddresses(owner.sql, 0, new Date(at!.getTime() + 1), 10), 1, 'too many');
  t.same(await left(), ['young, unknown']);
  t.equal(await geocodedAddressesBeyond(owner.sql, 1), null);
});

t.test(
  'areas of drive times that no marker has go 30 days after they were used, the others stay',
  async (t) => {
    const mapId = await owner.createMap();
    await addMarkers(owner.sql, mapId, 1, 900_000, null);
    const keyOf = (n: number): string => `00000000-0000-0000-0000-00000000000${n}`;
    const area = (n: number) => ({
      key: keyOf(n),
      source: 'roads',
      minutes: n,
      packed: new Uint8Array(n),
      truncated: false,
      snapMeters: 0,
    });
    await noteDriveTimeAreas(owner.sql, [1, 2, 3, 4].map(area));
    await owner.sql`UPDATE markers SET area = ${keyOf(1)}::uuid WHERE map_id = ${mapId}`;
    const age = (n: number, days: number) => owner.sql`
    UPDATE drive_time_areas SET used_at = now() - ${days}::integer * interval '1 day' WHERE key = ${keyOf(n)}::uuid`;
    await age(1, 400);
    await age(2, 31);
    await age(3, 29);
    await age(4, 31);
    await useDriveTimeAreas(owner.sql, [keyOf(4)]);
    const left = async () =>
      (await owner.sql`SELECT minutes FROM drive_time_areas ORDER BY 1`).map(({ minutes }) => minutes);
    t.same(await retention(NEVER).run(), { driveTimeAreas: 1 });
    t.same(await left(), [1, 3, 4], '1 has a marker, 3 is young, 4 was used again');
    t.same(await owner.sql`SELECT bytes FROM drive_time_area_use`, [{ bytes: 308 }]);
    t.same(await retention(NEVER).run(), {}, 'what has a marker is not looked at again');
    // Where there are too many, a day is enough.
    t.same(await removeDriveTimeAreas(owner.sql, 30, 300, 10), { seen: 1, removed: 1 });
    t.same(await left(), [1, 4]);
  },
);

t.test('entries of the audit log go after a year', async (t) => {
  await owner.sql`INSERT INTO audit_log (at, action, via) VALUES (now() - interval '366 days', 'old', 'test')`;
  await owner.sql`INSERT INTO audit_log (at, action, via) VALUES (now() - interval '364 days', 'young', 'test')`;
  t.same(await retention(NEVER).run(), {});
  t.same(await retention().run(), { audit: 1 });
  t.same((await owner.sql`SELECT FROM audit_log WHERE action = 'old'`).length, 0);
  t.same((await owner.sql`SELECT FROM audit_log WHERE action = 'young'`).length, 1);
});

t.test('a job with a long ledger goes in several steps, and no younger one is touched before', async (t) => {
  const mapId = await owner.createMap();
  await addJob(owner.sql, 'old', mapId, 'completed', 50, 450);
  await addJob(owner.sql, 'later', mapId, 'completed', 40, 2);
  const steps: number[] = [];
  for await (const rows of KINDS.jobs(owner.sql, KEEP)) {
    steps.push(rows);
    if (steps.length < 3)
      t.equal((await owner.sql`SELECT FROM import_blocks WHERE job_id = 'later'`).length, 2);
  }
  t.same(steps, [200, 200, 54, 0, 0]);
});

t.test(
  'answers to repeat go after 24 hours, use of quotas after two days, of idle accounts too',
  async (t) => {
    const mapId = await owner.createMap();
    await addJob(owner.sql, 'a', mapId, 'completed', 1);
    await addJob(owner.sql, 'b', mapId, 'completed', 1);
    await owner.sql`UPDATE idempotency_keys SET created_at = now() - interval '24.1 hours' WHERE key = 'a'`;
    await owner.sql`UPDATE idempotency_keys SET created_at = now() - interval '23.9 hours' WHERE key = 'b'`;
    await owner.sql`DELETE FROM quota_use`;
    await owner.sql`
    INSERT INTO quota_use SELECT ${owner.keyId}, (now() AT TIME ZONE 'UTC')::date - n, 'bulk', 1 FROM generate_series(0, 4) n`;
    const { run } = retention(NEVER);
    t.same(await run(), { idempotencyKeys: 1, quotaUse: 3 });
    t.same(
      (await owner.sql`SELECT key FROM idempotency_keys`).map(({ key }) => key),
      ['b'],
    );
    t.same(await run(), {});
  },
);

t.test('expired markers go after 30 days from every map, and the counts stay exact', async (t) => {
  const maps = [await owner.createMap(), await owner.createMap(), await owner.createMap()];
  for (const [i, mapId] of maps.entries()) {
    await addMarkers(owner.sql, mapId, 100, i * 1000, 29.9);
    await addMarkers(owner.sql, mapId, 100, i * 1000 + 200, null);
    if (i !== 1) await addMarkers(owner.sql, mapId, 40, i * 1000 + 400, 30.1);
  }
  await owner.sql`DELETE FROM nearby_changes`;
  const { run } = retention();
  t.same(await run(), { expiredMarkers: 80 });
  for (const mapId of maps) {
    t.equal((await owner.sql`SELECT FROM markers WHERE map_id = ${mapId}`).length, 200);
    await assertCounts(t, owner.sql, mapId);
  }
  t.same(
    (await owner.sql`SELECT map_id, deleted FROM nearby_changes ORDER BY 1`).map((row) => ({ ...row })),
    [maps[0], maps[2]].map((map_id) => ({ map_id, deleted: true })),
    'nearby search hears of it',
  );
  t.same(await run(), {});
});

t.test('25,000 expired markers go in three steps, between which others write the same map', async (t) => {
  const mapId = await owner.createMap();
  await addMarkers(owner.sql, mapId, 25_000, 1_000_000, 31);
  const steps: number[] = [];
  let firstId = 1;
  for await (const rows of KINDS.expiredMarkers(owner.sql, KEEP, (error) => t.fail(String(error)))) {
    if (rows > 0) steps.push(rows);
    await addMarkers(owner.sql, mapId, 3, firstId, null);
    firstId += 3;
    await assertCounts(t, owner.sql, mapId);
  }
  t.same(steps, [10_000, 10_000, 5_000]);
});

t.test('a map without markers that expire is not read for them', async (t) => {
  const [plain, due] = [await owner.createMap(), await owner.createMap()];
  await addMarkers(owner.sql, plain, 20_000, 1, null);
  await addMarkers(owner.sql, due, 3, 50_000, 31);
  const pages = async (): Promise<number> => {
    const [row] = await owner.sql.unsafe(
      'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM next_expired_map(0, 30, 1000)',
    );
    const { Plan: plan } = row!['QUERY PLAN'][0];
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  };
  for (const analyze of [false, true]) {
    if (analyze) await owner.sql`ANALYZE markers`;
    // The first ones read the catalogue, too.
    const least = Math.min(await pages(), await pages(), await pages());
    t.ok(least < 20, `${least} pages`);
  }
  const [found] = await owner.sql`SELECT due FROM next_expired_map(0, 30, 1000)`;
  t.equal(found!.due, due);
});

t.test('an expired marker that is being changed is left for later', async (t) => {
  const mapId = await owner.createMap();
  await addMarkers(owner.sql, mapId, 10, 1, 31);
  const locked = owner.sql`
    WITH held AS MATERIALIZED (SELECT id FROM markers WHERE map_id = ${mapId} AND id = 5 FOR UPDATE)
    SELECT pg_sleep(1.5) FROM held`.execute();
  await delay(300);
  const { run } = retention();
  t.same(await run(), { expiredMarkers: 9 });
  await locked;
  t.same(await run(), { expiredMarkers: 1 });
  await assertCounts(t, owner.sql, mapId);
});

t.test(
  'pending accounts go after 90 days, unless they have a map, a share, a key or a young invitation',
  async (t) => {
    const { sql } = owner;
    const mapId = await owner.createMap();
    const account = async (name: string, days: number, pending = true): Promise<number> =>
      (
        await sql`INSERT INTO accounts (email, plan, pending, created_at)
      VALUES (${`${name}@example.com`}, 'free', ${pending}, now() - ${days}::float8 * interval '1 day') RETURNING id`
      )[0]!.id;
    const invite = (accountId: number, days: number) => sql`
    INSERT INTO outbox (account_id, map_id, inviter_id, due_at, next_attempt_at, created_at, sent_at)
    SELECT ${accountId}, ${mapId}, ${owner.accountId}, x.at, x.at, x.at, x.at FROM (SELECT now() - ${days}::float8 * interval '1 day' AS at) x`;
    await account('gone', 90.1);
    await invite(await account('invited-long-ago', 95), 94);
    await account('young', 89.9);
    await account('registered', 91, false);
    await sql`UPDATE maps SET account_id = ${await account('owner-of-one', 91)}, deleted_at = now()`;
    await sql`INSERT INTO shares (map_id, account_id, access_level, email) VALUES (${mapId}, ${await account('sharee', 91)}, 'viewer', 'sharee')`;
    await sql`INSERT INTO api_keys (account_id, hash, scope) VALUES (${await account('with-key', 91)}, 'x', 'read_only')`;
    await invite(await account('invited', 91), 3);
    const { run } = retention();
    t.same(await run(), { pendingAccounts: 2 });
    t.same(
      (await sql`SELECT split_part(email, '@', 1) AS name FROM accounts ORDER BY id`).map(({ name }) => name),
      ['owner', 'young', 'registered', 'owner-of-one', 'sharee', 'with-key', 'invited'],
    );
    t.same(await run(), {});
  },
);

t.test('0 days keep for ever', async (t) => {
  const mapId = await owner.createMap();
  await addMarkers(owner.sql, mapId, 3, 1, 10_000);
  await addJob(owner.sql, 'old', mapId, 'completed', 10_000);
  await owner.sql`INSERT INTO accounts (email, plan, pending, created_at) VALUES ('p@example.com', 'free', true, '2000-01-01')`;
  const other = await owner.createMap();
  await owner.sql`UPDATE maps SET deleted_at = '2000-01-01' WHERE id = ${other}`;
  t.same(await retention(NEVER).run(), {});
});

t.test('of processes that do it at once, one does it, and nothing twice', async (t) => {
  const mapId = await owner.createMap();
  await addMarkers(owner.sql, mapId, 12_000, 1, 31);
  const [lock] = await owner.sql`SELECT pg_try_advisory_xact_lock(hashtext('retention')) AS free`;
  t.equal(lock!.free, true);
  const held = owner.sql`SELECT pg_advisory_xact_lock(hashtext('retention')), pg_sleep(1)`.execute();
  await delay(200);
  const { run, entries } = retention();
  t.same(await run(), {}, 'another has the lock');
  t.same(entries, [], 'which is nothing to tell');
  await held;
  const counts = await Promise.all([retention().run(), retention().run(), retention().run()]);
  t.ok(counts.reduce((sum, { expiredMarkers = 0 }) => sum + expiredMarkers, 0) <= 12_000);
  for (let i = 0; i < 3 && (await countOf(owner.sql, 'markers')) > 0; i++) await run();
  t.equal(await countOf(owner.sql, 'markers'), 0);
  await assertCounts(t, owner.sql, mapId);
});

t.test('a kind that fails keeps no other', async (t) => {
  const { sql } = owner;
  await sql`ALTER FUNCTION remove_quota_use(integer) RENAME TO elsewhere`;
  await addJob(owner.sql, 'old', await owner.createMap(), 'completed', 31);
  const { run, entries } = retention();
  t.same(await run(), { jobs: 2 });
  t.match(
    entries.filter(({ level }) => level > 30),
    [{ kind: 'quotaUse' as Kind }],
  );
});

t.test('processes that run jobs do it, as their environment says; others do not', async (t) => {
  const mapId = await owner.createMap();
  await addJob(owner.sql, 'old', mapId, 'completed', 8);
  await addJob(owner.sql, 'young', mapId, 'completed', 6);
  const env = { DATABASE_URL: owner.url, DATA_DIR: t.testdir(), RETAIN_JOBS_DAYS: '7' };
  const front = await startService(t, env, ['--role', 'http']);
  await delay(300);
  t.equal(await countOf(owner.sql, 'jobs'), 2);
  await startService(t, env, ['--role', 'jobs']);
  while ((await countOf(owner.sql, 'jobs')) === 2) await delay(20);
  t.match(await owner.sql`SELECT id FROM jobs`, [{ id: 'young' }]);
  t.notOk(front.log.some(({ msg }) => msg === 'removed expired rows'));
});
