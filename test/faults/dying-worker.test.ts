import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { assertExact, expectedOf, faultyCsv, LONG } from '../support/faults.js';
import { importBench } from '../support/import.js';

const ROWS = LONG ? 200_000 : 40_000;
const filename = new URL('./misbehaving-worker.js', import.meta.url).href;
t.setTimeout(110_000);

for (const fault of ['heap', 'loop', 'exit', 'throw']) {
  t.test(`a thread that dies once (${fault}) costs its block a second try`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'cartload-faults-'));
    t.teardown(() => rm(folder, { recursive: true }));
    Object.assign(process.env, { FAULT: fault, FAULT_ONCE: join(folder, 'done') });
    // A thread in an endless loop is ended by the deadline, which here is shorter than in production.
    const bench = await importBench(t, { filename, ...(fault === 'loop' && { taskDeadlineMs: 8000 }) });
    const mapId = await bench.createMap();
    t.match(await bench.importText(mapId, faultyCsv(ROWS)), expectedOf(ROWS));
    await assertExact(t, bench.sql, mapId, ROWS);
  });
}

t.test(
  'a block that fails three times ends the job, which says why and keeps what it committed',
  async (t) => {
    Object.assign(process.env, { FAULT: 'throw', FAULT_ONCE: '' });
    const bench = await importBench(t, { filename });
    const mapId = await bench.createMap();
    const job = await bench.importText(mapId, faultyCsv(ROWS));
    t.match(job, {
      status: 'failed',
      error: /^\d+ rows from line \d+ .* 3 tries: the block cannot be prepared$/,
    });
    t.ok(job.processed > 0);
    t.ok(job.processed < ROWS);
    const [found] = await bench.sql`SELECT count(*)::int AS markers FROM markers WHERE map_id = ${mapId}`;
    t.equal(found!.markers, job.added);
    t.match(await bench.importText(await bench.createMap(), 'name,lat,lng\nA,1,2\n'), {
      status: 'completed',
    });
  },
);

t.test('a block that fails over a file of the server does not tell its name', async (t) => {
  Object.assign(process.env, { FAULT: 'path', FAULT_ONCE: '' });
  const bench = await importBench(t, { filename });
  const job = await bench.importText(await bench.createMap(), faultyCsv(ROWS));
  t.match(job, {
    status: 'failed',
    error: /^\d+ rows from line \d+ .* 3 tries: an error inside the service$/,
  });
});
