import t from 'tap';
import { BackOff, STEADY_MS } from '../../../src/base/processes/back-off.js';

t.test('each end at the start doubles the wait, up to ten seconds', async (t) => {
  const backOff = new BackOff();
  const waits = Array.from({ length: 9 }, () => backOff.afterEnd(0));
  t.same(waits, [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
});

t.test('a process that was ready for long is started again at once', async (t) => {
  const backOff = new BackOff();
  for (let i = 0; i < 9; i++) backOff.afterEnd(STEADY_MS - 1);
  t.equal(backOff.afterEnd(STEADY_MS), 100);
  t.equal(backOff.afterEnd(0), 200);
});
