import t from 'tap';
import { Recent } from '../../src/nearby/recent.js';

const LONG_MS = 31_000;

function newRecent(maxBytes: number) {
  let nowMs = 0;
  const recent = new Recent<{ name: string }>(maxBytes, () => nowMs);
  const add = (key: number, bytes: number): void => recent.set(key, { name: `v${key}` }, bytes);
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { recent, add, pass };
}

t.test('the least recently used values make room, and no more than is needed', async (t) => {
  const { recent, add, pass } = newRecent(100);
  add(1, 40);
  add(2, 30);
  add(3, 30);
  pass(LONG_MS);
  t.equal(recent.use(1)?.name, 'v1');
  t.same(
    recent.makeRoom(40)?.map(({ name }) => name),
    ['v2', 'v3'],
  );
  t.same([recent.peek(1)?.name, recent.peek(2), recent.freeBytes], ['v1', undefined, 60]);
});

t.test(
  'values used within half a minute stay, and so do all others where that would not be enough',
  async (t) => {
    const { recent, add, pass } = newRecent(100);
    add(1, 40);
    pass(LONG_MS);
    add(2, 60);
    t.equal(recent.makeRoom(41), null);
    t.equal(recent.peek(1)?.name, 'v1');
    t.equal(recent.makeRoom(40)?.length, 1);
    t.equal(recent.makeRoom(101), null, 'more than the bound');
  },
);

t.test('a successor has the room of what it takes the place of, which stays until then', async (t) => {
  const { recent, add, pass } = newRecent(100);
  add(1, 60);
  add(2, 40);
  pass(LONG_MS);
  t.same(recent.makeRoom(60, 1), []);
  t.same(
    recent.makeRoom(80, 1)?.map(({ name }) => name),
    ['v2'],
  );
  t.equal(recent.peek(1)?.name, 'v1');
});

t.test('a value that grew beyond the bound leaves no room', async (t) => {
  const { recent } = newRecent(100);
  const growing = { name: 'v1' };
  recent.set(1, growing, 10);
  t.equal(recent.freeBytes, 90);
  recent.resize(1, 150);
  t.same([recent.freeBytes, recent.makeRoom(1)], [0, null]);
  t.equal(recent.delete(1), growing);
  t.same([recent.use(1), recent.delete(1), recent.freeBytes], [undefined, undefined, 100]);
});

t.test('clear hands back all there was', async (t) => {
  const { recent, add } = newRecent(100);
  add(1, 1);
  add(2, 1);
  t.same(
    recent.clear().map(({ name }) => name),
    ['v1', 'v2'],
  );
  t.same(recent.clear(), []);
});

t.test('neither what is free nor room that is not there is looked for among all entries', async (t) => {
  const { recent, add, pass } = newRecent(10_000);
  for (let key = 0; key < 10_000; key++) add(key, 1);
  pass(LONG_MS);
  recent.use(0);
  let steps = 0;
  const next = Object.getPrototypeOf(new Map().entries()).next;
  const iterators = Object.getPrototypeOf(new Map().entries());
  iterators.next = function (...args: unknown[]) {
    steps++;
    return next.apply(this, args);
  };
  t.teardown(() => {
    iterators.next = next;
  });
  for (let i = 0; i < 1000; i++) t.equal(recent.freeBytes, 0) && recent.makeRoom(10_001);
  t.equal(steps, 0);
  for (let i = 0; i < 1000; i++) recent.makeRoom(10_000);
  iterators.next = next;
  t.ok(steps <= 10_001, `${steps} entries were looked at by 1,000 requests`);
});
