import t from 'tap';
import { checkComparable, failedGates } from '../../../load/profiles/gates.js';
import { resultWith } from './result-with.js';

const trend = { rssMbAMinute: 2.5, rssMbAMinuteOfLastHalf: 0.1, p99Drift: 1 };

t.test('a run that keeps all thresholds fails none', (t) => {
  const result = resultWith({ p99: 10, right: 100 });
  const gates = { maxP99Ms: 10, maxErrorRate: 0, maxRefusedRate: 0, maxRssSlope: 2.5 };
  t.same(failedGates(gates, result, null, trend), []);
  t.end();
});

t.test('each threshold that is not kept has a line with both figures', (t) => {
  const result = resultWith({
    p99: 30,
    right: 90,
    wrong: 5,
    lost: 3,
    timeouts: 1,
    refused: { RATE_LIMITED: 1 },
  });
  const gates = { maxP99Ms: 29.5, maxErrorRate: 0.08, maxRefusedRate: 0, maxRssSlope: 1 };
  t.same(failedGates(gates, result, null, trend), [
    'p99 is 30 ms, more than 29.5 ms',
    'the rate of errors is 0.09, more than 0.08',
    'the rate of refused requests is 0.01, more than 0',
    'the slope of the resident set is 2.5 MB a minute, more than 1 MB a minute',
  ]);
  t.end();
});

t.test('ratios are taken of all, and of the kinds that have enough answers', (t) => {
  const before = resultWith({ p99: 10, right: 5000 });
  const now = resultWith({ p99: 16, right: 5000 });
  before.kinds = { often: { ...before.all }, seldom: { ...before.all, right: 999 } };
  now.kinds = { often: { ...now.all }, seldom: { ...now.all }, fresh: { ...now.all } };
  before.requestsPerSecond = 100;
  now.requestsPerSecond = 80;
  before.rowsPerSecond = 1000;
  now.rowsPerSecond = 700;
  t.same(failedGates({ maxP99Ratio: 1.5, minRpsRatio: 0.9, minRowsRatio: 0.7 }, now, before, null), [
    'p99 to the baseline is 1.6, more than 1.5',
    'p99 of often to the baseline is 1.6, more than 1.5',
    'requests/s to the baseline is 0.8, less than 0.9',
  ]);
  t.end();
});

t.test('a run without a correct answer misses every threshold', (t) => {
  const result = resultWith({ p99: null, right: 0, refused: { QUOTA_EXCEEDED: 10 } });
  t.same(failedGates({ maxErrorRate: 0, maxP99Ms: 10 }, result, null, null), [
    'no request was answered as it should be',
    'p99 is not known',
  ]);
  t.end();
});

t.test('a slope that could not be measured is not kept', (t) => {
  const unknown = { rssMbAMinute: null, rssMbAMinuteOfLastHalf: null, p99Drift: null };
  t.same(failedGates({ maxRssSlope: 1 }, resultWith({ p99: 1, right: 1 }), null, unknown), [
    'the slope of the resident set is not known',
  ]);
  t.end();
});

t.test('a baseline of another profile, or of other settings, is refused', (t) => {
  const baseline = resultWith({ p99: 10, right: 1 });
  const { settings } = baseline;
  t.doesNotThrow(() => checkComparable('reads', { ...settings }, baseline));
  t.throws(() => checkComparable('writes', settings, baseline), {
    message: 'the baseline is of reads, this run is of writes',
  });
  t.throws(() => checkComparable('reads', { ...settings, connections: 9 }, baseline), {
    message: 'the baseline was measured with connections 2, this run has 9: they cannot be compared',
  });
  t.end();
});
