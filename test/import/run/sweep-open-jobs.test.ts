import { readdir, utimes, writeFile } from 'node:fs/promises';
import t, { type Test } from 'tap';
import { newJobId } from '../../../src/access/keys/key.js';
import { createLog } from '../../../src/base/log.js';
import { SpoolSweeper } from '../../../src/import/run/sweep.js';
import { rejectsPath, spoolPath } from '../../../src/import/spool/uploaded.js';
import { createJob } from '../../../src/store/jobs.js';
import { createOwner } from '../../support/owner.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const owner = await createOwner(t);
const { sql } = owner;

/** A spool, and its sweeper with the age limit of the service. */
async function spool(t: Test) {
  const directory = temporaryFolder(t);
  const sweeper = new SpoolSweeper({ sql, spoolDirectory: directory, log: createLog('silent') });
  return {
    directory,
    sweeper,
    /** A file that was last touched so many seconds ago. */
    file: async (path: string, ageSeconds: number) => {
      await writeFile(path, 'name,lat,lng\n');
      const touched = new Date(Date.now() - ageSeconds * 1000);
      await utimes(path, touched, touched);
      return path;
    },
    left: async () => (await readdir(directory)).sort(),
  };
}

async function jobThatIs(status: string): Promise<string> {
  const id = newJobId();
  const job = { id, mapId: await owner.createMap(), kind: 'bulk_import', task: {}, total: 0, notes: [] };
  await createJob(sql, job, owner.charge, null);
  const ended = status !== 'queued' && status !== 'processing';
  await sql`
    UPDATE jobs SET status = ${status}, completed_at = CASE WHEN ${ended} THEN now() END WHERE id = ${id}`;
  return id;
}

const name = (path: string): string => path.split('/').at(-1)!;
const DAY_SECONDS = 86_400;

t.test('the upload of a job that waits or is worked on is kept, however old it is', async (t) => {
  const { directory, sweeper, file, left } = await spool(t);
  const kept = await Promise.all(
    ['queued', 'processing'].map(async (status) =>
      name(await file(spoolPath(directory, await jobThatIs(status)), DAY_SECONDS)),
    ),
  );
  await sweeper.sweep();
  t.same(await left(), kept.sort());
});

t.test('the upload of a job that has ended is removed, its rejected rows are kept', async (t) => {
  const { directory, sweeper, file, left } = await spool(t);
  const kept: string[] = [];
  for (const status of ['completed', 'failed', 'cancelled']) {
    const id = await jobThatIs(status);
    await file(spoolPath(directory, id), DAY_SECONDS);
    kept.push(name(await file(rejectsPath(directory, id), DAY_SECONDS)));
  }
  await sweeper.sweep();
  t.same(await left(), kept.sort());
});

t.test(
  'what no job knows is removed once nobody has touched it for a while, unless it is held',
  async (t) => {
    const { directory, sweeper, file, left } = await spool(t);
    const young = await file(spoolPath(directory, newJobId()), 0);
    const held = spoolPath(directory, newJobId());
    await file(`${held}.part`, DAY_SECONDS);
    const release = sweeper.hold(held);
    await file(`${spoolPath(directory, newJobId())}.part`, DAY_SECONDS);
    await file(spoolPath(directory, newJobId()), DAY_SECONDS);
    await sweeper.sweep();
    t.same(await left(), [name(young), `${name(held)}.part`].sort());
    release();
    await file(`${held}.part`, DAY_SECONDS);
    await sweeper.sweep();
    t.same(await left(), [name(young)]);
  },
);
