import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { LatencyProbe } from '../../../src/access/limits/latency-probe.js';

t.test('answers are timed, a failure is not, and a slow one is told while it lasts', async (t) => {
  const seen: number[] = [];
  let answer = (): void => {};
  let asked = 0;
  const probe = new LatencyProbe({
    ask: async () => {
      asked++;
      if (asked === 1) return;
      if (asked === 2) throw new Error('away');
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
    },
    observe: (latencyMs) => seen.push(latencyMs),
    intervalMs: 5,
  });
  probe.start();
  while (asked < 3) await delay(1);
  t.equal(seen.length, 1);
  while (seen.length < 3) await delay(1);
  t.equal(asked, 3, 'one at a time');
  t.ok(seen[2]! > seen[1]!, 'it takes longer and longer');
  probe.stop();
  answer();
  await delay(20);
  t.equal(asked, 3);
  t.equal(seen.length, 4);
});
