import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import t, { type Test } from 'tap';
import { newJobId } from '../../src/access/keys/key.js';
import {
  cancelJob,
  claimJob,
  createJob,
  findOwnedJob,
  finishJob,
  listJobs,
  releaseJob,
} from '../../src/store/jobs.js';
import { transferMap } from '../../src/store/map-life.js';
import { addOwner, createOwner } from '../support/owner.js';

const COMPLETED = { status: 'completed', error: null, notes: [] } as const;
const NO_BOUND = { quick: 100, long: 100 };

/** Accounts 'a', 'b', 'c' on a database of their own. */
async function arrange(t: Test) {
  const { sql, url } = await createOwner(t);
  const owners: Record<string, Awaited<ReturnType<typeof addOwner>>> = {};
  for (const name of ['a', 'b', 'c']) owners[name] = await addOwner(sql, `${name}@example.com`);
  const accounts = Object.fromEntries(
    Object.entries(owners).map(([name, { accountId }]) => [name, accountId]),
  );
  const accountOfMap = new Map<number, string>();
  /** Job -> the name of its account and map. */
  const names = new Map<string, string>();
  const newMap = async (account: string) => {
    const mapId = await owners[account]!.createMap();
    accountOfMap.set(mapId, account);
    return mapId;
  };
  const queue = async (name: string, mapId: number, total = 501) => {
    const job = { id: newJobId(), mapId, kind: 'test', task: {}, total, notes: [] };
    names.set(job.id, name);
    return createJob(sql, job, owners[accountOfMap.get(mapId)!]!.charge, null);
  };
  const claim = (bounds = NO_BOUND) => claimJob(sql, ['test'], 60_000, 'one', null, bounds);
  /** Names of the next jobs, which go on running. */
  const claimed = async (count: number, bounds = NO_BOUND) => {
    const found: (string | null)[] = [];
    for (let i = 0; i < count; i++) {
      const job = await claim(bounds);
      found.push(job && names.get(job.id)!);
    }
    return found;
  };
  return { sql, url, owners, accounts, names, newMap, queue, claim, claimed };
}

t.test('accounts take turns, however many jobs one of them has', async (t) => {
  const { sql, names, newMap, queue, claim } = await arrange(t);
  for (let i = 0; i < 6; i++) await queue('a', await newMap('a'));
  for (let i = 0; i < 2; i++) await queue('b', await newMap('b'));
  await queue('c', await newMap('c'));
  const order: string[] = [];
  for (;;) {
    const job = await claim();
    if (job === null) break;
    order.push(names.get(job.id)!);
    await finishJob(sql, job.id, job.lease, COMPLETED);
  }
  t.same(order, ['a', 'b', 'c', 'a', 'b', 'a', 'a', 'a', 'a']);
});

t.test('who has fewest running goes first', async (t) => {
  const { sql, newMap, queue, claim, claimed } = await arrange(t);
  await queue('a', await newMap('a'));
  t.same(await claimed(1), ['a']);
  const quickly = await queue('b', await newMap('b'));
  t.same(await claimed(1), ['b']);
  await finishJob(sql, quickly.id, 1, COMPLETED);
  for (const name of ['a', 'b']) await queue(name, await newMap(name));
  t.same(await claimed(2), ['b', 'a'], 'although the turn of b was the last one');
  t.equal(await claim(), null);
});

t.test('an account has no more running than it may; given back ones do not count', async (t) => {
  const { sql, newMap, queue, claim, claimed } = await arrange(t);
  const bounds = { quick: 1, long: 2 };
  const jobs = [];
  for (let i = 0; i < 4; i++) jobs.push(await queue('a', await newMap('a')));
  t.same(await claimed(3, bounds), ['a', 'a', null]);
  await queue('b', await newMap('b'));
  t.same(await claimed(2, bounds), ['b', null]);
  await releaseJob(sql, jobs[0]!.id, 1, 60_000);
  const next = await claim(bounds);
  t.equal(next?.id, jobs[2]!.id);
  await finishJob(sql, next!.id, 1, COMPLETED);
  await sql`UPDATE jobs SET lease_until = now() - interval '1 second' WHERE id = ${jobs[0]!.id}`;
  t.equal((await claim(bounds))?.id, jobs[0]!.id, 'what was begun goes first');
});

t.test('jobs with few rows have slots of their own, and go first', async (t) => {
  const { newMap, queue, claimed } = await arrange(t);
  await queue('long', await newMap('a'), 501);
  await queue('quick', await newMap('a'), 500);
  await queue('another quick', await newMap('a'), 1);
  t.same(await claimed(2, { quick: 1, long: 0 }), ['quick', null]);
  t.same(await claimed(2, { quick: 0, long: 1 }), ['long', null]);
  t.same(await claimed(1, { quick: 2, long: 1 }), ['another quick']);
});

t.test('the maps of an account take turns, each with its oldest job', async (t) => {
  const { sql, names, newMap, queue, claim } = await arrange(t);
  const [one, two] = [await newMap('a'), await newMap('a')];
  for (let i = 1; i <= 3; i++) await queue(`one ${i}`, one);
  await queue('two 1', two);
  await queue('two 2', two);
  const order: string[] = [];
  for (let job = await claim(); job !== null; job = await claim()) {
    order.push(names.get(job.id)!);
    await finishJob(sql, job.id, job.lease, COMPLETED);
  }
  t.same(order, ['one 1', 'two 1', 'one 2', 'two 2', 'one 3']);
});

t.test('maps that have to wait do not hold those behind them', async (t) => {
  const { newMap, queue, claimed } = await arrange(t);
  const maps = [];
  for (let i = 0; i < 5; i++) maps.push(await newMap('a'));
  for (const map of maps) await queue('first', map);
  t.same(await claimed(5), Array(5).fill('first'));
  for (const map of maps) await queue('second', map);
  await queue('free', await newMap('a'));
  t.same(await claimed(2), ['free', null]);
});

t.test('a job that was begun earlier than it was committed waits for the later one that runs', async (t) => {
  const { sql, newMap, queue, claim } = await arrange(t);
  const map = await newMap('a');
  const later = await queue('later', map);
  t.equal((await claim())?.id, later.id);
  const earlier = await queue('earlier', map);
  await sql`UPDATE jobs SET created_at = now() - interval '1 hour' WHERE id = ${earlier.id}`;
  t.equal(await claim(), null);
  await releaseJob(sql, later.id, 1);
  await delay(2);
  t.equal((await claim())?.id, later.id);
  await finishJob(sql, later.id, 2, COMPLETED);
  t.equal((await claim())?.id, earlier.id);
});

t.test(
  'claims at the same time never give a job twice, two jobs of a map, or more than an account may have',
  async (t) => {
    const { sql, newMap, queue } = await arrange(t);
    const bounds = { quick: 2, long: 2 };
    const JOBS = 4;
    for (const name of ['a', 'b', 'c']) {
      for (let i = 0; i < 3; i++) {
        const map = await newMap(name);
        for (let j = 0; j < JOBS; j++) await queue(name, map, j % 2 === 0 ? 1 : 501);
      }
    }
    const seen = new Set<string>();
    const running = new Map<string, { map: number; of: string }>();
    const process = async (name: string) => {
      while (seen.size < 3 * 3 * JOBS) {
        const job = await claimJob(sql, ['test'], 60_000, name, null, bounds);
        if (job === null) continue;
        t.notOk(seen.has(job.id), 'a job is given once');
        seen.add(job.id);
        const others = [...running.values()];
        t.notOk(
          others.some(({ map }) => map === job.mapId),
          'a map has one job at a time',
        );
        const of = `${job.accountId} ${job.quick}`;
        t.ok(others.filter((other) => other.of === of).length < 2, 'an account has two at a time');
        running.set(job.id, { map: job.mapId, of });
        await delay(Math.random() * 4);
        running.delete(job.id);
        await finishJob(sql, job.id, job.lease, COMPLETED);
      }
    };
    await Promise.all(['one', 'one', 'one', 'two', 'two', 'two'].map(process));
    t.equal(seen.size, 3 * 3 * JOBS);
    t.same(await sql`SELECT FROM jobs WHERE status <> 'completed' OR lease <> 1`, []);
  },
);

t.test('a transfer moves the jobs of the map, and those that wait count for the new owner', async (t) => {
  const { sql, owners, accounts, newMap, queue, claim, claimed } = await arrange(t);
  const { a = 0, b = 0 } = accounts;
  const [mine, theirs] = [await newMap('a'), await newMap('b')];
  const moved = await queue('moved', mine);
  await queue('own', theirs);
  const page = { mapId: null, status: null, before: null, limit: 10 };
  await transferMap(sql, owners.a!, { id: mine, accountId: a }, 'b@example.com', null);
  t.same(await listJobs(sql, a, page), []);
  t.equal((await listJobs(sql, b, page)).length, 2);
  t.equal(await findOwnedJob(sql, a, moved.id), null);
  t.equal((await findOwnedJob(sql, b, moved.id))?.id, moved.id);
  t.same(await claimed(2, { quick: 1, long: 1 }), ['moved', null]);
  await cancelJob(sql, owners.b!, moved);
  t.equal((await claim())?.accountId, b);
});

t.test('a job that is made while its map is transferred is the new owner’s', async (t) => {
  const { sql, url, accounts, newMap, queue } = await arrange(t);
  const map = await newMap('a');
  const other = postgres(url, { max: 1, fetch_types: false });
  t.teardown(() => other.end({ timeout: 1 }));
  await other`BEGIN`;
  await other`SELECT transfer_map(${map}, ${accounts.a!}, 'b@example.com', ${accounts.a!})`;
  const making = queue('made', map);
  const waiting = () =>
    sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await Promise.race([
    making,
    (async () => {
      while ((await waiting()).length === 0) await delay(5);
    })(),
  ]);
  await other`COMMIT`;
  const { id } = await making;
  t.match(await sql`SELECT account_id FROM jobs WHERE id = ${id}`, [{ account_id: accounts.b }]);
});
