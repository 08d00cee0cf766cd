import t from 'tap';
import { SharedReads } from '../../src/tiles/shared-reads.js';

/** Reads that end when they are told to. */
function reads() {
  const ends: (() => void)[] = [];
  let value = 0;
  const read = async (): Promise<number> => {
    const seen = value;
    await new Promise<void>((resolve) => ends.push(resolve));
    return seen;
  };
  return { ends, read, change: () => ++value };
}

t.test('who asks during a read shares the next one, which begins after it', async (t) => {
  const shared = new SharedReads<number>();
  const { ends, read, change } = reads();
  const ask = (name = 'a') => shared.read(name, read);
  const first = ask();
  change();
  const later = [ask(), ask(), ask()];
  const other = ask('b');
  t.equal(ends.length, 2, 'one of each name at a time');
  ends[0]!();
  t.equal(await first, 0);
  ends[1]!();
  t.equal(await other, 1);
  t.equal(ends.length, 3);
  change();
  const last = ask();
  ends[2]!();
  t.same(await Promise.all(later), [1, 1, 1]);
  ends[3]!();
  t.equal(await last, 2);
});

t.test('a read that fails fails those who share it alone', async (t) => {
  const shared = new SharedReads<number>();
  const fail = async (): Promise<number> => {
    throw new Error('gone');
  };
  const first = shared.read('a', fail);
  const [second, third] = [shared.read('a', fail), shared.read('a', fail)];
  for (const each of [first, second, third]) await t.rejects(each, /gone/);
  t.equal(await shared.read('a', async () => 7), 7);
});
