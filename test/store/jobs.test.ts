import t from 'tap';
import { newJobId } from '../../src/auth/key.js';
import { cancelJob, claimJob, createJob, extendLease, finishJob } from '../../src/store/jobs.js';
import { createOwner } from '../support/owner.js';

const owner = await createOwner(t);
const { sql } = owner;

t.test('a cancellation takes the lease away from whoever works on the job', async (t) => {
  const job = { id: newJobId(), mapId: await owner.createMap(), kind: 'test', task: {}, total: 0, notes: [] };
  await createJob(sql, job, owner.charge, null);
  const { lease } = (await claimJob(sql, ['test'], 60_000, 'one'))!;
  t.match(await cancelJob(sql, job.id), { status: 'cancelled', completedAt: Date });
  t.match(await sql`SELECT lease, lease_until FROM jobs WHERE id = ${job.id}`, [
    { lease: lease + 1, lease_until: null },
  ]);
  t.equal(await extendLease(sql, job.id, lease, 60_000), false);
  t.equal(await finishJob(sql, job.id, lease, { status: 'completed', error: null, notes: [] }), false);
  t.equal(await claimJob(sql, ['test'], 60_000, 'two'), null);
});

t.test('what has ended cannot be cancelled any more', async (t) => {
  const job = { id: newJobId(), mapId: await owner.createMap(), kind: 'test', task: {}, total: 0, notes: [] };
  await createJob(sql, job, owner.charge, null);
  const { lease } = (await claimJob(sql, ['test'], 60_000, 'one'))!;
  await finishJob(sql, job.id, lease, { status: 'completed', error: null, notes: [] });
  t.match(await cancelJob(sql, job.id), { status: 'completed' });
  t.match(await sql`SELECT lease FROM jobs WHERE id = ${job.id}`, [{ lease }]);
});
