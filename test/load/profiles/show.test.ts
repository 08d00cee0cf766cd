import t from 'tap';
import { capacityTable } from '../../../load/profiles/capacity.js';
import { addRecord, emptyRecord, emptyRecords, note, recordOf } from '../../../load/profiles/records.js';
import { describeMachine, resultOf } from '../../../load/profiles/result.js';
import { showResult, showTrend } from '../../../load/profiles/show.js';
import { resultWith } from './result-with.js';

t.test('percentiles are those of all threads together, in milliseconds', (t) => {
  const [one, other] = [emptyRecords(), emptyRecords()];
  for (let ms = 1; ms <= 1000; ms++)
    note(recordOf((ms % 2 === 0 ? one : other).kinds, 'read'), { is: 'right', ms, status: 200 });
  note(recordOf(one.kinds, 'read'), { is: 'refused', code: 'RATE_LIMITED', status: 429 });
  addRecord(recordOf(one.kinds, 'read'), recordOf(other.kinds, 'read'));
  const { settings } = resultWith({ p99: 1 });
  const result = resultOf(
    'reads',
    settings,
    null,
    { records: one, seconds: 10, busy: 0.9, lanes: [] },
    describeMachine(),
  );
  const { latencyMs, ...counts } = result.kinds.read!;
  t.match(counts, {
    requests: 1001,
    right: 1000,
    refused: { RATE_LIMITED: 1 },
    statuses: { 200: 1000, 429: 1 },
  });
  const near = (value: number, expected: number) => t.ok(Math.abs(value / expected - 1) < 0.002, `${value}`);
  near(latencyMs!.p50, 500);
  near(latencyMs!.p99, 990);
  near(latencyMs!.max, 1000);
  t.equal(result.requestsPerSecond, 100.1);
  t.same(result.generator, { busy: 0.9, wasTheLimit: true });
  t.end();
});

t.test('a timed out answer counts as long as it was waited for', (t) => {
  const record = emptyRecord();
  note(record, { is: 'timeout', ms: 30_000 });
  note(record, { is: 'lost', why: 'first' });
  note(record, { is: 'wrong', why: 'second', status: 500 });
  t.match(record, { right: 0, timeouts: 1, lost: 1, wrong: 1, example: 'first', statuses: { 500: 1 } });
  t.ok(record.latency.max >= 29_900_000);
  t.equal(record.latency.count, 1);
  t.end();
});

t.test('the table tells refused requests from failed ones, and gives the first example of each kind', (t) => {
  const result = resultWith({ p99: 12.5, right: 1990, wrong: 6, timeouts: 4, refused: { RATE_LIMITED: 7 } });
  result.kinds = { 'GET map': { ...result.all, example: 'GET /maps/1: 500, oh' } };
  t.equal(
    showResult(result, {
      rows: 20,
      exactMaps: 1,
      unknownMaps: 0,
      inexact: ['map 7 has 3 rows instead of 4'],
    }),
    `reads: 2 connections, 1 threads, closed loop, 2.0 s
           requests     /s   p50   p90  p97.5   p99  p99.9  max ms  429  failed
  all         2,007  1,004  3.13  6.25   11.3  12.5   12.5    12.5    7      10
  GET map     2,007  1,004  3.13  6.25   11.3  12.5   12.5    12.5    7      10
  1,004 requests/s, 1.0 MB/s; statuses 200: 1,990
  20 rows on 1 maps are exactly those that were sent
  map 7 has 3 rows instead of 4
  refused with 429: 7 RATE_LIMITED
  failed: 4 timed out, 0 lost their connection, 6 were wrong
    first of GET map: GET /maps/1: 500, oh
  the generator was not the limit: its busiest thread was busy 25 % of the time
`,
  );
  t.end();
});

t.test('it says when the generator was the limit, the rate was not reached, the machine was busy', (t) => {
  const result = resultWith({ p99: null, right: 0 });
  result.generator = { busy: 0.93, wasTheLimit: true };
  result.pacedPerSecond = 50;
  result.machine.loadBefore = 3;
  const text = showResult(result, null);
  t.match(text, 'the generator was the limit: its busiest thread was busy 93 % of the time');
  t.match(text, 'the rate was not reached: 0 of 50 requests/s');
  t.match(text, 'the machine was busy before the run (3.0 on 2 cores)');
  t.end();
});

t.test('a soak ends with its slopes and its drift', (t) => {
  t.equal(
    showTrend({ rssMbAMinute: 0.5, rssMbAMinuteOfLastHalf: -0.02, p99Drift: null }),
    '  resident set after the warm-up: 0.50 MB a minute, over its last half -0.02 MB a minute; p99 of the last third to the first: not known\n',
  );
  t.end();
});

t.test('the capacity table is Markdown, with the machine before it', (t) => {
  const imports = resultWith({ p99: 40, right: 100 });
  imports.profile = 'imports';
  imports.spans = { 'import until completed': imports.all };
  imports.rowsPerSecond = 12_345;
  const reads = resultWith({ p99: 8, right: 1000, wrong: 1 });
  reads.kinds = { 'GET me': reads.all };
  reads.generator.wasTheLimit = true;
  t.equal(
    capacityTable([reads, imports]),
    `2 cores (Abacus), 8 GB, linux x64, Node v20.0.0; load generator (1 threads), database and service together, closed loop of 2 s each, 1 maps of 10 markers; load of the machine before 0.5:

| profile | connections | requests/s | p50 | p99 | p99.9 ms | of it | failed |
| --- | --- | --- | --- | --- | --- | --- | --- |
| \`reads\` (the generator was the limit) | 2 | 501 | 2.00 | 8.00 | 8.00 | GET me 2.00 / 8.00 ms | 1 |
| \`imports\` | 2 | 50 | 10.0 | 40.0 | 40.0 | 12,345 rows/s, an import 10.0 / 40.0 ms | 0 |
`,
  );
  t.end();
});
