import t from 'tap';
import { TREE_BYTES_PER_PIN, treeBytes } from '../../src/geo/nearby/flat-tree.js';
import { type PackedPins, packPins } from '../../src/geo/nearby/packed-pins.js';
import { type UnitedPins, unitePins } from '../../src/geo/nearby/united-pins.js';
import type { Tree } from '../../src/nearby/map-index.js';
import { Unions } from '../../src/nearby/unions.js';

const PINS = 10_000;
const treesOf = (count: number): Tree[] =>
  Array.from({ length: count }, (_, tree) => ({
    pins: packPins({
      ids: Float64Array.from({ length: PINS }, (_, i) => tree * PINS + i),
      lats: Float64Array.from({ length: PINS }, (_, i) => (i * 7919) % 90),
      lngs: Float64Array.from({ length: PINS }, (_, i) => (i * 104729) % 180),
      expiresAtMs: null,
      mapIds: null,
    }),
    texts: null,
    wantsTexts: false,
  }));

function newUnions(
  maxBytes: number,
  unite: (members: readonly PackedPins[]) => Promise<UnitedPins> = async (members) => unitePins(members),
) {
  const asked: number[] = [];
  const errors: unknown[] = [];
  const unions = new Unions({
    pool: {
      unite: (_accountId, members) => {
        asked.push(members.length);
        return unite(members);
      },
    },
    maxBytes,
    onError: (error) => errors.push(error),
  });
  return { unions, asked, errors };
}
const built = (): Promise<void> => new Promise(setImmediate);

t.test('few trees are searched one by one, more are united once', async (t) => {
  const { unions, asked } = newUnions(1e9);
  const trees = treesOf(5);
  t.equal(unions.use(1, trees.slice(0, 3)), null);
  t.equal(unions.use(1, trees), null, 'it is being built');
  t.equal(unions.use(1, trees), null);
  await built();
  const union = unions.use(1, trees)!;
  t.same([...union.treeOf], [0, 1, 2, 3, 4]);
  t.equal(union.pins.tree.count, 5 * PINS);
  t.equal(unions.use(2, trees.slice(0, 3)), null, 'another account has none of it');
  t.same(asked, [5]);
});

t.test('trees that went are masked, those that came are searched beside it', async (t) => {
  const { unions, asked } = newUnions(1e9);
  const trees = treesOf(7);
  unions.use(1, trees.slice(0, 6));
  await built();
  const union = unions.use(1, [trees[6]!, trees[5]!, trees[2]!, trees[1]!, trees[0]!])!;
  t.same([...union.treeOf], [4, 3, 2, -1, -1, 1]);
  t.equal(unions.use(1, [trees[0]!, trees[1]!]), null, 'two of six are faster one by one');
  t.same(asked, [6], 'no more often than once in a second');
});

t.test('a union takes no more room than there is, and not that of one in use', async (t) => {
  const room = 4 * PINS * TREE_BYTES_PER_PIN + 5000;
  const { unions, asked } = newUnions(room);
  const trees = treesOf(5);
  unions.use(1, trees);
  await built();
  t.equal(unions.use(1, trees), null, 'five trees are too many');
  unions.use(1, trees.slice(0, 4));
  await built();
  t.ok(unions.use(1, trees.slice(0, 4)));
  unions.use(2, trees.slice(0, 4));
  await built();
  t.equal(unions.use(2, trees.slice(0, 4)), null);
  t.same(asked, [4]);
  const united = unions.use(1, trees.slice(0, 4))!.pins;
  const bytes = treeBytes(united.tree);
  t.ok(bytes <= united.tree.count * TREE_BYTES_PER_PIN, `${bytes}`);
});

t.test('a build that fails is told, and is not begun again at once', async (t) => {
  const { unions, asked, errors } = newUnions(1e9, () => Promise.reject(new Error('no memory')));
  const trees = treesOf(4);
  for (let i = 0; i < 3; i++) {
    t.equal(unions.use(1, trees), null);
    await built();
  }
  t.same(asked, [4]);
  t.match(errors, [{ message: 'no memory' }]);
});

t.test('after it is closed nothing is built and no failure told', async (t) => {
  let fail: (error: Error) => void = () => {};
  const { unions, asked, errors } = newUnions(
    1e9,
    () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  );
  const trees = treesOf(4);
  unions.use(1, trees);
  unions.close();
  fail(new Error('the pool is closed'));
  await built();
  t.equal(unions.use(1, trees), null);
  t.same([asked, errors], [[4], []]);
});
