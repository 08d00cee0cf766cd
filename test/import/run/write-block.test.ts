import t from 'tap';
import { newJobId } from '../../../src/access/keys/key.js';
import { NO_GEODATA } from '../../../src/geo/geodata.js';
import { mapColumns } from '../../../src/import/columns/mapping.js';
import { completeOptions } from '../../../src/import/options.js';
import { prepareBlock } from '../../../src/import/prepare/prepare-block.js';
import { writeBlock } from '../../../src/import/run/write-block.js';
import { newSeed } from '../../../src/markers/duplicate-key.js';
import { BlockTransactions } from '../../../src/store/block-transactions.js';
import { cancelJob, claimJob, createJob, finishJob } from '../../../src/store/jobs.js';
import { createOwner } from '../../support/owner.js';

/*
 * The fencing: who does not hold the lease of a job that is being worked on writes nothing, whatever it tries
 * to.
 */

const owner = await createOwner(t);
const { sql } = owner;

/** Jobs of other tests go on running. */
const NO_BOUND = { quick: 100, long: 100 };

/** A job with one row to be written, claimed for `leaseMs`. */
async function claimed(leaseMs = 60_000) {
  const mapId = await owner.createMap();
  const id = newJobId();
  const job = { id, mapId, kind: 'test', task: {}, total: 1, notes: [] };
  const { firstMarkerId } = await createJob(sql, job, owner.charge, null);
  const { lease } = (await claimJob(sql, ['test'], leaseMs, 'one', null, NO_BOUND))!;
  return { id, mapId, lease, firstMarkerId };
}

type Claimed = Awaited<ReturnType<typeof claimed>>;

/** Ways in which a process loses a job whose lease it believes to hold. */
const LOSSES: Record<string, (job: Claimed) => Promise<unknown>> = {
  'another process has claimed it': async ({ id }) => {
    await sql`UPDATE jobs SET lease_until = now() - interval '1 second' WHERE id = ${id}`;
    await claimJob(sql, ['test'], 60_000, 'two', null, NO_BOUND);
  },
  'it was cancelled': (job) => cancelJob(sql, owner, job),
  'it is completed': ({ id, lease }) =>
    finishJob(sql, id, lease, { status: 'completed', error: null, notes: [] }),
  'it has failed': ({ id, lease }) => finishJob(sql, id, lease, { status: 'failed', error: 'x', notes: [] }),
  'it was cancelled, and the lease is as it was': ({ id }) =>
    sql`UPDATE jobs SET status = 'cancelled' WHERE id = ${id}`,
};

/** Number of blocks and markers of the job and its map in the database. */
async function written({ id, mapId }: Claimed) {
  const [row] = await sql`
    SELECT (SELECT count(*)::int FROM import_blocks WHERE job_id = ${id}) AS blocks,
           (SELECT count(*)::int FROM markers WHERE map_id = ${mapId}) AS markers,
           (SELECT coalesce(sum(c.markers), 0)::int FROM map_counts c WHERE c.map_id = ${mapId}) AS counted`;
  return { ...row };
}

const recordBlock = ({ id, lease }: Claimed) => {
  const counts = { rows: 1, added: 1, updated: 0, unchanged: 0, skipped: 0, rejected: 0 };
  const times = { parsing_ms: 0, placing_ms: 0, deduplicating_ms: 0, writing_ms: 0 };
  return sql`SELECT record_block(${id}, ${lease}, 1, 0, ${sql.json({ block: 0, ...counts, ...times })}::json)`;
};

function write(job: Claimed, transactions: BlockTransactions, onDuplicate: 'skip' | 'overwrite') {
  const bytes = Buffer.from('A,1,2');
  const block = { index: 0, startByte: 0, endByte: bytes.length, firstRecord: 0, records: 1, firstLine: 2 };
  const mapping = mapColumns({ headers: ['name', 'lat', 'lng'] });
  const options = completeOptions({});
  const { mapId, firstMarkerId } = job;
  const prepared = prepareBlock(bytes, block, {
    plan: { format: 'csv', encoding: 'utf-8', delimiter: ',', mapping, options },
    mapId,
    firstMarkerId,
    palette: new Set(['red']),
    seed: newSeed(),
    geodata: NO_GEODATA,
  });
  return writeBlock(transactions, {
    jobId: job.id,
    lease: job.lease,
    mapId,
    block: 0,
    records: 1,
    prepared: { ...prepared, existing: null, parsingMs: 0, meetingMs: 0 },
    decision: { keep: new Uint8Array([1]), kept: 1, repeats: onDuplicate === 'overwrite' },
    onDuplicate,
    own: { first: firstMarkerId, last: firstMarkerId },
    resumed: false,
    headRows: 0,
    fieldTypes: [],
    deduplicatingMs: 0,
  });
}

const NOTHING = { blocks: 0, markers: 0, counted: 0 };

t.test('the holder of the lease records a block', async (t) => {
  const job = await claimed();
  await recordBlock(job);
  t.same(await written(job), { blocks: 1, markers: 0, counted: 1 });
});

for (const [what, lose] of Object.entries(LOSSES)) {
  t.test(`no block is recorded where ${what}`, async (t) => {
    const job = await claimed();
    await lose(job);
    await t.rejects(recordBlock(job), { code: 'CL001' });
    t.same(await written(job), NOTHING);
  });
}

t.test('no block is recorded of a job that waits', async (t) => {
  const mapId = await owner.createMap();
  const id = newJobId();
  const job = { id, mapId, kind: 'waiting', task: {}, total: 1, notes: [] };
  const { firstMarkerId } = await createJob(sql, job, owner.charge, null);
  await t.rejects(recordBlock({ id, mapId, lease: 0, firstMarkerId }), { code: 'CL001' });
});

for (const onDuplicate of ['skip', 'overwrite'] as const) {
  t.test(`a writer, ${onDuplicate === 'skip' ? 'copying' : 'overwriting'}`, async (t) => {
    const writer = new BlockTransactions(owner.url, 2);
    t.teardown(() => writer.close());
    const held = await claimed();
    t.same(await write(held, writer, onDuplicate), { outcome: 'done', rejected: 0 });
    t.same(await written(held), { blocks: 1, markers: 1, counted: 1 });
    t.match(
      await write(held, writer, onDuplicate),
      { outcome: 'done' },
      'the same once more, and nothing changes',
    );
    t.same(await written(held), { blocks: 1, markers: 1, counted: 1 });
    for (const [what, lose] of Object.entries(LOSSES)) {
      const job = await claimed();
      await lose(job);
      t.same(await write(job, writer, onDuplicate), { outcome: 'fenced' }, what);
      t.same(await written(job), NOTHING, what);
    }
  });
}
