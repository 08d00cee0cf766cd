import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { assertExact, expectedOf, faultyCsv, LONG } from '../support/faults.js';
import { type ImportBench, importBench } from '../support/import.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const ROWS = LONG ? 200_000 : 16_000;
const filename = new URL('./misbehaving-worker.js', import.meta.url).href;
t.setTimeout(900_000);

const folder = temporaryFolder(t);
const faultFile = join(folder, 'fault');
process.env.FAULT_FILE = faultFile;
// One bench for all: threads take longer to start than to import.
const bench = await importBench(t, { filename });

async function surviving(t: Test, bench: ImportBench, fault: string): Promise<void> {
  writeFileSync(faultFile, `${fault} once`);
  const mapId = await bench.createMap();
  t.match(await bench.importText(mapId, faultyCsv(ROWS)), expectedOf(ROWS));
  t.notOk(existsSync(faultFile), 'it was met');
  await assertExact(t, bench.sql, mapId, ROWS);
}

for (const fault of ['heap', 'exit', 'throw'])
  t.test(`a thread that dies once (${fault}) costs its block a second try`, (t) =>
    surviving(t, bench, fault),
  );

t.test('a thread in an endless loop is ended by its deadline, and its block is tried again', async (t) => {
  // Shorter than in production, and longer than any block on a busy machine.
  await surviving(t, await importBench(t, { filename, taskDeadlineMs: 4000 }), 'loop');
});

t.test(
  'a block that fails three times ends the job, which says why and keeps what it committed',
  async (t) => {
    writeFileSync(faultFile, 'throw always');
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
  writeFileSync(faultFile, 'path always');
  const job = await bench.importText(await bench.createMap(), faultyCsv(ROWS));
  t.match(job, {
    status: 'failed',
    error: /^\d+ rows from line \d+ .* 3 tries: an error inside the service$/,
  });
});
