import t from 'tap';
import { ChunkMemory } from '../../src/base/chunk-memory.js';

const chunkOf = (length: number, byte: number) => Buffer.alloc(length, byte);

t.test('a copy has memory of its own until it is given back', async (t) => {
  const memory = new ChunkMemory();
  const first = memory.copyOf(chunkOf(20_000, 1));
  const second = memory.copyOf(chunkOf(20_000, 2));
  t.same(first, chunkOf(20_000, 1));
  t.same(second, chunkOf(20_000, 2));
  memory.giveBack(first);
  memory.giveBack(first);
  const third = memory.copyOf(chunkOf(30_000, 3));
  t.same(third, chunkOf(30_000, 3));
  t.equal(third.buffer, first.buffer);
  t.not(memory.copyOf(chunkOf(20_000, 4)).buffer, first.buffer, 'given back once');
});

t.test('a part of a copy is not used again: another part may be read still', async (t) => {
  const memory = new ChunkMemory();
  const copy = memory.copyOf(chunkOf(20_000, 1));
  memory.giveBack(copy.subarray(0, 10_000));
  memory.copyOf(chunkOf(20_000, 2));
  t.same(copy, chunkOf(20_000, 1));
});

t.test('no more than a few MB wait for later chunks', async (t) => {
  const memory = new ChunkMemory();
  const copies = Array.from({ length: 9 }, (_, i) => memory.copyOf(chunkOf(500_000, i)));
  for (const copy of copies) memory.giveBack(copy);
  const again = copies.map(() => memory.copyOf(chunkOf(500_000, 9)));
  const used = new Set(copies.map(({ buffer }) => buffer));
  t.equal(again.filter(({ buffer }) => used.has(buffer)).length, 8);
  for (const length of [0, 1, 100, 600_000]) t.same(memory.copyOf(chunkOf(length, 7)), chunkOf(length, 7));
});
