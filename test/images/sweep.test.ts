import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { FileBlobStore } from '../../src/blob/file-store.js';
import { ImageSweeper } from '../../src/images/sweep.js';
import { createLog } from '../../src/log.js';
import { imageSpool } from '../../src/store/image-jobs.js';
import { createOwner } from '../support/owner.js';

const LONG_AGO = new Date(Date.now() - 7_200_000);

async function arrange(t: Test) {
  const { sql, createMap } = await createOwner(t);
  const root = await mkdtemp(join(tmpdir(), 'cartload-test-'));
  t.teardown(() => rm(root, { recursive: true }));
  const directory = join(root, 'drawing');
  await mkdir(directory);
  const blobs = await FileBlobStore.open(join(root, 'blobs'));
  const sweeper = new ImageSweeper({ sql, blobs, directory, log: createLog('silent') });
  const put = async (name: string, age = LONG_AGO) => {
    await blobs.put(
      `images/${name}`,
      (async function* () {
        yield Buffer.from('x');
      })(),
    );
    await utimes(join(root, 'blobs', 'images', name), age, age);
  };
  /** A completed job with a file. */
  const job = async (id: string, mapId: number, endedDaysAgo: number, spool = imageSpool(blobs.identity)) => {
    await put(`${id}.1.png`);
    await sql`
      INSERT INTO jobs (id, map_id, kind, status, task, total, first_marker_id, spool, image_key, image_file, completed_at)
      VALUES (${id}, ${mapId}, 'image', 'completed', '{}', 1, 0, ${spool}, 'k', ${`images/${id}.1.png`},
              now() - ${endedDaysAgo}::float8 * interval '1 day')`;
  };
  const files = async () => (await readdir(join(root, 'blobs', 'images'))).sort();
  return { sql, createMap, directory, sweeper, put, job, files };
}

t.test('files go after 7 days, and those of deleted maps at once; their jobs stay', async (t) => {
  const { sql, createMap, sweeper, job, files } = await arrange(t);
  const [map, deleted] = [await createMap(), await createMap()];
  await job('old', map, 7.01);
  await job('young', map, 6.99);
  await job('of_deleted', deleted, 1);
  await sql`UPDATE maps SET deleted_at = now() WHERE id = ${deleted}`;
  t.equal(await sweeper.sweep(), 2);
  t.same(await files(), ['young.1.png']);
  t.same(await sql`SELECT id, status, image_file FROM jobs ORDER BY id`, [
    { id: 'of_deleted', status: 'completed', image_file: null },
    { id: 'old', status: 'completed', image_file: null },
    { id: 'young', status: 'completed', image_file: 'images/young.1.png' },
  ]);
  t.equal(await sweeper.sweep(), 0, 'twice is once');
});

t.test('files of another store are left to those who have it', async (t) => {
  const { sql, createMap, sweeper, job } = await arrange(t);
  await job('elsewhere', await createMap(), 30, imageSpool('another'));
  t.equal(await sweeper.sweep(), 0);
  t.match(await sql`SELECT image_file FROM jobs`, [{ image_file: 'images/elsewhere.1.png' }]);
});

t.test('what processes that died left behind goes after an hour, not before', async (t) => {
  const { createMap, directory, sweeper, put, job, files } = await arrange(t);
  await job('known', await createMap(), 1);
  // A holder that lost its lease had put it; a job whose row is gone had it; one is being recorded.
  await put('known.2.png');
  await put('gone.1.png');
  await put('fresh.1.png', new Date());
  for (const name of ['dead.1.png', 'alive.1.png']) await writeFile(join(directory, name), 'half');
  await utimes(join(directory, 'dead.1.png'), LONG_AGO, LONG_AGO);
  t.equal(await sweeper.sweep(), 3);
  t.same(await files(), ['fresh.1.png', 'known.1.png']);
  t.same(await readdir(directory), ['alive.1.png']);
});

t.test('many are removed step by step', async (t) => {
  const { sql, createMap, sweeper, put } = await arrange(t);
  const map = await createMap();
  for (let i = 0; i < 450; i++) await put(`o${i}.1.png`);
  await sql`
    INSERT INTO jobs (id, map_id, kind, status, task, total, first_marker_id, spool, image_key, image_file, completed_at)
    SELECT 'j' || n, ${map}, 'image', 'completed', '{}', 1, 0, ${imageSpool(sweeper.options.blobs.identity)}, 'k', 'images/j' || n || '.1.png',
           now() - interval '8 days' FROM generate_series(1, 450) n`;
  t.equal(await sweeper.sweep(), 900);
  t.same(await sql`SELECT FROM jobs WHERE image_file IS NOT NULL`, []);
});
