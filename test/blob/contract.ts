import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import type { Test } from 'tap';
import type { BlobStore } from '../../src/blob/blob-store.js';

/**
 * Tests that every blob store must pass. @param open returns a function that opens an empty store and, the
 * second time, one that reaches the same blobs
 */
export function blobStoreContract(t: Test, open: (t: Test) => Promise<() => Promise<BlobStore>>): void {
  const keysOf = async (store: BlobStore, folder: string): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of store.list(folder)) keys.push(key);
    return keys.sort();
  };
  const read = async (store: BlobStore, key: string, start = 0, end?: number): Promise<Buffer | null> => {
    const blob = await store.open(key);
    if (blob === null) return null;
    const bytes = await buffer(blob.read(start, end ?? blob.bytes));
    await blob.close();
    return bytes;
  };
  async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
    for (const text of texts) yield Buffer.from(text);
  }

  t.test('a put blob is there, also for others that reach the store', async (t) => {
    const again = await open(t);
    const store = await again();
    t.same(await store.put('images/a.png', pieces('one ', '', 'two')), { bytes: 7 });
    t.equal((await read(store, 'images/a.png'))?.toString(), 'one two');
    const other = await again();
    t.equal((await read(other, 'images/a.png'))?.toString(), 'one two');
    t.equal(other.identity, store.identity);
    t.not((await (await open(t))()).identity, store.identity, 'another store is another one');
  });

  t.test('a file is put as it is, and parts of what is large are read', async (t) => {
    const store = await (await open(t))();
    const bytes = Buffer.alloc(300_000, 'abcdefg');
    const file = join(t.testdir({}), 'file');
    await writeFile(file, bytes);
    t.same(await store.put('images/large.pdf', file), { bytes: bytes.length });
    t.ok((await read(store, 'images/large.pdf'))?.equals(bytes));
    t.ok((await read(store, 'images/large.pdf', 131_071, 262_145))?.equals(bytes.subarray(131_071, 262_145)));
    t.equal((await read(store, 'images/large.pdf', 5, 5))?.length, 0);
    const blob = (await store.open('images/large.pdf'))!;
    t.equal(blob.bytes, bytes.length);
    await blob.close();
  });

  t.test('a blob that is closed during a read is read no further', async (t) => {
    const store = await (await open(t))();
    await store.put('images/a', pieces('x'.repeat(8_000_000)));
    const blob = (await store.open('images/a'))!;
    const chunks = blob.read(0, blob.bytes)[Symbol.asyncIterator]();
    for (let bytes = 0; bytes < 300_000; ) bytes += (await chunks.next()).value.length;
    await blob.close();
    await t.rejects(chunks.next());
  });

  t.test('nothing is nothing: empty blobs, keys that are not there', async (t) => {
    const store = await (await open(t))();
    await store.put('images/empty', pieces());
    t.equal((await read(store, 'images/empty'))?.length, 0);
    t.equal(await store.open('images/none'), null);
    t.same(await keysOf(store, 'none'), []);
    await store.remove(['images/none', 'none/none']);
  });

  t.test('a put that fails leaves what was there, or nothing', async (t) => {
    const store = await (await open(t))();
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(100_000, 'x');
      throw new Error('the source broke');
    }
    await t.rejects(store.put('images/a', broken()), { message: 'the source broke' });
    t.equal(await store.open('images/a'), null);
    await store.put('images/a', pieces('before'));
    await t.rejects(store.put('images/a', broken()));
    t.equal((await read(store, 'images/a'))?.toString(), 'before');
    await t.rejects(store.put('images/b', join(t.testdir({}), 'no such file')));
    t.same(await keysOf(store, 'images'), ['images/a']);
    t.equal(await store.removeAbandoned(0), 0, 'and nothing to be swept');
  });

  t.test('a put takes the place of an earlier one as a whole', async (t) => {
    const store = await (await open(t))();
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        store.put('images/a', pieces(`${i % 10}`.repeat(1000), `${i % 10}`.repeat(1000))),
      ),
    );
    t.match((await read(store, 'images/a'))?.toString(), /^(\d)\1{1999}$/);
  });

  t.test('a removed blob is gone, except for readers that have it open', async (t) => {
    const store = await (await open(t))();
    await store.put('images/a', pieces('here'));
    await store.put('images/b', pieces('stays'));
    const held = (await store.open('images/a'))!;
    await store.remove(['images/a']);
    t.equal(await store.open('images/a'), null);
    t.same(await keysOf(store, 'images'), ['images/b']);
    t.equal(await text(held.read(0, held.bytes)), 'here');
    await held.close();
  });

  t.test('a list has the blobs of its folder and when they were put', async (t) => {
    const store = await (await open(t))();
    const before = Date.now();
    for (const key of ['images/b', 'images/a', 'uploads/c']) await store.put(key, pieces('x'));
    t.same(await keysOf(store, 'images'), ['images/a', 'images/b']);
    for await (const { modifiedAtMs } of store.list('images'))
      t.ok(modifiedAtMs > before - 5000 && modifiedAtMs < Date.now() + 5000);
  });

  t.test('no key leads out of the store', async (t) => {
    const store = await (await open(t))();
    for (const key of [
      'a',
      '/a',
      'a/',
      '../a',
      'a/../b',
      'a/..',
      'a/.b',
      'a/b/c',
      'a/b\0',
      'A/b',
      'in-progress/a',
      'a/b c',
    ]) {
      await t.rejects(store.put(key, pieces('x')), /^not a key of a blob/, key);
      await t.rejects(store.open(key), /^not a key of a blob/, key);
      await t.rejects(store.remove([key]), /^not a key of a blob/, key);
    }
  });
}
