import t from 'tap';
import { WaitingLines } from '../../../src/base/threads/waiting-lines.js';

const anyone = () => true;
const waiter = (name: string, accountId: number, prompt = false) => ({
  ...{ name, accountId, prompt },
  hasBegun: false,
  sinceMs: 0,
});
type Named = ReturnType<typeof waiter>;

const linesOf = (...waiters: readonly Named[]): WaitingLines<Named> => {
  const lines = new WaitingLines<Named>();
  for (const each of waiters) lines.add(each);
  return lines;
};

/** All that wait, in the order of their turns. */
function drain(lines: WaitingLines<Named>): string[] {
  const order: string[] = [];
  for (let next = lines.take(anyone, false); next; next = lines.take(anyone, false)) order.push(next.name);
  t.same([lines.length, lines.sinceMs], [0, Number.POSITIVE_INFINITY]);
  return order;
}

t.test('accounts take turns, each in its own order', async (t) => {
  const a = ['a1', 'a2', 'a3', 'a4'].map((name) => waiter(name, 1));
  const b = ['b1', 'b2'].map((name) => waiter(name, 2));
  t.same(drain(linesOf(...a, ...b, waiter('c1', 3))), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

t.test('an account that comes back waits for the others first', async (t) => {
  const lines = linesOf(waiter('a1', 1), waiter('b1', 2));
  t.match(lines.take(anyone, false), { name: 'a1' });
  lines.add(waiter('a2', 1));
  t.same(drain(lines), ['b1', 'a2']);
});

t.test('prompt ones go first, but for every fourth turn', async (t) => {
  const lines = linesOf(...[1, 2].map(() => waiter('other', 1)));
  for (let i = 0; i < 8; i++) lines.add(waiter('prompt', 2, true));
  const [p, o] = ['prompt', 'other'];
  t.same(drain(lines), [p, p, p, o, p, p, p, o, p, p]);
});

t.test('those who may not go stay in line', async (t) => {
  const lines = linesOf(waiter('other', 1));
  const promptAlone = ({ prompt }: { prompt: boolean }) => prompt;
  t.equal(lines.take(promptAlone, false), null);
  lines.add(waiter('prompt', 1, true));
  t.equal(lines.lengthOf(1), 2);
  t.match(lines.take(promptAlone, false), { name: 'prompt' });
  t.equal(lines.take(promptAlone, false), null);
  t.same(drain(lines), ['other']);
});
