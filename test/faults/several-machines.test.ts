import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { hashKey, newKey } from '../../src/access/keys/key.js';
import type { BulkJob } from '../../src/schema/job.js';
import { createKey } from '../../src/store/keys.js';
import {
  assertExact,
  endLeases,
  expectedOf,
  expectedOfOverwriting,
  faultyCsv,
  LONG,
  seededRandom,
} from '../support/faults.js';
import { type Answer, askOne, askUntilAnswered, Machine } from '../support/machine.js';
import { createOwner } from '../support/owner.js';
import { createRedis, hasRedis } from '../support/redis.js';
import { startS3 } from '../support/s3-server.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const ROUNDS = LONG ? Number(process.env.FAULTS_ROUNDS ?? 25) : 1;
const ROWS = LONG ? 10_000 : 6000;
const KILLS = LONG ? 6 : 2;
const BETWEEN_KILLS_MS = LONG ? 2000 : 500;
/** Requests a minute of the key that sends without pauses. */
const LIMIT = 40;
const ASK_EVERY_MS = 25;
const ROLES = ['http', 'http', 'jobs', 'jobs'] as const;

t.setTimeout(LONG ? 3_600_000 : 900_000);

/** Sends requests without pauses until aborted. @returns accepted requests in each window of a minute */
async function hammer(machines: readonly Machine[], key: string, signal: AbortSignal) {
  const accepted: number[] = [];
  let windowEndsAt = 0;
  for (; !signal.aborted; await delay(ASK_EVERY_MS)) {
    const answer = await askOne(machines, '/me', { headers: { authorization: `Bearer ${key}` } });
    if (!answer) continue;
    const resetAt = Number(answer.headers.get('x-ratelimit-reset'));
    // Processes with slow answers round up to seconds.
    if (resetAt > windowEndsAt + 3) accepted.push(0);
    windowEndsAt = Math.max(resetAt, windowEndsAt);
    if (answer.status === 200) accepted[accepted.length - 1]!++;
    else if (answer.status !== 429) throw new Error(`GET /me: ${answer.status}`);
  }
  return accepted;
}

const skip = hasRedis() ? false : 'there is no redis-server';
const kills = `${ROUNDS * KILLS} SIGKILLs of two processes for requests and two for jobs`;

t.test(`${kills} lose and double nothing, and clients see no error`, { skip }, async (t) => {
  const random = seededRandom(t);
  const owner = await createOwner(t, { rateLimit: 1_000_000, quotaBulk: 100_000 });
  const redis = await createRedis(t);
  await redis.start();
  const s3 = await startS3(t);
  const env = {
    DATABASE_URL: owner.url,
    REDIS_URL: redis.url,
    SECRET: 'the same on all machines',
    WORKERS: '1',
    ...s3.env,
  };
  const machines = await Promise.all(
    ROLES.map(async (role) => new Machine(t, role, { ...env, DATA_DIR: temporaryFolder(t) })),
  );
  const fronts = machines.filter(({ role }) => role === 'http');
  await Promise.all(machines.map((machine) => machine.start()));

  const call = (path: string, init: RequestInit = {}): Promise<Answer> =>
    askUntilAnswered(fronts, path, {
      ...init,
      headers: { authorization: `Bearer ${owner.key}`, ...init.headers },
    });
  const upload = async (mapId: number, body: string, query = ''): Promise<BulkJob> => {
    const { status, body: job } = await call(`/maps/${mapId}/markers/bulk${query}`, {
      method: 'POST',
      // Repeated when the process dies that received it, the upload stays one import.
      headers: { 'content-type': 'text/csv', 'idempotency-key': randomUUID() },
      body,
    });
    if (status !== 202) throw new Error(`${status}: ${JSON.stringify(job)}`);
    return job;
  };
  const completed = async ({ job_id }: BulkJob): Promise<BulkJob> => {
    for (; ; await delay(50)) {
      const { body: job } = await call(`/jobs/${job_id}`);
      if (job.completed_at) return job;
    }
  };
  const dead = new Set<Promise<void>>();
  const killOne = async (): Promise<void> => {
    const running = machines.filter(({ service }) => service !== null);
    const victim = running[Math.floor(random() * running.length)];
    if (!victim) return;
    await victim.kill();
    // Otherwise the others wait for the lease to expire.
    if (victim.role === 'jobs' && (!LONG || random() < 0.5)) await endLeases(owner.sql);
    const restart = delay(random() * 1000).then(() => victim.start());
    dead.add(restart);
    void restart.finally(() => dead.delete(restart));
  };

  for (let round = 1; round <= ROUNDS; round++) {
    const begunAtMs = Date.now();
    const maps = [await owner.createMap(), await owner.createMap(), await owner.createMap()] as const;
    // One import into an empty map, one that appends and one that overwrites.
    const before = await Promise.all(
      maps.slice(1).map((mapId) => upload(mapId, faultyCsv(ROWS / 2, 'before'))),
    );
    await Promise.all(before.map(completed));

    const key = newKey();
    await createKey(owner.sql, 'owner@example.com', hashKey(key), 'read_write', { rateLimit: LIMIT });
    const isOver = new AbortController();
    const hammering = hammer(fronts, key, isOver.signal);
    const importing = Promise.all([
      upload(maps[0], faultyCsv(ROWS)),
      upload(maps[1], faultyCsv(ROWS)),
      upload(maps[2], faultyCsv(ROWS, 'after'), '?on_duplicate=overwrite'),
    ]).then((jobs) => Promise.all(jobs.map(completed)));
    for (let kill = 0; kill < KILLS; kill++) {
      await delay(random() * BETWEEN_KILLS_MS);
      await killOne();
    }
    const jobs = await importing;
    isOver.abort();
    const accepted = await hammering;

    const half = expectedOf(ROWS / 2);
    const all = expectedOf(ROWS);
    t.match(jobs, [
      all,
      { ...all, added: half.added, skipped: all.skipped + half.added },
      expectedOfOverwriting(ROWS),
    ]);
    for (const [i, mapId] of maps.entries())
      await assertExact(t, owner.sql, mapId, ROWS, (i === 0 ? 1 : 1.5) * (ROWS / 100));
    const [used] =
      await owner.sql`SELECT used FROM quota_use WHERE key_id = ${owner.keyId} AND kind = 'bulk'`;
    t.equal(used!.used, 5 * round, 'charged once each');
    // On a machine that stalls, a process may take Redis for absent and count alone.
    const isShared = !fronts.some(({ logs }) =>
      logs.flat().some(({ msg }) => /^lost Redis/.test(String(msg))),
    );
    t.ok(
      accepted.every((n) => n <= (isShared ? LIMIT : (fronts.length + 1) * LIMIT)),
      `accepted: ${accepted}`,
    );
    await Promise.all(dead);
    if (LONG)
      t.comment(
        `round ${round}: ${Date.now() - begunAtMs} ms, accepted ${accepted}${isShared ? '' : ' (Redis was away for one)'}`,
      );
  }
  await Promise.all(machines.map(({ service }) => service?.kill('SIGTERM')));
  t.same(
    machines.flatMap(({ broken }) => broken),
    [],
    'connections break with their process alone',
  );
  const fatal = machines.flatMap(({ logs }) => logs.flat()).filter(({ level }) => Number(level) >= 50);
  t.same(fatal, [], 'no error in any log');
});
