import t from 'tap';
import { SpareMemory } from '../../../src/import/prepare/spare-memory.js';

t.test('memory that was given serves what fits into it, once', async (t) => {
  const spare = new SpareMemory();
  const first = spare.take(300_000);
  t.ok(first.length >= 300_000);
  spare.give(first.buffer);
  t.not(spare.take(first.length + 1).buffer, first.buffer);
  t.equal(spare.take(200_000).buffer, first.buffer);
  t.not(spare.take(200_000).buffer, first.buffer, 'it is taken');
});

t.test('the largest pieces are kept, of usual size', async (t) => {
  const spare = new SpareMemory();
  const pieces = [1, 2, 3, 4].map((n) => spare.take(n * 400_000));
  for (const { buffer } of pieces) spare.give(buffer);
  spare.give(new ArrayBuffer(0));
  t.equal(spare.take(1).buffer, pieces[1]!.buffer);
  const huge = spare.take(5 << 20);
  spare.give(huge.buffer);
  t.not(spare.take(5 << 20).buffer, huge.buffer);
});
