import t from 'tap';
import { readShared, shareValue } from '../../../src/base/threads/shared-value.js';

/** Value as a task takes it to a thread. */
const sent = <T>(value: T): T => structuredClone(value);

t.test('a value is written once, and read once for each thread', async (t) => {
  const value = { names: ['a', 'é'], palette: new Set(['red']) };
  const shared = shareValue(value);
  t.equal(shareValue(value).bytes, shared.bytes);
  const first = readShared(sent(shared));
  t.same(first, value);
  t.equal(readShared(sent(shared)), first);
});

t.test('values do not meet, and a thread keeps those that it read last', async (t) => {
  const [first, ...others] = Array.from({ length: 5 }, (_, n) => shareValue({ n }));
  const read = readShared(sent(first!));
  for (const [i, other] of others.entries()) {
    t.same(readShared(sent(other)), { n: i + 1 });
    if (i < 3) t.equal(readShared(sent(first!)), read);
  }
  for (const other of others) readShared(sent(other));
  t.not(readShared(sent(first!)), read);
  t.same(readShared(sent(first!)), read);
});
