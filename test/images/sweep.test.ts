import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createLog } from '../../src/base/log.js';
import type { BlobStore } from '../../src/blob/blob-store.js';
import { FileBlobStore } from '../../src/blob/file-store.js';
import { RegisteredBlobStore } from '../../src/blob/registered-store.js';
import { ImageSweeper } from '../../src/images/sweep.js';
import { BlobRegister } from '../../src/store/blobs.js';
import { imageSpool } from '../../src/store/image-jobs.js';
import { createOwner } from '../support/owner.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const LONG_AGO = new Date(Date.now() - 7_200_000);

const { sql, createMap } = await createOwner(t);

/** Files of its own. */
async function arrange(t: Test) {
  const root = temporaryFolder(t);
  const directory = join(root, 'drawing');
  await mkdir(directory);
  const store = await FileBlobStore.open(join(root, 'blobs'));
  const register = new BlobRegister(sql, store.identity);
  const blobs = new RegisteredBlobStore(store, register);
  const sweeper = new ImageSweeper({ sql, blobs, register, directory, log: createLog('silent') });
  const put = async (name: string, age = LONG_AGO, to: BlobStore = blobs) => {
    await to.put(
      `images/${name}`,
      (async function* () {
        yield Buffer.from('x');
      })(),
    );
    await utimes(join(root, 'blobs', 'images', name), age, age);
    await sql`UPDATE blobs SET loose_since = ${age} WHERE store = ${store.identity} AND key = ${`images/${name}`}`;
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
  return { directory, store, sweeper, put, job, files };
}

t.test('files go after 7 days, and those of deleted maps at once; their jobs stay', async (t) => {
  const { sweeper, job, files } = await arrange(t);
  const [map, deleted] = [await createMap(), await createMap()];
  await job('old', map, 7.01);
  await job('young', map, 6.99);
  await job('of_deleted', deleted, 1);
  await sql`UPDATE maps SET deleted_at = now() WHERE id = ${deleted}`;
  t.equal(await sweeper.sweep(), 2);
  t.same(await files(), ['young.1.png']);
  t.same(
    await sql`SELECT id, status, image_file FROM jobs WHERE map_id IN (${map}, ${deleted}) ORDER BY id`,
    [
      { id: 'of_deleted', status: 'completed', image_file: null },
      { id: 'old', status: 'completed', image_file: null },
      { id: 'young', status: 'completed', image_file: 'images/young.1.png' },
    ],
  );
  t.equal(await sweeper.sweep(), 0, 'twice is once');
});

t.test('files of another store are left to those who have it', async (t) => {
  const { sweeper, job } = await arrange(t);
  const map = await createMap();
  await job('elsewhere', map, 30, imageSpool('another'));
  t.equal(await sweeper.sweep(), 0);
  t.match(await sql`SELECT image_file FROM jobs WHERE map_id = ${map}`, [
    { image_file: 'images/elsewhere.1.png' },
  ]);
});

t.test('what processes that died left behind goes after an hour, not before', async (t) => {
  const { directory, sweeper, put, job, files } = await arrange(t);
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

t.test('what another installation put there stays, however old it is', async (t) => {
  const { store, sweeper, put, files } = await arrange(t);
  await put('theirs.1.png', LONG_AGO, store);
  await put('ours.1.png');
  t.equal(await sweeper.sweep(), 1);
  t.same(await files(), ['theirs.1.png']);
});

t.test('the file of a job that is removed goes with the next sweep, whatever its age', async (t) => {
  const { sweeper, job, files } = await arrange(t);
  const map = await createMap();
  await job('removed', map, 1);
  await job('kept', map, 1);
  t.equal(await sweeper.sweep(), 0);
  await sql`DELETE FROM jobs WHERE id = 'removed'`;
  t.equal(await sweeper.sweep(), 1);
  t.same(await files(), ['kept.1.png']);
});

t.test('a sweep lists no folder: it asks for what is loose alone', async (t) => {
  const { store, sweeper, job, files } = await arrange(t);
  const map = await createMap();
  for (const id of ['a', 'b', 'c']) await job(`unlisted_${id}`, map, 1);
  await sweeper.sweep();
  const listed: string[] = [];
  const list = store.list.bind(store);
  store.list = (folder) => {
    listed.push(folder);
    return list(folder);
  };
  t.equal(await sweeper.sweep(), 0);
  t.same(listed, []);
  t.same(await sql`SELECT key FROM blobs WHERE store = ${store.identity} AND loose_since IS NOT NULL`, []);
  t.equal((await files()).length, 3);
});

t.test('many are removed step by step', async (t) => {
  const { sweeper, put } = await arrange(t);
  const map = await createMap();
  for (let i = 0; i < 450; i++) await put(`o${i}.1.png`);
  await sql`
    INSERT INTO jobs (id, map_id, kind, status, task, total, first_marker_id, spool, image_key, image_file, completed_at)
    SELECT 'j' || n, ${map}, 'image', 'completed', '{}', 1, 0, ${imageSpool(sweeper.options.blobs.identity)}, 'k', 'images/j' || n || '.1.png',
           now() - interval '8 days' FROM generate_series(1, 450) n`;
  t.equal(await sweeper.sweep(), 900);
  t.same(await sql`SELECT FROM jobs WHERE map_id = ${map} AND image_file IS NOT NULL`, []);
});
