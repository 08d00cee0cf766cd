import t from 'tap';
import { throttledReporter } from '../../src/nearby/throttled-reporter.js';

t.test('one of a thousand errors in a minute is told, and the next says how many there were', async (t) => {
  let nowMs = 0;
  const told: unknown[] = [];
  const onError = throttledReporter(
    60_000,
    (error, more) => told.push([error, more]),
    () => nowMs,
  );
  for (let i = 0; i < 1000; i++) onError(i);
  t.same(told, [[0, 0]]);
  nowMs = 60_000;
  onError('again');
  t.same(told[1], ['again', 999]);
});
