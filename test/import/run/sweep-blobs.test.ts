import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { newJobId } from '../../../src/access/keys/key.js';
import type { BlobStore } from '../../../src/blob/blob-store.js';
import { FileBlobStore } from '../../../src/blob/file-store.js';
import { RegisteredBlobStore } from '../../../src/blob/registered-store.js';
import { BlobSpoolSweeper } from '../../../src/import/run/sweep-blobs.js';
import { rejectsKey, uploadKey } from '../../../src/import/spool/blob-keys.js';
import { BlobSpool } from '../../../src/import/spool/blob-spool.js';
import { LocalFiles } from '../../../src/import/spool/local-files.js';
import { BlobRegister } from '../../../src/store/blobs.js';
import { createJob } from '../../../src/store/jobs.js';
import { createOwner } from '../../support/owner.js';
import { recordLog } from '../../support/recorded-log.js';

const owner = await createOwner(t);
const { sql } = owner;

async function arrange(t: Test) {
  const root = t.testdir({ local: {} });
  const store = await FileBlobStore.open(join(root, 'blobs'));
  const register = new BlobRegister(sql, store.identity);
  const blobs = new RegisteredBlobStore(store, register);
  const { log, entries } = recordLog();
  const spool = new BlobSpool(blobs, new LocalFiles(join(root, 'local'), true));
  const sweeper = (options: { sweepsStore?: boolean; deadAfterMs?: number } = {}) =>
    new BlobSpoolSweeper({ sql, blobs, register, spool, log, sweepsStore: true, ...options });
  const put = (key: string, to: BlobStore = blobs) =>
    to.put(
      key,
      (async function* () {
        yield Buffer.from('x');
      })(),
    );
  const job = async (status: string): Promise<string> => {
    const id = newJobId();
    const mapId = await owner.createMap();
    const request = { id, mapId, kind: 'bulk_import', task: {}, total: 0, notes: [], spool: store.identity };
    await createJob(sql, request, owner.charge, null);
    await sql`UPDATE jobs SET status = ${status} WHERE id = ${id}`;
    return id;
  };
  const left = async () => {
    const keys: string[] = [];
    for (const folder of ['uploads', 'errors'])
      for await (const { key } of blobs.list(folder)) keys.push(key);
    return keys.sort();
  };
  return { blobs, store, entries, sweeper, put, job, left };
}

t.test('uploads of jobs that have not ended stay, and young ones without a job', async (t) => {
  const { sweeper, put, job, left } = await arrange(t);
  const open = [await job('queued'), await job('processing')];
  const ended = [await job('completed'), await job('failed'), await job('cancelled')];
  const young = newJobId();
  for (const id of [...open, ...ended, young]) await put(uploadKey(id));
  const [one, other] = [sweeper(), sweeper()];
  await Promise.all([one.sweep(), other.sweep()]);
  t.same(await left(), [...open, young].map(uploadKey).sort());
  // The one that comes first sees all of them.
  const [first] = [one.use, other.use].sort((a, b) => b.uploads - a.uploads);
  t.same(first, { uploads: 6, uploadBytes: 6, rejectFiles: 0 });
  await delay(20);
  await sweeper({ deadAfterMs: 10 }).sweep();
  t.same(await left(), open.map(uploadKey).sort());
});

t.test('rejected rows go with their jobs', async (t) => {
  const { sweeper, put, job, left } = await arrange(t);
  const kept = await job('completed');
  for (const id of [kept, newJobId()]) await put(rejectsKey(id));
  await put(rejectsKey(kept, 'skipped'));
  const sweeping = sweeper();
  await sweeping.sweep();
  t.same(await left(), [rejectsKey(kept), rejectsKey(kept, 'skipped')]);
  t.equal(sweeping.use.rejectFiles, 2);
  await sql`DELETE FROM jobs WHERE id = ${kept}`;
  await sweeping.sweep();
  t.same(await left(), [rejectsKey(kept), rejectsKey(kept, 'skipped')], 'looked at once an hour');
  await sweeper().sweep();
  t.same(await left(), []);
});

t.test('uploads and rejected rows of another installation stay', async (t) => {
  const { store, sweeper, put, left } = await arrange(t);
  const theirs = [rejectsKey(newJobId()), uploadKey(newJobId())];
  for (const key of theirs) await put(key, store);
  for (const key of [rejectsKey(newJobId()), uploadKey(newJobId())]) await put(key);
  await delay(20);
  await sweeper({ deadAfterMs: 10 }).sweep();
  t.same(await left(), theirs);
});

t.test('a process without imports leaves the store to others', async (t) => {
  const { sweeper, put, job, left } = await arrange(t);
  const key = uploadKey(await job('completed'));
  await put(key);
  await sweeper({ sweepsStore: false }).sweep();
  t.same(await left(), [key]);
});
