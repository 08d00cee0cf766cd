import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { newJobId } from '../../../src/access/keys/key.js';
import { JobRunner } from '../../../src/background/jobs/runner.js';
import { createLog } from '../../../src/base/log.js';
import type { ClaimedJob } from '../../../src/store/jobs.js';
import { createJob } from '../../../src/store/jobs.js';
import { listenToChannels } from '../../../src/store/listen.js';
import { addOwner, createOwner } from '../../support/owner.js';

/** Runners whose jobs go on until they are let go. */
async function arrange(t: Test, runnerCount: number) {
  const owner = await createOwner(t);
  const { sql } = owner;
  const other = await addOwner(sql, 'neighbour@example.com');
  const neighbour = other.accountId;
  const held: { job: ClaimedJob; runner: number; letGo: () => void; leaveSlot: () => void }[] = [];
  let finished = 0;
  const runners = Array.from(
    { length: runnerCount },
    (_, runner) =>
      new JobRunner({
        sql,
        log: createLog('silent'),
        pollMs: 20,
        maxJobs: 3,
        perAccount: 2,
        maxWaiting: 3,
        handlers: {
          test: {
            run: (job, signal, leaveSlot) =>
              new Promise((resolve, reject) => {
                // A job may be claimed while its runner is being stopped.
                signal.throwIfAborted();
                held.push({ job, runner, letGo: () => resolve(undefined), leaveSlot: leaveSlot! });
                signal.addEventListener('abort', () => reject(signal.reason));
              }),
            settle: async () => void finished++,
            isFinal: () => false,
          },
        },
      }),
  );
  for (const runner of runners) runner.start();
  t.teardown(() => Promise.all(runners.map((runner) => runner.stop())));
  const queue = async (accountId: number, total: number) => {
    const { charge, createMap } = accountId === neighbour ? other : owner;
    const mapId = await createMap();
    const job = { id: newJobId(), mapId, kind: 'test', task: {}, total, notes: [] };
    return (await createJob(sql, job, charge, null)).id;
  };
  const until = async (condition: () => boolean) => {
    while (!condition()) await delay(5);
  };
  return { ...owner, neighbour, held, runners, queue, until, finished: () => finished };
}

t.test("two processes together run two of an account's jobs, and beside them a neighbour's", async (t) => {
  const { accountId, neighbour, held, runners, queue, until, finished } = await arrange(t, 2);
  for (let i = 0; i < 8; i++) await queue(accountId, 600_000);
  await until(() => held.length === 2);
  const theirs = await queue(neighbour, 600_000);
  await until(() => held.length === 3);
  t.equal(held[2]!.job.id, theirs);
  // Both look for more meanwhile.
  await delay(200);
  t.equal(held.length, 3);
  t.equal(
    runners.map(({ counts }) => counts.running).reduce((a, b) => a + b),
    3,
  );
  held[2]!.letGo();
  await until(() => finished() === 1);
  await delay(100);
  t.equal(held.length, 3, 'the place is not the account’s');
  held[0]!.letGo();
  await until(() => held.length === 4);
  t.equal(held[3]!.job.accountId, accountId);
});

t.test('long jobs of many accounts leave room for a job with one row', async (t) => {
  const { accountId, neighbour, held, runners, queue, until } = await arrange(t, 1);
  for (let i = 0; i < 2; i++) await queue(accountId, 600_000);
  for (let i = 0; i < 2; i++) await queue(neighbour, 600_000);
  await until(() => held.length === 3);
  const quick = await queue(accountId, 1);
  await until(() => held.length === 4);
  t.equal(held[3]!.job.id, quick);
  t.match(runners[0]!.counts, { running: 3, runningQuick: 1, leasesLost: 0 });
});

t.test('a lease that another took is counted', async (t) => {
  const { sql, accountId, held, runners, queue, until } = await arrange(t, 1);
  const id = await queue(accountId, 1);
  await until(() => held.length === 1);
  await sql`UPDATE jobs SET lease = lease + 1 WHERE id = ${id}`;
  held[0]!.letGo();
  await until(() => runners[0]!.counts.leasesLost === 1);
  t.equal(runners[0]!.counts.runningQuick, 0);
  await sql`SELECT FROM cancel_job(${id})`;
});

t.test('news of a job says where its upload lies, and wakes who has it', async (t) => {
  const { sql, url, charge, createMap } = await createOwner(t);
  const spool = 'here';
  const heard: string[] = [];
  const runners = ['here', 'there'].map((of) => {
    const runner = new JobRunner({ sql, log: createLog('silent'), spool: of, handlers: {} });
    runner.wake = () => heard.push(of);
    return runner;
  });
  let tell = (): void => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const listener = await listenToChannels({
    url,
    log: createLog('silent'),
    channels: {
      job_queued: (news) => {
        for (const runner of runners) runner.queued(news);
        if (news === spool) tell();
      },
    },
  });
  t.teardown(() => listener.close());
  heard.length = 0; // the connection is new
  const job = { id: newJobId(), mapId: await createMap(), kind: 'test', task: {}, total: 1, notes: [] };
  await createJob(sql, { ...job, spool }, charge, null);
  await told;
  t.same(heard, ['here']);
});

t.test(
  'jobs that wait for others leave their slots to other accounts, as many as there may be',
  async (t) => {
    const { sql, accountId, neighbour, held, runners, queue, until } = await arrange(t, 1);
    const third = await addOwner(sql, 'third@example.com');
    for (let i = 0; i < 2; i++) {
      await queue(accountId, 600_000);
      await queue(neighbour, 600_000);
    }
    await until(() => held.length === 3);
    const { id } = await createJob(
      sql,
      { id: newJobId(), mapId: await third.createMap(), kind: 'test', task: {}, total: 600, notes: [] },
      third.charge,
      null,
    );
    await delay(100);
    t.equal(held.length, 3, 'all slots are taken');
    held[0]!.leaveSlot();
    held[0]!.leaveSlot();
    held[1]!.leaveSlot();
    held[2]!.leaveSlot();
    await until(() => held.some(({ job }) => job.id === id));
    await until(() => held.length === 5);
    t.equal(runners[0]!.counts.running, 5, 'those that wait run on');
    for (const { leaveSlot } of held) leaveSlot();
    await createJob(
      sql,
      { id: newJobId(), mapId: await third.createMap(), kind: 'test', task: {}, total: 600, notes: [] },
      third.charge,
      null,
    );
    await until(() => held.length === 6);
    const fourth = await addOwner(sql, 'fourth@example.com');
    const last = newJobId();
    await createJob(
      sql,
      { id: last, mapId: await fourth.createMap(), kind: 'test', task: {}, total: 600, notes: [] },
      fourth.charge,
      null,
    );
    await delay(100);
    t.equal(held.length, 6, 'beyond three that wait, jobs keep their slots');
    held[0]!.letGo();
    await delay(50);
    held[3]!.leaveSlot();
    await until(() => held.some(({ job }) => job.id === last));
  },
);
