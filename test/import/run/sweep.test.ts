import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { newJobId } from '../../../src/access/keys/key.js';
import { SpoolSweeper } from '../../../src/import/run/sweep.js';
import { loadSpoolIdentity } from '../../../src/import/spool/spool-identity.js';
import { createJob } from '../../../src/store/jobs.js';
import { createOwner } from '../../support/owner.js';
import { recordLog } from '../../support/recorded-log.js';

const owner = await createOwner(t);
const { sql } = owner;
const OLD = new Date(Date.now() - 3_600_000);

async function arrange(t: Test) {
  const spoolDirectory = t.testdir();
  const { log, entries } = recordLog();
  const file = async (name: string) => {
    await writeFile(join(spoolDirectory, name), '');
    await utimes(join(spoolDirectory, name), OLD, OLD);
  };
  const job = async (status: string) => {
    const id = newJobId();
    const mapId = await owner.createMap();
    await createJob(
      sql,
      { id, mapId, kind: 'bulk_import', task: {}, total: 0, notes: [] },
      owner.charge,
      null,
    );
    await sql`UPDATE jobs SET status = ${status} WHERE id = ${id}`;
    return id;
  };
  const sweeper = () => new SpoolSweeper({ sql, spoolDirectory, log });
  const left = async () => (await readdir(spoolDirectory)).toSorted();
  return { spoolDirectory, entries, file, job, sweeper, left };
}

t.test('what belongs to jobs that have not ended stays, and the identity of the spool', async (t) => {
  const { spoolDirectory, file, job, sweeper, left } = await arrange(t);
  await loadSpoolIdentity(spoolDirectory);
  await utimes(join(spoolDirectory, 'identity'), OLD, OLD);
  const kept = ['identity'];
  for (const status of ['queued', 'processing']) {
    const id = await job(status);
    for (const ending of ['upload', 'errors.csv', 'errors.csv.part']) kept.push(`${id}.${ending}`);
  }
  const completed = await job('completed');
  kept.push(`${completed}.errors.csv`);
  for (const name of kept.slice(1)) await file(name);
  for (const name of ['x.upload', 'x.upload.part', 'x.errors.csv', `${completed}.upload`, 'identity.1'])
    await file(name);
  await sweeper().sweep();
  t.same(await left(), kept.toSorted());
});

t.test('files of rejected rows go with their jobs, however new they are', async (t) => {
  const { spoolDirectory, job, sweeper, left } = await arrange(t);
  const [kept, gone] = [await job('completed'), await job('completed')];
  for (const id of [kept, gone]) await writeFile(join(spoolDirectory, `${id}.errors.csv`), '');
  await sql`DELETE FROM jobs WHERE id = ${gone}`;
  const sweeping = sweeper();
  await sweeping.sweep();
  t.same(await left(), [`${kept}.errors.csv`]);
  await sql`DELETE FROM jobs WHERE id = ${kept}`;
  await sweeping.sweep();
  t.same(await left(), [`${kept}.errors.csv`], 'looked at once an hour');
  await sweeper().sweep();
  t.same(await left(), []);
});

t.test('a job that cannot be settled does not keep the others, and is not tried each time', async (t) => {
  const { spoolDirectory, entries, job, file, sweeper, left } = await arrange(t);
  const [stuck, sound] = [await job('completed'), await job('completed')].toSorted();
  // A directory cannot be removed as a file.
  await mkdir(join(spoolDirectory, `${stuck}.upload`));
  await utimes(join(spoolDirectory, `${stuck}.upload`), OLD, OLD);
  await file(`${sound}.upload`);
  const sweeping = sweeper();
  await sweeping.sweep();
  t.same(await left(), [`${stuck}.upload`]);
  await sweeping.sweep();
  const told = entries.filter(({ msg }) => msg === 'a file could not be removed from the spool');
  t.match(told, [{ file: `${stuck}.upload`, retryInMs: 20_000 }]);
  t.equal(told.length, 1);
});

t.test('a job that failed over its fields is settled without them, once', async (t) => {
  const { entries, job, file, sweeper, left } = await arrange(t);
  const id = await job('failed');
  await sql`
    INSERT INTO import_blocks (map_id, job_id, block, rows, added, updated, skipped, rejected, fields, parsing_ms, placing_ms, deduplicating_ms, writing_ms)
    SELECT map_id, id, 0, 1, 1, 0, 0, 0, '[["a\\u0000b", 1]]', 0, 0, 0, 0 FROM jobs WHERE id = ${id}`;
  await file(`${id}.upload`);
  const sweeping = sweeper();
  await sweeping.sweep();
  await sweeping.sweep();
  t.same(await left(), []);
  t.equal(entries.filter(({ level }) => level > 30).length, 1, 'what is missing is told');
});
