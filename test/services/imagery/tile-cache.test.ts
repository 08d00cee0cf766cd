import { readdirSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { TileCache } from '../../../src/services/imagery/tile-cache.js';

const TEMPLATE = 'https://tiles.example.com/{z}/{x}/{y}';

t.test('tiles, and that there is none, are kept', async (t) => {
  const cache = new TileCache(join(t.testdir(), 'tiles'), TEMPLATE);
  t.equal(await cache.read(3, 1, 2), undefined);
  await cache.write(3, 1, 2, Buffer.from('tile'));
  await cache.write(3, 1, 3, null);
  t.same(await cache.read(3, 1, 2), Buffer.from('tile'));
  t.equal(await cache.read(3, 1, 3), null);
  await cache.forget(3, 1, 2);
  t.equal(await cache.read(3, 1, 2), undefined);
});

t.test('that there is none is believed for a day', async (t) => {
  const directory = t.testdir();
  const cache = new TileCache(directory, TEMPLATE);
  await cache.write(3, 1, 3, null);
  const [file] = readdirSync(directory);
  await utimes(join(directory, file!), 0, (Date.now() - 90_000_000) / 1000);
  t.equal(await cache.read(3, 1, 3), undefined);
});

t.test('the oldest tiles go above the bound, whichever process wrote them', async (t) => {
  const directory = t.testdir();
  const others = new TileCache(directory, 'https://other.example.com/{z}/{x}/{y}');
  await others.write(9, 0, 0, Buffer.alloc(10_000));
  const [oldest] = readdirSync(directory);
  await utimes(join(directory, oldest!), 0, (Date.now() - 60_000) / 1000);
  const cache = new TileCache(directory, TEMPLATE, { maxBytes: 50_000 });
  for (let x = 0; x < 4; x++) await cache.write(9, x, 0, Buffer.alloc(10_000));
  await cache.trim();
  t.equal(readdirSync(directory).length, 5);
  const more = new TileCache(directory, TEMPLATE, { maxBytes: 40_000 });
  await more.trim();
  t.notOk(readdirSync(directory).includes(oldest!));
  t.equal(readdirSync(directory).length, 4);
});

t.test('a directory that cannot be written to is no obstacle', async (t) => {
  const cache = new TileCache(join(t.testdir({ file: '' }), 'file', 'tiles'), TEMPLATE);
  await cache.write(3, 1, 2, Buffer.from('tile'));
  t.equal(await cache.read(3, 1, 2), undefined);
  await cache.trim();
});
