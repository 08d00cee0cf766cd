import t from 'tap';
import { Progress } from '../../src/pack/progress.js';

t.test('the estimate follows the pace of the files that are there', async (t) => {
  const progress = new Progress([8, 2, 3, 3], 2, 0);
  t.same(
    progress.at(0),
    { share: 0, secondsLeft: 8 },
    'two threads share 16 s of work, half of which is one file',
  );
  t.same(progress.at(1000), { share: 0.125, secondsLeft: 7 }, 'the bar moves before a file is there');
  // Half as fast as on a free core.
  progress.end(1, 4000);
  t.same(progress.at(4000), { share: 0.25, secondsLeft: 12 });
  progress.end(2, 10_000);
  progress.end(0, 16_000);
  progress.end(3, 16_000);
  t.same(progress.at(16_000), { share: 1, secondsLeft: 0 });
});

t.test(
  'a file that takes longer than all before it leaves an estimate above zero, and the bar below its end',
  async (t) => {
    const progress = new Progress([1, 1], 1, 0);
    progress.end(0, 1000);
    const { share, secondsLeft } = progress.at(60_000);
    t.ok(share > 0.9 && share < 1);
    t.equal(secondsLeft, 2, 'the slow file counts');
  },
);
