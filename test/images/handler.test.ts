import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { newJobId } from '../../src/access/keys/key.js';
import { JobObsolete, JobPostponed, LeaseLost } from '../../src/background/jobs/runner.js';
import { BlobStoreAway } from '../../src/blob/blob-store.js';
import { FileBlobStore } from '../../src/blob/file-store.js';
import { noImages } from '../../src/images/counts.js';
import { imageHandler } from '../../src/images/handler.js';
import { ImageFailed } from '../../src/images/renderer.js';
import { sqlState } from '../../src/store/client.js';
import { findImageFile, imageSpool, requestImage } from '../../src/store/image-jobs.js';
import { type ClaimedJob, cancelJob, claimJob, findJob, finishJob } from '../../src/store/jobs.js';
import { addOwner, createOwner } from '../support/owner.js';
import { pictureOptions } from '../support/pictures/picture-options.js';
import { StandInRenderer } from '../support/stand-in-renderer.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const OPTIONS = pictureOptions({ preset: 'world' });
const NO_SIGNAL = new AbortController().signal;

const { sql } = await createOwner(t);
let accounts = 0;

/** An account, a map and files of its own. */
async function arrange(t: Test) {
  const owner = await addOwner(sql, `${accounts++}@example.com`);
  const { keyId, accountId } = owner;
  const root = temporaryFolder(t);
  const directory = join(root, 'drawing');
  await mkdir(directory);
  const blobs = await FileBlobStore.open(join(root, 'blobs'));
  const renderer = new StandInRenderer();
  const handler = imageHandler({ sql, blobs, renderer, directory, counts: noImages() });
  const spool = imageSpool(blobs.identity);
  const mapId = await owner.createMap();
  const request = (style = 'stand-in') =>
    requestImage(
      sql,
      { keyId, accountId },
      { id: newJobId(), mapId, options: OPTIONS, style, spool },
      { goodDays: 6, mostOpen: 50, dailyLimit: 1000 },
    );
  const claim = async (leaseMs = 60_000) =>
    (await claimJob(sql, ['image'], leaseMs, 'one', spool)) as ClaimedJob;
  const filesOf = async () => {
    const files: string[] = [];
    for await (const { key } of blobs.list('images')) files.push(key);
    return files;
  };
  const drafts = () => readdir(directory);
  return { ...owner, blobs, renderer, handler, mapId, request, claim, filesOf, drafts, spool };
}

t.test('a job gets its file under its lease, and the drawing is removed', async (t) => {
  const { handler, request, claim, filesOf, drafts } = await arrange(t);
  const { id } = await request();
  const job = await claim();
  t.match(job, { id, kind: 'image' });
  await handler.run(job, NO_SIGNAL);
  const key = `images/${id}.${job.lease}.png`;
  t.same(await filesOf(), [key]);
  t.equal((await findJob(sql, id))!.image!.file, key);
  t.same(await drafts(), []);
});

t.test('what was drawn before its process ended is not drawn again', async (t) => {
  const { handler, renderer, request, claim, filesOf } = await arrange(t);
  const { id } = await request();
  const first = await claim(0);
  await handler.run(first, NO_SIGNAL);
  // The process ends before it has told that the job is completed.
  const second = await claim();
  t.equal(second.id, id);
  await handler.run(second, NO_SIGNAL);
  t.equal(renderer.orders.length, 1);
  t.same(await filesOf(), [`images/${id}.${first.lease}.png`]);
});

t.test('who lost the lease gives the job no file and touches nobody else’s', async (t) => {
  const { handler, renderer, request, claim, filesOf } = await arrange(t);
  const { id } = await request();
  const slow = await claim(0);
  const letGo = renderer.hold();
  const running = handler.run(slow, NO_SIGNAL);
  running.catch(() => {});
  while (renderer.orders.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const quick = await claim();
  letGo();
  t.ok((await running.catch((error) => error)) instanceof LeaseLost);
  t.equal((await findJob(sql, id))!.image!.file, null);
  await handler.run(quick, NO_SIGNAL);
  t.equal((await findJob(sql, id))!.image!.file, `images/${id}.${quick.lease}.png`);
  t.equal((await filesOf()).length, 2, 'one of them is swept');
  const again = await handler.run(slow, NO_SIGNAL).catch((error) => error);
  t.ok(again instanceof LeaseLost, 'nor does it begin again');
});

t.test('a drawing that is stopped leaves nothing', async (t) => {
  const { handler, renderer, request, claim, filesOf, drafts, keyId, accountId, mapId } = await arrange(t);
  const { id } = await request();
  renderer.hold();
  const controller = new AbortController();
  const running = handler.run(await claim(), controller.signal);
  running.catch(() => {});
  while (renderer.orders.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await cancelJob(sql, { keyId, accountId }, { id, mapId });
  controller.abort(new Error('cancelled'));
  await t.rejects(running, { message: 'cancelled' });
  t.same([await filesOf(), await drafts()], [[], []]);
});

t.test('a picture that cannot be kept at the moment is drawn again later', async (t) => {
  const { handler, blobs, request, claim, drafts } = await arrange(t);
  await request();
  blobs.put = async () => {
    throw new BlobStoreAway('away');
  };
  const error = await handler.run(await claim(), NO_SIGNAL).catch((thrown) => thrown);
  t.ok(error instanceof JobPostponed);
  t.same(await drafts(), []);
});

t.test('a deleted map is not drawn', async (t) => {
  const { handler, renderer, request, claim, mapId } = await arrange(t);
  await request();
  await sql`UPDATE maps SET deleted_at = now() WHERE id = ${mapId}`;
  const error = await handler.run(await claim(), NO_SIGNAL).catch((thrown) => thrown);
  t.match(error, { message: 'the map was deleted' });
  t.ok(error instanceof JobObsolete);
  t.equal(renderer.orders.length, 0);
});

t.test('what the map was when it was read is what counts, not when it was asked for', async (t) => {
  const { handler, renderer, request, claim, mapId } = await arrange(t);
  const { id } = await request();
  await sql`UPDATE maps SET name = 'Later' WHERE id = ${mapId}`;
  await handler.run(await claim(), NO_SIGNAL);
  t.equal(renderer.orders[0]!.mapName, 'Later');
  await sql`UPDATE jobs SET status = 'completed', completed_at = now() WHERE id = ${id}`;
  t.equal((await request()).id, id);
  t.not((await request('other style')).id, id);
});

t.test(
  'imports and pictures of an account are counted apart, and a process without the blobs takes no picture',
  async (t) => {
    const { request, claim, mapId, createMap } = await arrange(t);
    await sql`
    INSERT INTO jobs (id, map_id, kind, task, total, first_marker_id, status, claimant, lease_until, started_at)
    SELECT 'i' || n, ${await createMap()}, 'bulk_import', '{}', 1, 1, 'processing', 'x', now() + interval '1 hour', now() FROM generate_series(1, 2) n`;
    const { id } = await request();
    t.equal(await claimJob(sql, ['image'], 60_000, 'two', imageSpool('elsewhere')), null);
    t.equal(await claimJob(sql, ['bulk_import'], 60_000, 'two', imageSpool('elsewhere')), null);
    t.equal((await claim()).id, id);
    await sql`INSERT INTO jobs (id, map_id, kind, task, total, first_marker_id, spool) VALUES ('n', ${mapId}, 'bulk_import', '{}', 1, 1, 'here')`;
    await sql`DELETE FROM jobs WHERE id LIKE 'i_'`;
    const next = await claimJob(sql, ['bulk_import'], 60_000, 'two', 'here', { quick: 1, long: 1 });
    t.equal(next?.id, 'n', 'the picture under way is in no import’s way, even of its map');
  },
);

t.test('a key that may not write any more, and whoever owns the map no more, asks in vain', async (t) => {
  const { request, keyId, mapId } = await arrange(t);
  const refused = () =>
    request().then(
      () => 'accepted',
      (error) => sqlState(error),
    );
  await sql`UPDATE api_keys SET scope = 'read_only' WHERE id = ${keyId}`;
  t.equal(await refused(), 'CL403');
  await sql`UPDATE api_keys SET scope = 'read_write' WHERE id = ${keyId}`;
  const [other] =
    await sql`INSERT INTO accounts (email, plan) VALUES ('o@example.com', 'enterprise') RETURNING id`;
  await sql`UPDATE maps SET account_id = ${other!.id} WHERE id = ${mapId}`;
  t.equal(await refused(), 'CL404');
  t.same(await sql`SELECT FROM jobs WHERE map_id = ${mapId}`, []);
});

t.test(
  'after a picture that computed long the account’s next one waits as long, and others’ do not',
  async (t) => {
    const { handler, renderer, request, claim, spool, createMap, keyId, accountId, mapId } = await arrange(t);
    const other = await arrange(t);
    const ask = (mapOf: number, writer: { keyId: number; accountId: number }) =>
      requestImage(
        sql,
        writer,
        { id: newJobId(), mapId: mapOf, options: OPTIONS, style: 'stand-in', spool },
        { goodDays: 6, mostOpen: 50, dailyLimit: 1000 },
      );
    renderer.cpuMs = 2_000;
    await request();
    const cheap = await claim();
    await handler.run(cheap, NO_SIGNAL);
    await finishJob(sql, cheap.id, cheap.lease, { status: 'completed', error: null, notes: [] });
    renderer.cpuMs = 602_000;
    const dear = await ask(await createMap(), { keyId, accountId });
    const job = await claim();
    t.equal(job.id, dear.id);
    await handler.run(job, NO_SIGNAL);
    await finishJob(sql, job.id, job.lease, { status: 'completed', error: null, notes: [] });
    await ask(await createMap(), { keyId, accountId });
    const theirs = await ask(other.mapId, other);
    t.equal((await claim()).id, theirs.id);
    t.equal(await claim(), null);
    await sql`UPDATE jobs SET image_rest_until = clock_timestamp() - interval '1 ms' WHERE id = ${job.id}`;
    t.equal((await claim()).mapId === mapId, false);
  },
);

t.test('a picture that failed after long computing lets the account wait, too', async (t) => {
  const { handler, renderer, request, claim } = await arrange(t);
  renderer.errors.push(new ImageFailed('too many areas', 62_000));
  const { id } = await request();
  await t.rejects(handler.run(await claim(), NO_SIGNAL), { message: 'too many areas' });
  const [row] = await sql<[{ seconds: number }]>`
    SELECT extract(epoch FROM image_rest_until - clock_timestamp())::float8 AS seconds FROM jobs WHERE id = ${id}`;
  t.ok(row.seconds > 0 && row.seconds <= 60);
});

t.test('an incomplete picture is noted, and who asks later gets another one', async (t) => {
  const { handler, renderer, request, claim } = await arrange(t);
  renderer.isIncomplete = true;
  const { id } = await request();
  const job = await claim();
  await handler.run(job, NO_SIGNAL);
  await finishJob(sql, id, job.lease, { status: 'completed', error: null, notes: [] });
  t.match((await findJob(sql, id))!.notes, [/^The tile service did not answer for all of the map/]);
  t.not((await request()).id, id);
});

t.test('while the disk is full the picture waits', async (t) => {
  const { handler, renderer, request, claim } = await arrange(t);
  renderer.errors.push(Object.assign(new Error('write'), { code: 'ENOSPC' }));
  await request();
  const failure = await handler.run(await claim(), NO_SIGNAL).catch((error) => error);
  t.ok(failure instanceof JobPostponed);
});

t.test('a file is called as its map was when it was drawn', async (t) => {
  const { handler, mapId, request, claim } = await arrange(t);
  await sql`UPDATE maps SET name = 'Before' WHERE id = ${mapId}`;
  const { id } = await request();
  const job = await claim();
  await handler.run(job, NO_SIGNAL);
  await finishJob(sql, id, job.lease, { status: 'completed', error: null, notes: [] });
  await sql`UPDATE maps SET name = 'Secret' WHERE id = ${mapId}`;
  t.equal((await findImageFile(sql, id))!.mapName, 'Before');
});
