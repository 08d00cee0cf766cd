import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { ThreadPool } from '../../../src/base/threads/thread-pool.js';
import { NO_ROADS, type RoadNetworks } from '../../../src/geo/isochrone/networks.js';
import { WARM_UP_AREAS } from '../../../src/geo/isochrone/warm-up.js';
import { inferTable, sampleRows } from '../../../src/import/plan/on-threads.js';
import { WARM_UP_SLICES, warmUpSlice } from '../../../src/import/prepare/warm-up.js';
import { renderRejectsOnThread } from '../../../src/import/run/on-threads.js';
import { loadGeodata } from '../../../src/world/geodata/load.js';
import { startTestApp } from '../../support/app.js';
import { until } from '../../support/cartload-process.js';
import { connectTest, createDatabase } from '../../support/database.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { townNetwork } from '../../support/town-network.js';

const folder = temporaryFolder(t);
process.env.WARM_UP_FILE = join(folder, 'slices');
const COUNTING = new URL('./counting-worker.js', import.meta.url).href;
/** One more for the connection. */
const SLICES = WARM_UP_SLICES + 1;
/** Threads that compute, two that write, and one for prompt tasks. */
const COMPUTING = 1;
const THREADS = COMPUTING + 3;
const HEADERS = { headers: ['PLZ'], open: [0], taken: [] };

const { url: databaseUrl } = await createDatabase(t);
const sql = connectTest(t, databaseUrl);

/** The threads, and the slices that each has done so far. */
function arrange(t: Test, filename = COUNTING) {
  writeFileSync(process.env.WARM_UP_FILE!, '');
  const pool = new ThreadPool({ databaseUrl, workers: COMPUTING, filename });
  t.teardown(() => pool.close());
  const lines = () => readFileSync(process.env.WARM_UP_FILE!, 'utf8').split('\n').slice(0, -1);
  /** How many had begun before the task did. */
  const slicesBefore = () => lines().indexOf('task');
  const slices = (): number[] => {
    const threads = lines().filter((line) => line !== 'task');
    return [...new Set(threads)].map((thread) => threads.filter((other) => other === thread).length);
  };
  return { pool, slices, slicesBefore };
}

/** On a busy machine a thread that has started does the slice of one that has not, too. */
function eachHasDone(t: Test, slices: readonly number[], count: number): void {
  t.equal(slices.length, THREADS);
  t.same(
    slices.filter((done) => done < count),
    [],
  );
}

const total = (slices: readonly number[]): number => slices.reduce((sum, count) => sum + count, 0);

/**
 * Counts the connections of threads, which have no name, that were seen so far: an idle one is closed after
 * ten seconds.
 */
function connectionsSeen(of: typeof sql): () => Promise<number> {
  const seen = new Set<number>();
  return async () => {
    const rows = await of<{ pid: number }[]>`
      SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = ''`;
    for (const { pid } of rows) seen.add(pid);
    return seen.size;
  };
}

const geodata = await loadGeodata();

t.test('a slice prepares all of its made-up rows', async () => {
  for (let slice = 0; slice < 3; slice++) warmUpSlice(slice);
  for (let slice = 0; slice < 4; slice++) warmUpSlice(slice, geodata);
});

t.test('each thread does its slices and connects, and draws areas once roads are loaded', async (t) => {
  const { pool, slices } = arrange(t);
  const { network } = townNetwork('town', 9);
  let networks: RoadNetworks = NO_ROADS;
  let timesWarm = 0;
  void pool.keepWarm(
    () => timesWarm++,
    () => ({ networks }),
  );
  const connections = connectionsSeen(sql);
  await until(async () => (await connections()) >= 0 && timesWarm === 1);
  eachHasDone(t, slices(), SLICES);
  // Where the database is slow to take a connection, the slices go on.
  await until(async () => (await connections()) >= THREADS);
  networks = { version: 'town', graphs: [network] };
  pool.warmUpAgain();
  await until(async () => timesWarm === 2);
  eachHasDone(t, slices(), SLICES + WARM_UP_AREAS);
  const before = total(slices());
  pool.warmUpAgain();
  await until(async () => timesWarm === 3);
  t.ok(total(slices()) - before < THREADS * WARM_UP_AREAS, 'they stay warm for other roads');

  const plan = { encoding: 'utf-8', delimiter: ',' } as const;
  await t.rejects(sampleRows(pool, { path: '', block: null, plan }, 1), { message: /exited with code: 3/ });
  await until(async () => timesWarm === 4);
  t.equal(slices().length, THREADS + 1);
  t.ok(slices()[THREADS]! >= SLICES, 'one that replaces another is warmed, too');
});

t.test('a task that arrives meanwhile waits for no more than a slice', async (t) => {
  const { pool, slices, slicesBefore } = arrange(t);
  const warm = new Promise<void>((resolve) => void pool.keepWarm(resolve));
  const { columns } = await inferTable(pool, HEADERS, [['10115'], ['80331']], geodata);
  t.match(columns, [{ label: 'zip' }]);
  t.ok(slicesBefore() <= THREADS);
  await warm;
  t.ok(slices().length >= 2);
  t.ok(slices().every((count) => count >= SLICES));
});

t.test('threads that cannot be warmed work cold', async (t) => {
  const { pool } = arrange(t, new URL('../../faults/misbehaving-worker.js', import.meta.url).href);
  await pool.keepWarm(() => t.fail('nothing is warm'));
  await t.rejects(
    renderRejectsOnThread(pool, 'no such file', { startByte: 0, endByte: 1 } as never, {} as never),
    {
      message: /ENOENT/,
    },
  );
});

t.test('the warm-up ends with the pool', async (t) => {
  const { pool } = arrange(t);
  const warming = pool.keepWarm();
  await pool.close();
  await warming;
  t.pass('it has ended');
});

t.test('a service warms its threads, unless WARM_UP=off', async (t) => {
  const connectionsOf = async (env: Record<string, string>) => {
    const { app } = await startTestApp(t, env);
    return connectionsSeen(app.sql);
  };
  const cold = await connectionsOf({});
  const warm = await connectionsOf({ WARM_UP: 'on' });
  await until(async () => (await warm()) > 0);
  t.equal(await cold(), 0, 'tests start without');
});
