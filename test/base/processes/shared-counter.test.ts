import t from 'tap';
import { memoryCounter } from '../../../src/base/processes/counter.js';
import { countAll, SharedCounter } from '../../../src/base/processes/shared-counter.js';

t.test('what is counted in one turn is asked for together, and each gets its own count', async (t) => {
  const counter = memoryCounter();
  const asked: string[][] = [];
  const shared = new SharedCounter((subjects) => {
    asked.push([...subjects]);
    return countAll(counter, subjects);
  });
  const counted = await Promise.all(['a', 'b', 'a', 'a'].map((subject) => shared.consume(subject)));
  t.same(
    counted.map(({ consumedPoints }) => consumedPoints),
    [1, 1, 2, 3],
  );
  t.same(asked, [['a', 'b', 'a', 'a']]);
  t.ok(counted.every(({ msBeforeNext }) => msBeforeNext > 0 && msBeforeNext <= 60_000));
  t.equal((await shared.consume('a')).consumedPoints, 4);
});

t.test('several processes count together', async (t) => {
  const counter = memoryCounter();
  const [one, other] = [0, 1].map(() => new SharedCounter((subjects) => countAll(counter, subjects)));
  const counted = await Promise.all(
    Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? one! : other!).consume('a')),
  );
  t.same(
    counted.map(({ consumedPoints }) => consumedPoints).sort((a, b) => a - b),
    Array.from({ length: 100 }, (_, i) => i + 1),
  );
});

t.test(
  'while the supervisor does not answer, a process counts for itself: never an error, never unlimited',
  async (t) => {
    const shared = new SharedCounter(async () => {
      throw new Error('no answer');
    });
    for (const count of [1, 2, 3]) t.equal((await shared.consume('a')).consumedPoints, count);
  },
);
