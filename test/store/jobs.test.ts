import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { newJobId } from '../../src/access/keys/key.js';
import { connect } from '../../src/store/client.js';
import { cancelJob, claimJob, createJob, extendLease, finishJob, releaseJob } from '../../src/store/jobs.js';
import { createOwner } from '../support/owner.js';

const owner = await createOwner(t);
const { sql } = owner;
const queue = async (total = 0) => {
  const job = { id: newJobId(), mapId: await owner.createMap(), kind: 'test', task: {}, total, notes: [] };
  return createJob(sql, job, owner.charge, null);
};

t.test('a cancellation takes the lease away from whoever works on the job', async (t) => {
  const job = await queue();
  const { lease } = (await claimJob(sql, ['test'], 60_000, 'one'))!;
  t.match(await cancelJob(sql, owner, job), { status: 'cancelled', completedAt: Date });
  t.match(await sql`SELECT lease, lease_until FROM jobs WHERE id = ${job.id}`, [
    { lease: lease + 1, lease_until: null },
  ]);
  t.equal(await extendLease(sql, job.id, lease, 60_000), false);
  t.equal(await finishJob(sql, job.id, lease, { status: 'completed', error: null, notes: [] }), false);
  t.equal(await claimJob(sql, ['test'], 60_000, 'two'), null);
});

t.test('what has ended cannot be cancelled any more', async (t) => {
  const job = await queue();
  const { lease } = (await claimJob(sql, ['test'], 60_000, 'one'))!;
  await finishJob(sql, job.id, lease, { status: 'completed', error: null, notes: [] });
  t.match(await cancelJob(sql, owner, job), { status: 'completed' });
  t.match(await sql`SELECT lease FROM jobs WHERE id = ${job.id}`, [{ lease }]);
});

t.test('a block that was committed gives a job its tries again', async (t) => {
  const job = await queue();
  const claim = async (claimant: string) => (await claimJob(sql, ['test'], 0, claimant))!;
  await claim('one');
  const { lease, claims } = await claim('two');
  t.equal(claims, 2);
  const counts = { rows: 1, added: 0, updated: 0, unchanged: 0, skipped: 1, rejected: 0 };
  const times = { parsing_ms: 0, placing_ms: 0, deduplicating_ms: 0, writing_ms: 0 };
  await sql`SELECT record_block(${job.id}, ${lease}, 0, 0, ${sql.json({ block: 0, ...counts, ...times })}::json)`;
  t.equal((await claim('three')).claims, 1);
  t.equal((await claim('four')).claims, 2);
  await sql`SELECT FROM cancel_job(${job.id})`;
});

t.test('the backends of a holder whose lease is over are ended with the next claim', async (t) => {
  const job = await queue();
  const { lease } = (await claimJob(sql, ['test'], 0, 'one'))!;
  const sleeper = connect(owner.url, {
    applicationName: `cartload ${job.id} ${lease}`,
    maxConnections: 1,
    statementTimeoutMs: 30_000,
  });
  t.teardown(() => sleeper.end({ timeout: 1 }));
  const asleep = sleeper`SELECT pg_sleep(5)`.catch((error: Error) => error);
  const alive = async () =>
    (await sql`SELECT FROM pg_stat_activity WHERE application_name = ${`cartload ${job.id} ${lease}`}`)
      .length;
  while ((await alive()) === 0) await delay(10);
  t.equal((await claimJob(sql, ['test'], 60_000, 'two'))?.id, job.id);
  t.match(await asleep, { code: /^(57P01|CONNECTION_CLOSED)$/ });
  await sql`SELECT FROM cancel_job(${job.id})`;
});

t.test('who lost the lease cannot give the job back for the one who has it', async (t) => {
  const job = await queue();
  const slow = (await claimJob(sql, ['test'], 0, 'one'))!;
  const quick = (await claimJob(sql, ['test'], 60_000, 'two'))!;
  await releaseJob(sql, job.id, slow.lease);
  t.equal(await claimJob(sql, ['test'], 60_000, 'three'), null);
  await releaseJob(sql, job.id, quick.lease);
  t.equal((await claimJob(sql, ['test'], 60_000, 'three'))?.id, job.id);
  await cancelJob(sql, owner, job);
});

t.test('the ids that an import may give out are nobody else’s', async (t) => {
  const [ten, three] = await Promise.all([queue(10), queue(3)]);
  const ids = new Set<number>();
  for (const { firstMarkerId, total } of [ten, three, await queue(1)])
    for (let i = 0; i < total; i++) ids.add(firstMarkerId + i);
  const [{ next }] = await sql<[{ next: number }]>`SELECT nextval('marker_ids') AS next`;
  t.equal(ids.size, 14);
  t.ok(next > Math.max(...ids));
});
