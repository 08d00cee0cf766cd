import t from 'tap';
import { noteBackup } from '../../src/store/backup.js';
import { readQueueState } from '../../src/store/queue-state.js';
import { createOwner } from '../support/owner.js';

const owner = await createOwner(t);
const { sql } = owner;
const NOTHING = {
  queued: 0,
  processing: 0,
  oldestQueued: null,
  oldestProcessing: null,
  overdue: 0,
  mails: 0,
  oldestMail: null,
  backupAge: null,
};

const add = (mapId: number, status: string, jobs: number) => sql`
  INSERT INTO jobs (id, map_id, kind, status, task, total, first_marker_id, completed_at)
  SELECT ${status}::text || i, ${mapId}::bigint, 'test', ${status}::text, '{}', 1, 1, CASE WHEN ${status}::text = 'completed' THEN now() END
  FROM generate_series(1, ${jobs}::integer) i`;

/** Pages of 8 KiB that the question reads. */
async function pages(): Promise<number> {
  const [row] = await sql.unsafe(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT queue_state()`);
  return (row!['QUERY PLAN'] as [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }])[0]
    .Plan['Shared Hit Blocks'];
}

t.test('of empty queues nothing is told', async (t) => {
  t.same(await readQueueState(sql), NOTHING);
});

t.test(
  'the age of the last back-up counts from the moment of which it is; an older one changes nothing',
  async (t) => {
    const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
    const ageInHours = async (): Promise<number> => (await readQueueState(sql)).backupAge! / 3600;
    await noteBackup(sql, ago(30));
    t.ok(Math.abs((await ageInHours()) - 30) < 0.5);
    await noteBackup(sql, ago(2));
    await noteBackup(sql, ago(20));
    t.ok(Math.abs((await ageInHours()) - 2) < 0.5);
    await sql`DELETE FROM last_backup`;
  },
);

t.test('jobs that have ended are not read, without statistics and with them', async (t) => {
  const mapId = await owner.createMap();
  await add(mapId, 'completed', 50_000);
  t.same(await readQueueState(sql), NOTHING);
  // The first time reads the catalog, too.
  t.ok(Math.min(await pages(), await pages()) < 50);
  await sql`ANALYZE jobs`;
  t.ok(Math.min(await pages(), await pages()) < 50);
});

t.test('of a long queue 10,000 jobs are counted', async (t) => {
  await add(await owner.createMap(), 'queued', 12_000);
  t.match(await readQueueState(sql), { queued: 10_000, processing: 0 });
});
