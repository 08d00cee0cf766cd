import t from 'tap';
import { type Look, trendOf } from '../../../load/profiles/soak-trend.js';

const every = (minutes: number, look: (minute: number) => Omit<Look, 'minutes'>): Look[] =>
  Array.from({ length: minutes }, (_, i) => ({ minutes: i + 1, ...look(i + 1) }));

t.test('the slope is that of what follows the warm-up', (t) => {
  // 100 MB in the first ten minutes, then 2 MB a minute.
  const looks = every(60, (minute) => ({ rssMb: minute <= 10 ? 10 * minute : 100 + 2 * minute, p99Ms: 5 }));
  const { rssMbAMinute, rssMbAMinuteOfLastHalf, p99Drift } = trendOf(looks);
  t.equal(rssMbAMinute!.toFixed(6), '2.000000');
  t.equal(rssMbAMinuteOfLastHalf!.toFixed(6), '2.000000');
  t.equal(p99Drift, 1);
  t.end();
});

t.test('a growth that levels is seen in the last half', (t) => {
  const looks = every(60, (minute) => ({ rssMb: 100 + Math.min(minute, 30), p99Ms: null }));
  const { rssMbAMinute, rssMbAMinuteOfLastHalf, p99Drift } = trendOf(looks);
  t.ok(rssMbAMinute! > 0.2);
  t.equal(rssMbAMinuteOfLastHalf!.toFixed(6), '0.000000');
  t.equal(p99Drift, null);
  t.end();
});

t.test('a p99 that grows is seen as the last third to the first', (t) => {
  const looks = every(40, (minute) => ({ rssMb: null, p99Ms: minute <= 20 ? 10 : 30 }));
  t.match(trendOf(looks), { rssMbAMinute: null, p99Drift: 3 });
  t.end();
});

t.test('a run without an observation has no trend', (t) => {
  t.same(trendOf([]), { rssMbAMinute: null, rssMbAMinuteOfLastHalf: null, p99Drift: null });
  t.end();
});
