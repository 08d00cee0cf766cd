import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { newJobId } from '../../src/auth/key.js';
import { type JobHandler, JobRunner } from '../../src/jobs/runner.js';
import { createLog } from '../../src/log.js';
import { claimJob, createJob, extendLease, finishJob, releaseJob } from '../../src/store/jobs.js';
import { createOwner } from '../support/owner.js';

const owner = await createOwner(t);
const { sql } = owner;
const queue = (mapId: number) =>
  createJob(sql, { id: newJobId(), mapId, kind: 'test', task: {}, total: 0, notes: [] }, owner.charge, null);
const KINDS = ['test'];
const handler = (run: JobHandler['run'], isFinal = false): Record<string, JobHandler> => ({
  test: { run, settle: async () => {}, isFinal: () => isFinal },
});

t.test(
  'jobs of one map are claimed one after the other, oldest first; those of other maps beside them',
  async (t) => {
    const [mapA, mapB] = [await owner.createMap(), await owner.createMap()];
    const [first, second, other] = [await queue(mapA), await queue(mapA), await queue(mapB)];
    t.equal((await claimJob(sql, KINDS, 15_000, 'one'))?.id, first.id);
    t.equal((await claimJob(sql, KINDS, 15_000, 'one'))?.id, other.id);
    t.equal(await claimJob(sql, KINDS, 15_000, 'one'), null);
    t.equal(await finishJob(sql, first.id, 1, { status: 'completed', error: null, notes: [] }), true);
    t.equal((await claimJob(sql, KINDS, 15_000, 'one'))?.id, second.id);
    for (const { id } of [second, other])
      await finishJob(sql, id, 1, { status: 'completed', error: null, notes: [] });
  },
);

t.test('20 parallel claims give a job to one of them', async (t) => {
  const job = await queue(await owner.createMap());
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimJob(sql, KINDS, 15_000, 'one')));
  t.same(
    claims.filter((claim) => claim !== null).map(({ id }) => id),
    [job.id],
  );
  await finishJob(sql, job.id, 1, { status: 'completed', error: null, notes: [] });
});

t.test('a lease that is over is taken by another, and the old holder can do nothing any more', async (t) => {
  const job = await queue(await owner.createMap());
  const slow = (await claimJob(sql, KINDS, 0, 'one'))!;
  const quick = (await claimJob(sql, KINDS, 15_000, 'one'))!;
  t.equal(quick.id, job.id);
  t.equal(quick.lease, slow.lease + 1);
  t.equal(await extendLease(sql, job.id, slow.lease, 15_000), false);
  t.equal(await finishJob(sql, job.id, slow.lease, { status: 'failed', error: 'x', notes: [] }), false);
  t.equal(await finishJob(sql, job.id, quick.lease, { status: 'completed', error: null, notes: [] }), true);
});

t.test('a runner keeps the lease of a long job, and completes it', async (t) => {
  const job = await queue(await owner.createMap());
  let runs = 0;
  const options = {
    sql,
    log: createLog('silent'),
    leaseMs: 200,
    pollMs: 20,
    handlers: handler(async () => {
      runs++;
      await delay(700);
    }),
  };
  const runners = [new JobRunner(options), new JobRunner(options)];
  for (const runner of runners) runner.start();
  t.teardown(() => Promise.all(runners.map((runner) => runner.stop())));
  for (let status = ''; status !== 'completed'; await delay(20)) {
    status = (await sql`SELECT status FROM jobs WHERE id = ${job.id}`)[0]!.status;
  }
  t.equal(runs, 1);
});

t.test(
  'the first heartbeat that finds the lease lost ends the work, and nothing is said of the job',
  async (t) => {
    const job = await queue(await owner.createMap());
    let refused = 0;
    // Counts the heartbeats that were told so: without them the work would end too, when the lease has run out by the clock.
    const counting = new Proxy(sql, {
      apply(target, self, args) {
        const query: Promise<unknown[]> = Reflect.apply(target as never, self, args);
        if (/SET lease_until = .* RETURNING/s.test(String(args[0]))) {
          query.then(
            (rows) => (refused += rows.length === 0 ? 1 : 0),
            () => {},
          );
        }
        return query;
      },
    });
    let running = () => {};
    const isRunning = new Promise<void>((resolve) => {
      running = resolve;
    });
    let refusedAtEnd = -1;
    const ended = new Promise<void>((resolve) => {
      const runner = new JobRunner({
        sql: counting,
        log: createLog('silent'),
        leaseMs: 5000,
        pollMs: 20,
        handlers: handler(async (_job, signal) => {
          running();
          await new Promise((aborted) => signal.addEventListener('abort', aborted));
          refusedAtEnd = refused;
          resolve();
        }),
      });
      runner.start();
      t.teardown(() => runner.stop());
    });
    await isRunning;
    await sql`UPDATE jobs SET lease = lease + 1 WHERE id = ${job.id}`;
    await ended;
    t.equal(refusedAtEnd, 1);
    t.match(await sql`SELECT status, error FROM jobs WHERE id = ${job.id}`, [
      { status: 'processing', error: null },
    ]);
    await finishJob(sql, job.id, 2, { status: 'completed', error: null, notes: [] });
  },
);

t.test('a job whose handler keeps throwing fails after three tries, with the reason', async (t) => {
  const job = await queue(await owner.createMap());
  let tries = 0;
  const runner = new JobRunner({
    sql,
    log: createLog('silent'),
    pollMs: 20,
    handlers: handler(async () => {
      tries++;
      throw new Error('no luck');
    }),
  });
  runner.start();
  t.teardown(() => runner.stop());
  for (let status = ''; status !== 'failed'; await delay(20)) {
    status = (await sql`SELECT status FROM jobs WHERE id = ${job.id}`)[0]!.status;
  }
  t.match((await sql`SELECT error, claims FROM jobs WHERE id = ${job.id}`)[0], {
    error: 'no luck',
    claims: 3,
  });
  t.equal(tries, 3);
});

t.test('a job that cannot be completed, whatever is tried, fails at once', async (t) => {
  const job = await queue(await owner.createMap());
  const runner = new JobRunner({
    sql,
    log: createLog('silent'),
    pollMs: 20,
    handlers: handler(async () => {
      throw new Error('never');
    }, true),
  });
  runner.start();
  t.teardown(() => runner.stop());
  for (let status = ''; status !== 'failed'; await delay(20)) {
    status = (await sql`SELECT status FROM jobs WHERE id = ${job.id}`)[0]!.status;
  }
  t.match(await sql`SELECT error, claims FROM jobs WHERE id = ${job.id}`, [{ error: 'never', claims: 1 }]);
});

t.test('a database that is away costs a job no try', async (t) => {
  const job = await queue(await owner.createMap());
  let tries = 0;
  const runner = new JobRunner({
    sql,
    log: createLog('silent'),
    pollMs: 20,
    handlers: handler(async () => {
      if (++tries < 6) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    }),
  });
  runner.start();
  t.teardown(() => runner.stop());
  for (let status = ''; status !== 'completed' && status !== 'failed'; await delay(20)) {
    status = (await sql`SELECT status FROM jobs WHERE id = ${job.id}`)[0]!.status;
  }
  t.match(await sql`SELECT status, error FROM jobs WHERE id = ${job.id}`, [
    { status: 'completed', error: null },
  ]);
  t.equal(tries, 6);
});

t.test('a job that took its process down 200 times fails without being run', async (t) => {
  const job = await queue(await owner.createMap());
  await sql`
    UPDATE jobs SET status = 'processing', lease = 200, claims = 200, claimant = 'dead', lease_until = now() - interval '1 second'
    WHERE id = ${job.id}`;
  let runs = 0;
  const runner = new JobRunner({
    sql,
    log: createLog('silent'),
    pollMs: 20,
    handlers: handler(async () => {
      runs++;
    }),
  });
  runner.start();
  t.teardown(() => runner.stop());
  for (let status = ''; status !== 'failed' && status !== 'completed'; await delay(20)) {
    status = (await sql`SELECT status FROM jobs WHERE id = ${job.id}`)[0]!.status;
  }
  t.match(await sql`SELECT error FROM jobs WHERE id = ${job.id}`, [
    { error: 'the service ended 200 times while it worked on it' },
  ]);
  t.equal(runs, 0);
});

t.test('so many jobs at a time as the runner may', async (t) => {
  const jobs = [];
  for (let i = 0; i < 5; i++) jobs.push(await queue(await owner.createMap()));
  let atOnce = 0;
  let most = 0;
  const runner = new JobRunner({
    sql,
    log: createLog('silent'),
    pollMs: 20,
    maxJobs: 2,
    handlers: handler(async () => {
      most = Math.max(most, ++atOnce);
      await delay(100);
      atOnce--;
    }),
  });
  runner.start();
  t.teardown(() => runner.stop());
  const ids = jobs.map(({ id }) => id);
  for (let left = 5; left > 0; await delay(20)) {
    left = (await sql`SELECT FROM jobs WHERE id IN ${sql(ids)} AND status <> 'completed'`).length;
  }
  t.equal(most, 2);
});

t.test('a stopped runner gives its job back at once', async (t) => {
  const job = await queue(await owner.createMap());
  const runner = new JobRunner({
    sql,
    log: createLog('silent'),
    pollMs: 20,
    handlers: handler(
      (_job, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ),
  });
  runner.start();
  for (let status = ''; status !== 'processing'; await delay(20)) {
    status = (await sql`SELECT status FROM jobs WHERE id = ${job.id}`)[0]!.status;
  }
  await runner.stop();
  const next = await claimJob(sql, KINDS, 15_000, 'one');
  t.equal(next?.id, job.id);
  await finishJob(sql, job.id, next!.lease, { status: 'completed', error: null, notes: [] });
});

t.test(
  'claims count when the process is another one, or gave the job back, until a block is committed',
  async (t) => {
    const job = await queue(await owner.createMap());
    const claims = async (claimant: string) => (await claimJob(sql, KINDS, 0, claimant))?.claims;
    t.same(
      [await claims('one'), await claims('one'), await claims('two'), await claims('one')],
      [1, 1, 2, 3],
    );
    await releaseJob(sql, job.id, 4);
    t.equal(await claims('one'), 4);
  },
);
