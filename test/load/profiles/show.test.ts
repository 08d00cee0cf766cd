import t from 'tap';
import {
  addRecords,
  allOf,
  emptyRecords,
  note,
  recordOf,
  resultsOf,
} from '../../../load/profiles/records.js';
import type { Result } from '../../../load/profiles/run-profile.js';
import { shownUse } from '../../../load/profiles/saturation.js';
import { showResult } from '../../../load/profiles/show.js';

const USE: Result['use'] = {
  processor: 0.97,
  service: 0.5,
  postgresql: 0.31,
  generator: 0.15,
  disk: 0.12,
  generatorThread: 0.4,
};

t.test('percentiles are those of all threads together, in milliseconds', async (t) => {
  const [one, other] = [emptyRecords(), emptyRecords()];
  for (let ms = 1; ms <= 1000; ms++)
    note(recordOf((ms % 2 === 0 ? one : other).kinds, 'read'), { is: 'right', ms, status: 200 });
  note(recordOf(one.kinds, 'read'), { is: 'refused', code: 'RATE_LIMITED', status: 429 });
  addRecords(one, other);
  const { latencyMs, ...counts } = resultsOf(one.kinds).read!;
  const refused = { RATE_LIMITED: 1 };
  t.match(counts, { requests: 1001, right: 1000, refused, statuses: { 200: 1000, 429: 1 } });
  for (const [name, expected] of [
    ['p50', 500],
    ['p99', 990],
    ['max', 1000],
  ] as const)
    t.ok(Math.abs(latencyMs![name] / expected - 1) < 0.002, `${name}: ${latencyMs![name]}`);
});

t.test('a timed out answer counts as long as it was waited for', async (t) => {
  const records = emptyRecords();
  const record = recordOf(records.kinds, 'read');
  note(record, { is: 'timeout', ms: 30_000 });
  note(record, { is: 'lost', why: 'first' });
  note(record, { is: 'wrong', why: 'second', status: 500 });
  t.match(record, { right: 0, timeouts: 1, lost: 1, wrong: 1, example: 'first', statuses: { 500: 1 } });
  t.ok(record.latency.max >= 29_900_000);
  t.equal(allOf(records).requests, 3);
});

t.test(
  'the table tells refused requests from failed ones, a missed rate, and what was saturated',
  async (t) => {
    const records = emptyRecords();
    const record = recordOf(records.kinds, 'GET map');
    for (let i = 0; i < 20; i++) note(record, { is: 'right', ms: 12.5, status: 200 });
    note(record, { is: 'refused', code: 'RATE_LIMITED', status: 429 });
    note(record, { is: 'wrong', why: 'GET /maps/1: 500, oh', status: 500 });
    const text = showResult({
      profile: 'reads',
      connections: 2,
      workers: 1,
      rate: 50,
      seconds: 2,
      requestsPerSecond: 11,
      bytesPerSecond: 1024 ** 2,
      all: allOf(records),
      kinds: resultsOf(records.kinds),
      spans: {},
      importedRows: 0,
      use: USE,
    });
    t.match(text, /^reads: 2 connections, 1 threads, 50 requests\/s, 2\.0 s\n/);
    t.match(text, /\n {2}GET map +22 +11 +12\.5 .* 1 +1\n/);
    t.match(
      text,
      '1.0 MB/s; statuses 200: 20, 429: 1, 500: 1\n  refused with 429: 1 RATE_LIMITED\n  failed: 0 timed out',
    );
    t.match(
      text,
      '    first of GET map: GET /maps/1: 500, oh\n  the rate was not reached: 11 of 50 requests/s\n',
    );
    t.match(
      text,
      'service 50 %, PostgreSQL 31 %, generator 15 % (its busiest thread 40 %), others 1 %; disk 12 %\n  saturated: processor\n',
    );
  },
);

t.test('what is saturated is named, and so is what is not known', async (t) => {
  t.match(
    shownUse({ ...USE, disk: 0.95, generatorThread: 0.9 })[1],
    'saturated: processor and disk and generator; give it',
  );
  t.match(shownUse({ ...USE, processor: 0.3 })[1], 'nothing here was saturated');
  t.match(
    shownUse({ ...USE, processor: null, service: null, disk: null })[0],
    /here not known busy: service not known.*disk not known/,
  );
});
