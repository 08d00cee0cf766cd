import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import t, { type Test } from 'tap';
import { newJobId } from '../../../src/access/keys/key.js';
import {
  type JobHandler,
  JobObsolete,
  JobPostponed,
  JobRunner,
  LeaseLost,
  restBeforeRunMs,
} from '../../../src/background/jobs/runner.js';
import { createLog } from '../../../src/base/log.js';
import { traceOf } from '../../../src/base/tracing/carried.js';
import { joinTrace, type Trace } from '../../../src/base/tracing/trace.js';
import { claimJob, createJob, extendLease, finishJob, releaseJob } from '../../../src/store/jobs.js';
import { createOwner } from '../../support/owner.js';
import { recordLog } from '../../support/recorded-log.js';

const owner = await createOwner(t);
const { sql } = owner;
const queue = (mapId: number, more: { spool?: string; total?: number } = {}) =>
  createJob(
    sql,
    { id: newJobId(), mapId, kind: 'test', task: {}, total: 0, notes: [], ...more },
    owner.charge,
    null,
  );
const COMPLETED = { status: 'completed', error: null, notes: [] } as const;
const KINDS = ['test'];
const handler = (run: JobHandler['run'], isFinal = false): Record<string, JobHandler> => ({
  test: { run, settle: async () => {}, isFinal: () => isFinal },
});

/** A runner that has started; it stops at the end of the test. */
function startRunner(
  t: Test,
  handlers: Record<string, JobHandler>,
  more: Partial<ConstructorParameters<typeof JobRunner>[0]> = {},
): JobRunner {
  const runner = new JobRunner({ sql, log: createLog('silent'), pollMs: 20, handlers, ...more });
  runner.start();
  t.teardown(() => runner.stop());
  return runner;
}

/** Polls a job until it has this status. */
async function until(status: string, { id }: { id: string }) {
  for (;;) {
    const [row] = await sql`SELECT status, error, claims FROM jobs WHERE id = ${id}`;
    if (row!.status === status) return row;
    await delay(20);
  }
}

t.test(
  'jobs of one map are claimed one after the other, oldest first; those of other maps beside them',
  async (t) => {
    const [mapA, mapB] = [await owner.createMap(), await owner.createMap()];
    const [first, second, other] = [await queue(mapA), await queue(mapA), await queue(mapB)];
    t.equal((await claimJob(sql, KINDS, 15_000, 'one'))?.id, first.id);
    t.equal((await claimJob(sql, KINDS, 15_000, 'one'))?.id, other.id);
    t.equal(await claimJob(sql, KINDS, 15_000, 'one'), null);
    t.equal(await finishJob(sql, first.id, 1, COMPLETED), true);
    t.equal((await claimJob(sql, KINDS, 15_000, 'one'))?.id, second.id);
    for (const { id } of [second, other]) await finishJob(sql, id, 1, COMPLETED);
  },
);

t.test('20 parallel claims give a job to one of them', async (t) => {
  const job = await queue(await owner.createMap());
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimJob(sql, KINDS, 15_000, 'one')));
  t.same(
    claims.filter((claim) => claim !== null).map(({ id }) => id),
    [job.id],
  );
  await finishJob(sql, job.id, 1, COMPLETED);
});

t.test('a lease that is over is taken by another, and the old holder can do nothing any more', async (t) => {
  const job = await queue(await owner.createMap());
  const slow = (await claimJob(sql, KINDS, 0, 'one'))!;
  const quick = (await claimJob(sql, KINDS, 15_000, 'one'))!;
  t.equal(quick.id, job.id);
  t.equal(quick.lease, slow.lease + 1);
  t.equal(await extendLease(sql, job.id, slow.lease, 15_000), false);
  t.equal(await finishJob(sql, job.id, slow.lease, { status: 'failed', error: 'x', notes: [] }), false);
  t.equal(await finishJob(sql, job.id, quick.lease, COMPLETED), true);
});

t.test('what the old holder has under way in the database is ended before another begins', async (t) => {
  const job = await queue(await owner.createMap());
  const { lease } = (await claimJob(sql, KINDS, 15_000, 'sleeper'))!;
  const name = `cartload ${job.id} ${lease}`;
  const sleeper = postgres(owner.url, { max: 1, fetch_types: false, connection: { application_name: name } });
  t.teardown(() => sleeper.end({ timeout: 1 }));
  await sleeper`SELECT`;
  const backends = async () =>
    (await sql`SELECT FROM pg_stat_activity WHERE application_name = ${name}`).length;
  t.equal(await claimJob(sql, KINDS, 15_000, 'next'), null);
  t.equal(await backends(), 1, 'as long as the lease holds');
  await sql`UPDATE jobs SET lease_until = clock_timestamp() - interval '1 ms' WHERE id = ${job.id}`;
  t.equal((await claimJob(sql, KINDS, 15_000, 'next'))?.id, job.id);
  while ((await backends()) > 0) await delay(5);
  await finishJob(sql, job.id, lease + 1, COMPLETED);
});

t.test('a heartbeat waits for no block that is being recorded', async (t) => {
  const { id } = await queue(await owner.createMap());
  const { lease } = (await claimJob(sql, KINDS, 15_000, 'one'))!;
  await sql.begin(async (block) => {
    await block`SELECT FROM jobs WHERE id = ${id} FOR SHARE`;
    t.equal(await extendLease(sql, id, lease, 60_000), true);
    t.equal(await extendLease(sql, id, lease + 1, 60_000), false);
  });
  t.equal(await extendLease(sql, id, lease, 60_000), true);
  const [row] =
    await sql`SELECT lease_until > now() + interval '30 seconds' AS extended FROM jobs WHERE id = ${id}`;
  t.ok(row!.extended);
  await sql`UPDATE jobs SET status = 'completed', completed_at = now() WHERE id = ${id} AND completed_at IS NULL`;
});

t.test('a runner keeps the lease of a long job, and completes it', async (t) => {
  const job = await queue(await owner.createMap());
  let runs = 0;
  const handlers = handler(async () => {
    runs++;
    await delay(700);
  });
  for (let i = 0; i < 2; i++) startRunner(t, handlers, { leaseMs: 200 });
  await until('completed', job);
  t.equal(runs, 1);
});

t.test(
  'the first heartbeat that finds the lease lost ends the work, and nothing is said of the job',
  async (t) => {
    const job = await queue(await owner.createMap());
    let refused = 0;
    // Counts the heartbeats that were told so: without them the work would end too, when the lease has run
    // out by the clock.
    const counting = new Proxy(sql, {
      apply(target, self, args) {
        const query: Promise<{ held: boolean }[]> = Reflect.apply(target as never, self, args);
        if (/SET lease_until = .* RETURNING/s.test(String(args[0]))) {
          query.then(
            ([row]) => (refused += row!.held ? 0 : 1),
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
      const run: JobHandler['run'] = async (_job, signal) => {
        running();
        await new Promise((aborted) => signal.addEventListener('abort', aborted));
        refusedAtEnd = refused;
        resolve();
      };
      startRunner(t, handler(run), { sql: counting, leaseMs: 5000 });
    });
    await isRunning;
    await sql`UPDATE jobs SET lease = lease + 1 WHERE id = ${job.id}`;
    await ended;
    t.equal(refusedAtEnd, 1);
    t.match(await sql`SELECT status, error FROM jobs WHERE id = ${job.id}`, [
      { status: 'processing', error: null },
    ]);
    await finishJob(sql, job.id, 2, COMPLETED);
  },
);

t.test('a job whose handler keeps throwing fails after three tries, with the reason', async (t) => {
  const job = await queue(await owner.createMap());
  let tries = 0;
  const run = async () => {
    tries++;
    throw new Error('no luck');
  };
  startRunner(t, handler(run));
  t.match(await until('failed', job), { error: 'no luck', claims: 3 });
  t.equal(tries, 3);
});

t.test('a job that cannot be completed, whatever is tried, fails at once', async (t) => {
  const job = await queue(await owner.createMap());
  const run = async () => {
    throw new Error('never');
  };
  startRunner(t, handler(run, true));
  t.match(await until('failed', job), { error: 'never', claims: 1 });
});

t.test('a job whose purpose its client took away fails at once, and is no error in the log', async (t) => {
  const job = await queue(await owner.createMap());
  const { log, entries } = recordLog();
  const run = async () => {
    throw new JobObsolete('the map was deleted');
  };
  startRunner(t, handler(run), { log });
  t.match(await until('failed', job), { error: 'the map was deleted', claims: 1 });
  t.same(
    entries.filter(({ level }) => level >= 40),
    [],
  );
});

t.test('a database that is away costs a job no try', async (t) => {
  const job = await queue(await owner.createMap());
  let tries = 0;
  const run: JobHandler['run'] = async () => {
    if (++tries < 6) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
  };
  startRunner(t, handler(run));
  t.match(await until('completed', job), { error: null });
  t.equal(tries, 6);
});

t.test('a completed job has the notes of its run once, and is told to its process', async (t) => {
  const job = await createJob(
    sql,
    { id: newJobId(), mapId: await owner.createMap(), kind: 'test', task: {}, total: 0, notes: ['old'] },
    owner.charge,
    null,
  );
  let tries = 0;
  const ended: string[] = [];
  const run: JobHandler['run'] = async () => {
    if (++tries === 1) throw new Error('once');
    return ['old', 'new'];
  };
  startRunner(t, handler(run), { onEnd: (id) => ended.push(id) });
  await until('completed', job);
  const [{ notes }] = await sql<
    [{ notes: string[] }]
  >`SELECT to_json(notes) AS notes FROM jobs WHERE id = ${job.id}`;
  t.same([notes, ended], [['old', 'new'], [job.id]]);
});

t.test('a job that took its process down 40 times fails without being run', async (t) => {
  const job = await queue(await owner.createMap());
  await sql`
    UPDATE jobs SET status = 'processing', lease = 40, claims = 40, claimant = 'dead', lease_until = now() - interval '1 second'
    WHERE id = ${job.id}`;
  startRunner(
    t,
    handler(async () => void t.fail('it is run')),
  );
  t.match(await until('failed', job), { error: 'the service ended 40 times while it worked on it' });
});

t.test('a job whose process ended each time rests before it is run again, longer each time', async (t) => {
  t.same([1, 10, 11, 12, 19, 20, 39].map(restBeforeRunMs), [0, 0, 1000, 2000, 256_000, 300_000, 300_000]);
  const mapId = await owner.createMap();
  const job = await queue(mapId);
  await sql`
    UPDATE jobs SET status = 'processing', lease = 10, claims = 10, claimant = 'dead', lease_until = now() - interval '1 second'
    WHERE id = ${job.id}`;
  const { log, entries } = recordLog();
  startRunner(
    t,
    handler(async () => []),
    { log },
  );
  t.match(await until('completed', job), { claims: 11 });
  t.match(
    entries.filter(({ level }) => level > 30),
    [{ claim: 11, restMs: 1000 }],
  );
});

t.test('so many jobs at a time as the runner may, and as many with few rows', async (t) => {
  const jobs: { id: string }[] = [];
  for (const total of [0, 501])
    for (let i = 0; i < 4; i++) jobs.push(await queue(await owner.createMap(), { total }));
  const running = { few: 0, many: 0 };
  const most = { few: 0, many: 0 };
  const run: JobHandler['run'] = async ({ total }) => {
    const kind = total === 0 ? 'few' : 'many';
    most[kind] = Math.max(most[kind], ++running[kind]);
    await delay(100);
    running[kind]--;
  };
  startRunner(t, handler(run), { maxJobs: 2, perAccount: jobs.length });
  for (const job of jobs) await until('completed', job);
  t.same(most, { few: 2, many: 2 });
});

t.test('a stopped runner gives its job back at once', async (t) => {
  const job = await queue(await owner.createMap());
  // Also when it is aborted before it begins.
  const runner = startRunner(
    t,
    handler((_job, signal) => delay(60_000, undefined, { signal })),
  );
  await until('processing', job);
  await runner.stop();
  const next = await claimJob(sql, KINDS, 15_000, 'one');
  t.equal(next?.id, job.id);
  await finishJob(sql, job.id, next!.lease, COMPLETED);
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
    await finishJob(sql, job.id, 5, COMPLETED);
  },
);

t.test('a job is given to processes that have its spool; one without a spool to all', async (t) => {
  const [here, anywhere] = [
    await queue(await owner.createMap(), { spool: 'here' }),
    await queue(await owner.createMap()),
  ];
  t.equal((await claimJob(sql, KINDS, 15_000, 'one', 'there'))?.id, anywhere.id);
  t.equal(await claimJob(sql, KINDS, 15_000, 'one', 'there'), null);
  t.equal(await claimJob(sql, KINDS, 15_000, 'one'), null);
  t.equal((await claimJob(sql, KINDS, 15_000, 'one', 'here'))?.id, here.id);
  for (const { id } of [here, anywhere]) await finishJob(sql, id, 1, COMPLETED);
});

t.test('imports of one map keep their order, whichever spool they lie in', async (t) => {
  const mapId = await owner.createMap();
  const first = await queue(mapId, { spool: 'here' });
  const second = await queue(mapId, { spool: 'there' });
  t.equal(await claimJob(sql, KINDS, 15_000, 'one', 'there'), null);
  t.equal((await claimJob(sql, KINDS, 15_000, 'one', 'here'))?.id, first.id);
  await finishJob(sql, first.id, 1, COMPLETED);
  t.equal((await claimJob(sql, KINDS, 15_000, 'one', 'there'))?.id, second.id);
  await finishJob(sql, second.id, 1, COMPLETED);
});

t.test('a job that has to wait does so longer each time, tells it, and never fails for it', async (t) => {
  const job = await queue(await owner.createMap());
  const { log, entries } = recordLog();
  const run = async () => {
    throw new JobPostponed('not there');
  };
  const runner = startRunner(t, handler(run), { log });
  const waits = () => entries.filter(({ msg }) => msg === 'postponed a job: trying again later');
  for (let times = 1; times <= 8; times++) {
    while (waits().length < times) await delay(5);
    await delay(60);
    t.equal(waits().length, times, 'it is left alone meanwhile');
    t.match((await sql`SELECT status, claims, error FROM jobs WHERE id = ${job.id}`)[0], {
      status: 'queued',
      claims: 0,
      error: null,
    });
    await sql`UPDATE jobs SET not_before = clock_timestamp() WHERE id = ${job.id}`;
  }
  t.same(
    waits()
      .slice(0, 8)
      .map(({ retryInSeconds }) => retryInSeconds),
    [5, 10, 20, 40, 80, 160, 300, 300],
  );
  await runner.stop();
  await sql`UPDATE jobs SET status = 'completed', completed_at = now() WHERE id = ${job.id}`;
});

/**
 * A job whose lease goes to another while `meanwhile` runs; it ends so. That other has it afterwards, and can
 * finish it.
 * @returns the lines of the one that lost it, what it settled, and its counts
 */
async function loseLease(t: Test, meanwhile: (jobId: string) => Promise<void>) {
  const job = await queue(await owner.createMap());
  const { log, entries } = recordLog();
  const settled: string[] = [];
  const test: JobHandler = {
    run: async ({ id }) => {
      await sql`UPDATE jobs SET lease = lease + 1, claims = 3, claimant = 'another' WHERE id = ${id}`;
      await meanwhile(id);
    },
    settle: async ({ id }) => void settled.push(id),
    isFinal: () => true,
  };
  const runner = startRunner(t, { test }, { log });
  while (!entries.some(({ job: id }) => id === job.id)) await delay(5);
  await runner.stop();
  t.match((await sql`SELECT status, claimant, error FROM jobs WHERE id = ${job.id}`)[0], {
    status: 'processing',
    claimant: 'another',
    error: null,
  });
  t.equal(await finishJob(sql, job.id, 2, COMPLETED), true);
  return { entries, settled, counts: runner.counts };
}

t.test('who loses the lease at the very end leaves the job to its new holder, unsettled', async (t) => {
  const { entries, settled } = await loseLease(t, async () => {});
  t.same(settled, []);
  t.match(entries, [{ msg: /^lost the lease/ }]);
  t.notOk(entries.some(({ msg }) => msg === 'completed a job'));
});

t.test(
  'who is told in the middle of a job that another has it leaves it, and calls it no failure',
  async (t) => {
    const { entries, settled, counts } = await loseLease(t, async (id) => {
      throw new LeaseLost(id);
    });
    t.same(settled, []);
    t.match(entries, [{ level: 40, msg: /^lost the lease/ }]);
    t.equal(entries.length, 1);
    t.match(counts, { leasesLost: 1 });
  },
);

t.test('a job that cannot be settled has ended all the same', async (t) => {
  const job = await queue(await owner.createMap());
  const { log, entries } = recordLog();
  const test: JobHandler = {
    run: async () => {},
    settle: async () => {
      throw new Error('no luck');
    },
    isFinal: () => false,
  };
  const runner = startRunner(t, { test }, { log });
  while (!entries.some(({ msg }) => msg === 'completed a job')) await delay(5);
  await runner.stop();
  t.match((await sql`SELECT status, claims FROM jobs WHERE id = ${job.id}`)[0], {
    status: 'completed',
    claims: 1,
  });
  t.notOk(entries.some(({ msg }) => msg === 'could not finish a job'));
});

t.test(
  'every line of a traced job tells its trace, below the span of the request that asked for it',
  async (t) => {
    const { log, entries } = recordLog();
    const trace = joinTrace('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01')!;
    const mapId = await owner.createMap();
    const job = { id: newJobId(), mapId, kind: 'traced', task: {}, total: 0, notes: [], trace };
    await createJob(sql, job, owner.charge, null);
    const carried: (Trace | null)[] = [];
    const traced: JobHandler = {
      run: async (_, signal) => {
        carried.push(traceOf(signal));
        if (carried.length < 3) throw carried.length < 2 ? new Error('once') : new JobPostponed('not now');
      },
      settle: async () => {
        throw new Error('not yet');
      },
      isFinal: () => false,
    };
    const runner = startRunner(t, { traced }, { log });
    while (!entries.some(({ msg }) => msg === 'completed a job')) await delay(10);
    await runner.stop();
    t.same(
      entries.map(({ msg }) => msg),
      [
        'could not finish a job',
        'postponed a job: trying again later',
        'could not clean up after a job: trying again later',
        'completed a job',
      ],
    );
    const fields = { job: job.id, trace_id: trace.traceId, parent_span_id: trace.spanId };
    for (const entry of entries) t.match(entry, fields, entry.msg);
    t.equal(new Set(carried.map((each) => each!.spanId)).size, 3, 'each claim is a span');
    t.equal(entries.at(-1)!.span_id, carried[2]!.spanId);
  },
);
