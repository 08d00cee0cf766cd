import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { JobPostponed } from '../../../src/background/jobs/runner.js';
import { type BlobStore, BlobStoreAway } from '../../../src/blob/blob-store.js';
import { FileBlobStore } from '../../../src/blob/file-store.js';
import { BlobSpool } from '../../../src/import/spool/blob-spool.js';
import { LocalFiles } from '../../../src/import/spool/local-files.js';

const STEP = 100;
const never = new AbortController().signal;

/** Two machines, and what is on each and in the store. */
async function arrange(t: Test) {
  const root = t.testdir({});
  const store = await FileBlobStore.open(join(root, 'blobs'));
  const puts: { key: string; bytes: number }[] = [];
  /** Holds up each chunk of a put. */
  let gate: () => Promise<void> = async () => {};
  const blobs: BlobStore = {
    identity: store.identity,
    stepBytes: STEP,
    put: (key, content) => {
      const put = { key, bytes: 0 };
      puts.push(put);
      if (typeof content === 'string') return store.put(key, content);
      return store.put(
        key,
        (async function* () {
          for await (const chunk of content) {
            await gate();
            put.bytes += chunk.length;
            yield chunk;
          }
        })(),
      );
    },
    open: (key) => store.open(key),
    remove: (keys) => store.remove(keys),
    list: (folder) => store.list(folder),
    removeAbandoned: (olderThanMs) => store.removeAbandoned(olderThanMs),
  };
  const machine = async (name: string, imports = true) => {
    const directory = join(root, name);
    await mkdir(directory);
    return Object.assign(new BlobSpool(blobs, new LocalFiles(directory, imports)), {
      left: () => readdir(directory),
    });
  };
  const kept = async (folder: string) => {
    const keys: string[] = [];
    for await (const { key } of store.list(folder)) keys.push(key);
    return keys.sort();
  };
  return {
    root,
    blobs,
    puts,
    machine,
    kept,
    setGate: (next: typeof gate) => {
      gate = next;
    },
  };
}

const bytesOf = (count: number): Buffer => Buffer.from(Array.from({ length: count }, (_, i) => i % 251));

t.test('what one machine took, another has as a file for as long as it needs it', async (t) => {
  const { machine, kept } = await arrange(t);
  const [taking, importing] = [await machine('a', false), await machine('b')];
  for (const [id, length] of [
    ['small', STEP - 1],
    ['large', STEP * 7 + 3],
    ['empty', 0],
  ] as const) {
    const bytes = bytesOf(length);
    const incoming = await taking.receive(id);
    for (let from = 0; from < length; from += 33) await incoming.write(bytes.subarray(from, from + 33));
    t.ok((await readFile(incoming.path)).equals(bytes), 'threads can read it here');
    if (length > 10) t.ok((await incoming.read(5, 10)).equals(bytes.subarray(5, 10)));
    await incoming.commit();
    t.same(await kept('uploads'), [`uploads/${id}`], 'it is durable');
    t.same(await taking.left(), []);
    await incoming.release();
    const fetched = await importing.bring(id, never);
    t.ok((await readFile(fetched.path)).equals(bytes), id);
    await fetched.assertReadable();
    await fetched.release();
    t.same(await importing.left(), []);
    await importing.removeUpload(id);
    t.same(await kept('uploads'), []);
  }
});

t.test('an upload goes to the store while it comes in, step by step', async (t) => {
  const { machine, puts } = await arrange(t);
  const incoming = await (await machine('a')).receive('j');
  await incoming.write(bytesOf(STEP - 1));
  await delay(5);
  t.same(puts, [], 'not for less than a step');
  await incoming.write(bytesOf(STEP - 1));
  while (puts[0]?.bytes !== STEP) await delay(1);
  await delay(5);
  t.same(puts, [{ key: 'uploads/j', bytes: STEP }], 'whole steps alone');
  await incoming.commit();
  t.equal(puts[0]!.bytes, 2 * STEP - 2);
  await incoming.release();
});

t.test('a client that is faster than the store waits for it', async (t) => {
  const { machine, setGate } = await arrange(t);
  let open = (): void => {};
  const closed = new Promise<void>((resolve) => {
    open = resolve;
  });
  setGate(() => closed);
  const incoming = await (await machine('a')).receive('j');
  let written = 0;
  const writing = (async () => {
    for (; written < 10; written++) await incoming.write(bytesOf(STEP));
  })();
  await delay(30);
  t.ok(written < 8, `${written} steps`);
  open();
  await writing;
  await incoming.commit();
  await incoming.release();
});

t.test('what is not wanted leaves nothing, whenever that is known', async (t) => {
  const { machine, kept, puts } = await arrange(t);
  const spool = await machine('a');
  const discarded = async (bytes: number, commit = false) => {
    const incoming = await spool.receive('j');
    await incoming.write(bytesOf(bytes));
    if (commit) await incoming.commit();
    await incoming.discard();
    await incoming.release();
  };
  await discarded(10);
  t.same(puts, [], 'the store has not been asked for what is short');
  await discarded(STEP);
  await discarded(5 * STEP + 1);
  await discarded(10, true);
  t.same([await kept('uploads'), await spool.left()], [[], []]);
});

t.test('a store that is away fails the upload, and leaves nothing on the machine', async (t) => {
  const { machine, setGate } = await arrange(t);
  setGate(async () => {
    throw new BlobStoreAway('away');
  });
  const spool = await machine('a');
  for (const steps of [0.5, 9]) {
    const incoming = await spool.receive('j');
    const receiving = (async () => {
      for (let i = 0; i < steps; i++) await incoming.write(bytesOf(Math.min(steps, 1) * STEP));
      await incoming.commit();
    })();
    await t.rejects(receiving, { message: 'away' });
    await incoming.discard();
    await incoming.release();
    t.same(await spool.left(), []);
  }
});

t.test('the process that took an upload does not fetch it, unless the import is late', async (t) => {
  const { machine, blobs } = await arrange(t);
  const spool = await machine('a');
  const take = async (id: string) => {
    const incoming = await spool.receive(id);
    await incoming.write(bytesOf(10));
    await incoming.commit();
    await incoming.release();
  };
  await take('j');
  const open = blobs.open;
  blobs.open = async () => t.fail('it is fetched') as never;
  const fetched = await spool.bring('j', never);
  t.ok((await readFile(fetched.path)).equals(bytesOf(10)));
  await fetched.release();
  blobs.open = open;
  for (let i = 0; i < 20; i++) await take(`j${i}`);
  t.equal((await spool.left()).length, 8);
  const first = await spool.bring('j0', never);
  t.ok((await readFile(first.path)).equals(bytesOf(10)), 'as good');
  await first.release();
});

t.test('an upload that is gone is told in words; one that cannot be had now is waited for', async (t) => {
  const { machine, blobs } = await arrange(t);
  const spool = await machine('a');
  await t.rejects(spool.bring('none', never), {
    message: 'the upload is not in the blob store any more; what was imported stays',
  });
  blobs.open = async () => {
    throw new BlobStoreAway('away');
  };
  const late: Error = await spool.bring('j', never).then(t.fail, (error) => error);
  t.ok(late instanceof JobPostponed);
  t.same(await spool.left(), []);
});

t.test('rejected rows are written by one machine and read by all', async (t) => {
  const { machine, kept } = await arrange(t);
  const [one, other] = [await machine('a'), await machine('b')];
  t.equal(await other.openRejects('j'), null);
  const discarded = await one.writeRejects('j');
  await discarded.write(Buffer.from('half'));
  await discarded.discard();
  t.equal(await other.openRejects('j'), null);
  const file = await one.writeRejects('j');
  await file.write(Buffer.from('name,error\n'));
  await file.write(Buffer.from('a,b\n'));
  await file.commit();
  const rows = (await other.openRejects('j'))!;
  t.equal(await text(rows.read(0, rows.bytes)), 'name,error\na,b\n');
  await rows.close();
  t.same([await kept('errors'), await one.left()], [['errors/j.csv'], []]);
});

t.test('files of processes that died go, those that are used stay', async (t) => {
  const { root, machine } = await arrange(t);
  const spool = await machine('a');
  await writeFile(join(root, 'a', 'j.dead'), 'half');
  const incoming = await spool.receive('j');
  await delay(30);
  t.equal(await spool.files.sweep(20), 1);
  t.equal((await spool.left()).length, 1);
  await incoming.discard();
  await incoming.release();
});
