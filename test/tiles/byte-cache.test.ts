import t from 'tap';
import { ByteCache } from '../../src/tiles/byte-cache.js';

t.test('values are kept within the bound, those that were used last', async (t) => {
  const cache = new ByteCache<string>(10);
  cache.set('a', 'A', 4);
  cache.set('b', 'B', 4);
  t.equal(cache.use('a'), 'A');
  cache.set('c', 'C', 4);
  t.same(
    ['a', 'b', 'c'].map((name) => cache.use(name)),
    ['A', undefined, 'C'],
  );
  cache.set('a', 'A2', 6);
  t.same([cache.use('a'), cache.bytes], ['A2', 10]);
  cache.set('d', 'D', 11);
  t.same(
    [cache.use('d'), cache.use('c'), cache.bytes],
    [undefined, 'C', 10],
    'what alone is too large is not kept',
  );
});
