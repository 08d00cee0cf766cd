import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';

import { upReading } from '../../src/blob/open-files.js';
import { readS3Address, type S3Address } from '../../src/blob/s3-address.js';
import { S3BlobStore, type S3Options } from '../../src/blob/s3-store.js';
import { type S3Fault, type S3Request, type S3Server, startS3 } from '../support/s3-server.js';
import { blobStoreContract } from './contract.js';

const MIB = 1 << 20;
const AWAY = /^the blob store failed: /;
const s3 = await startS3(t);
Object.assign(process.env, s3.env);

let stores = 0;
const newAddress = (server: S3Server): S3Address =>
  readS3Address(server.url.replace('a-prefix', `prefix-${++stores}`))!;

const openStore = async (t: Test, address = newAddress(s3), options: S3Options = {}) => {
  const store = await S3BlobStore.open(address, options);
  t.teardown(() => store.client.close());
  return store;
};

blobStoreContract(t, async (t) => {
  const address = newAddress(s3);
  return () => openStore(t, address);
});

/** A production-grade service to test against, with the credentials in the environment. */
const given = process.env.TEST_S3_URL;
t.test(
  'another service keeps the contract, too',
  { skip: given ? false : 'TEST_S3_URL is not given' },
  async (t) => {
    const address = readS3Address(given!)!;
    blobStoreContract(t, async (t) => {
      const fresh = { ...address, prefix: `${address.prefix}test-${process.pid}-${++stores}/` };
      return () => openStore(t, fresh);
    });
  },
);

async function* blocks(count: number, bytes: number): AsyncGenerator<Buffer> {
  for (let i = 0; i < count; i++) yield Buffer.alloc(bytes, i);
}

async function readAll(store: S3BlobStore, key: string, start = 0, end?: number): Promise<Buffer> {
  const blob = (await store.open(key))!;
  const bytes = await buffer(blob.read(start, end ?? blob.bytes));
  await blob.close();
  return bytes;
}

/** Applies each fault to one of the matching requests. */
function failing(t: Test, which: (request: S3Request) => boolean, faults: S3Fault[]): S3Fault[] {
  s3.fault = (request) => (which(request) ? (faults.shift() ?? null) : null);
  t.teardown(() => {
    s3.fault = () => null;
  });
  return faults;
}

const isPart = ({ method, query }: S3Request) => method === 'PUT' && query.has('partNumber');
const isGet = ({ method, query }: S3Request) => method === 'GET' && query.get('x-id') === 'GetObject';

t.test('a stream longer than a part is put in parts, and read back across their borders', async (t) => {
  const store = await openStore(t);
  const before = s3.requests.length;
  t.same(await store.put('uploads/large', blocks(20, MIB)), { bytes: 20 * MIB });
  t.equal(s3.requests.slice(before).filter(isPart).length, 3);
  const expected = Buffer.concat(Array.from({ length: 20 }, (_, i) => Buffer.alloc(MIB, i)));
  t.ok((await readAll(store, 'uploads/large')).equals(expected));
  const [from, to] = [8 * MIB - 3, 8 * MIB + 5];
  t.ok((await readAll(store, 'uploads/large', from, to)).equals(expected.subarray(from, to)));
  t.same(s3.uploads(), []);
});

t.test('uploads given up before, or within, their first part end no others', async (t) => {
  const store = await openStore(t);
  for (const mebibytes of [0, 1, 7, 9, 17]) {
    const givenUp = Array.from({ length: 5 }, (_, i) =>
      store.put(
        `uploads/given-up-${mebibytes}-${i}`,
        (async function* () {
          yield* blocks(mebibytes, MIB);
          throw new Error('the client has gone');
        })(),
      ),
    );
    for (const { status, ...outcome } of await Promise.allSettled(givenUp))
      t.match({ status, ...outcome }, { status: 'rejected', reason: { message: 'the client has gone' } });
    t.match(store.turns, { limit: 4, running: 0, waiting: 0, overdue: 0 }, `behind ${mebibytes} MiB`);
  }
  t.same(await store.put('uploads/next', blocks(17, MIB)), { bytes: 17 * MIB });
});

t.test('stores of one bucket lie beside each other, and other objects beside them', async (t) => {
  const [one, other] = [await openStore(t), await openStore(t)];
  await one.put('images/a', blocks(1, 1));
  await other.put('images/b', blocks(1, 1));
  const keys = async (store: S3BlobStore) => {
    const found: string[] = [];
    for await (const { key } of store.list('images')) found.push(key);
    return found;
  };
  t.same([await keys(one), await keys(other)], [['images/a'], ['images/b']]);
  t.ok((await s3.keys()).includes(`${one.address.prefix}identity`));
});

t.test('processes that start at once have one identity', async (t) => {
  const address = newAddress(s3);
  const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(t, address)));
  t.equal(new Set(stores.map(({ identity }) => identity)).size, 1);
});

t.test('a list is read page by page, and any number removed', async (t) => {
  const store = await openStore(t, newAddress(s3), { keysAtOnce: 3 });
  await Promise.all(Array.from({ length: 10 }, (_, i) => store.put(`errors/${i}.csv`, blocks(1, 3))));
  const keys: string[] = [];
  for await (const { key, bytes } of store.list('errors')) {
    keys.push(key);
    if (bytes !== 3) t.fail(key);
  }
  t.equal(new Set(keys).size, 10);
  await store.remove(keys);
  for await (const { key } of store.list('errors')) t.fail(`${key} is left`);
});

t.test('a put comes through refusals, cut connections and lost answers', async (t) => {
  const store = await openStore(t, newAddress(s3), { tryMs: 2000 });
  const faults = failing(t, isPart, [{ status: 503, code: 'SlowDown' }, { cut: 'before' }, { cut: 'after' }]);
  t.same(await store.put('uploads/a', blocks(17, MIB)), { bytes: 17 * MIB });
  t.same(faults, []);
  failing(t, ({ method, query }) => method === 'POST' && query.has('uploadId'), [{ cut: 'after' }]);
  t.same(await store.put('uploads/b', blocks(9, MIB)), { bytes: 9 * MIB }, 'completed, though not told so');
  for (const key of ['uploads/a', 'uploads/b']) t.equal((await readAll(store, key))[8 * MIB], 8, key);
});

t.test('a put that cannot come through fails in bounded time, and leaves nothing', async (t) => {
  const store = await openStore(t, newAddress(s3), { tryMs: 100 });
  const refused = failing(t, isPart, Array(9).fill({ status: 500 }));
  await t.rejects(store.put('uploads/a', blocks(9, MIB)), AWAY);
  t.equal(refused.length, 1, 'after four tries of both parts');
  t.same(s3.uploads(), []);
  failing(t, ({ method }) => method === 'PUT', Array(9).fill({ delayMs: Number.POSITIVE_INFINITY }));
  await t.rejects(store.put('uploads/a', blocks(1, 10)), AWAY);
  s3.fault = () => null;
  t.equal(await store.open('uploads/a'), null);
});

t.test('a download goes on where its connection was cut', async (t) => {
  const store = await openStore(t);
  await store.put('uploads/a', blocks(12, MIB));
  const faults = failing(t, isGet, [
    { cut: 'within' },
    { status: 500 },
    { cut: 'within' },
    { cut: 'before' },
    { cut: 'within' },
  ]);
  const bytes = await readAll(store, 'uploads/a');
  t.same(faults, []);
  t.ok(bytes.equals(Buffer.concat(Array.from({ length: 12 }, (_, i) => Buffer.alloc(MIB, i)))));
});

t.test('a download that is silent, or whose blob is gone or another one, fails', async (t) => {
  const store = await openStore(t, newAddress(s3), { tryMs: 100, silenceMs: 100 });
  await store.put('uploads/a', blocks(2, MIB));
  const read = async (blob: Awaited<ReturnType<S3BlobStore['open']>>) => {
    for await (const _ of blob!.read(0, blob!.bytes));
  };
  const silent = (await store.open('uploads/a'))!;
  failing(t, isGet, Array(9).fill({ delayMs: Number.POSITIVE_INFINITY }));
  await t.rejects(read(silent), AWAY);
  s3.fault = () => null;
  await t.resolves(read(silent), 'and is read when it can be again');
  await store.put('uploads/a', blocks(2, MIB - 1));
  await t.rejects(read(silent), /PreconditionFailed/);
  await store.remove(['uploads/a']);
  await t.rejects(read(silent), /NoSuchKey/);
});

t.test('the number of parts in memory is bounded for all puts together', async (t) => {
  const store = await openStore(t);
  let sending = 0;
  let most = 0;
  s3.fault = (request) => {
    if (!isPart(request)) return null;
    most = Math.max(most, ++sending);
    // Long enough for all that are let in.
    void delay(500).then(() => sending--);
    return { delayMs: 500 };
  };
  t.teardown(() => {
    s3.fault = () => null;
  });
  await Promise.all(Array.from({ length: 3 }, (_, i) => store.put(`uploads/${i}`, blocks(9, MIB))));
  t.ok(most <= 4, `${most} at once`);
  t.ok(most >= 2, `${most} at once`);
});

t.test(
  'multipart uploads of processes that died are aborted, those under way and of others are not',
  async (t) => {
    const store = await openStore(t, newAddress(s3), { longestPutMs: 0 });
    const slow = await openStore(t);
    let go = (): void => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const putting = (to: S3BlobStore, key: string) =>
      to.put(
        key,
        (async function* () {
          yield* blocks(9, MIB);
          await held;
        })(),
      );
    const [dead, other] = [putting(store, 'uploads/dead'), putting(slow, 'uploads/other')];
    while (s3.uploads().length < 2) await delay(5);
    t.equal(await store.removeAbandoned(60_000), 0, 'not so soon');
    t.equal(await slow.removeAbandoned(0), 0, 'an upload may take an hour');
    t.equal(await store.removeAbandoned(0), 1);
    t.same(s3.uploads(), [`${slow.address.prefix}uploads/other`]);
    go();
    await t.rejects(dead, AWAY);
    t.same(await other, { bytes: 9 * MIB });
  },
);

t.test('a store that cannot be used is told when it is opened, in one line without secrets', async (t) => {
  const open = (change: Partial<S3Address>, options: S3Options = {}) =>
    S3BlobStore.open({ ...newAddress(s3), ...change }, { tryMs: 500, ...options });
  const where = `at ${s3.endpoint} in us-east-1`;
  await t.rejects(open({ bucket: 'missing' }), {
    message: `BLOB_URL: the bucket missing ${where} does not exist: cartload makes no buckets`,
  });
  failing(t, () => true, [{ status: 403, code: 'AccessDenied' }]);
  await t.rejects(open({}), {
    message: `BLOB_URL: the bucket cartload-test ${where} is forbidden: the credentials must allow s3:GetObject, PutObject, DeleteObject, AbortMultipartUpload, ListBucket and ListBucketMultipartUploads`,
  });
  failing(t, () => true, [
    { status: 301, code: 'PermanentRedirect', headers: { location: 'http://elsewhere' } },
  ]);
  await t.rejects(open({}), {
    message: `BLOB_URL: the bucket cartload-test ${where} is in another region: give region=`,
  });
  await t.rejects(open({ endpoint: 'http://127.0.0.1:1' }), {
    message:
      /^BLOB_URL: the bucket cartload-test at http:\/\/127.0.0.1:1 in us-east-1 cannot be used: .*ECONNREFUSED/,
  });
  process.env.AWS_ACCESS_KEY_ID = 'unknown';
  await t.rejects(open({}), {
    message: `BLOB_URL: the bucket cartload-test ${where} does not know the credentials: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or where else the AWS SDK finds them`,
  });
  process.env.AWS_ACCESS_KEY_ID = s3.env.AWS_ACCESS_KEY_ID;
});

t.test('a bucket is up while it answers in time', async (t) => {
  const store = await openStore(t);
  const isUp = () => upReading(store, { keepMs: -1, deadlineMs: 500 }).read();
  t.equal(await isUp(), 1);
  failing(t, () => true, [{ delayMs: Number.POSITIVE_INFINITY }]);
  t.equal(await isUp(), 0, 'silent');
  const refused = { ...store, open: () => Promise.reject(new Error('no')) };
  t.equal(await upReading(refused).read(), 0, 'refusing');
});
