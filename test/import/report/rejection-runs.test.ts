import fc from 'fast-check';
import t from 'tap';
import { recordRejections } from '../../../src/import/report/rejection-runs.js';
import { RowDefect } from '../../../src/import/rows/incoming-row.js';
import { RejectionCollector, rowErrorOf } from '../../../src/import/rows/rejections.js';
import type { Reason } from '../../../src/schema/rejection-runs.js';
import { eachRejection } from '../../support/rejections.js';

const AGAIN: Reason = ['duplicate', null, 'it is there already'];

t.test('a million rows that lack the same thing are one run', async (t) => {
  const collector = new RejectionCollector();
  const defect = new RowDefect('location_missing', 'nowhere');
  for (let i = 0; i < 1_000_000; i++) collector.add(7 + i, 9 + i, defect);
  const recorded = recordRejections(collector.finish(), { reason: AGAIN, records: [], fileLines: [] }, 2);
  t.same(recorded, {
    rows: 1_000_000,
    reasons: [['location_missing', null, 'nowhere']],
    runs: [[0, 7, 9, 1_000_000]],
    head: [
      { index: 7, line: 9, code: 'location_missing', column: null, message: 'nowhere' },
      { index: 8, line: 10, code: 'location_missing', column: null, message: 'nowhere' },
    ],
    defects: [['location_missing', null, 1_000_000, 'nowhere']],
  });
});

t.test('whatever is rejected for whatever reason is read back row by row, in file order', async () => {
  const row = fc.record({
    gap: fc.integer({ min: 1, max: 3 }),
    lines: fc.integer({ min: 1, max: 3 }),
    reason: fc.constantFrom('a', 'b', 'duplicate'),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), fc.boolean(), fc.nat(70), (rows, hasLines, headRows) => {
      const collector = new RejectionCollector();
      const further = { reason: AGAIN, records: [] as number[], fileLines: [] as number[] };
      const expected = [];
      let record = -1;
      let line = 1;
      for (const { gap, lines, reason } of rows) {
        record += gap;
        line += lines;
        const at = hasLines ? line : 0;
        if (reason === 'duplicate') {
          further.records.push(record);
          further.fileLines.push(at);
          expected.push(rowErrorOf(record, at, AGAIN));
        } else {
          collector.add(record, at, new RowDefect('value_invalid', reason, 'c'));
          expected.push(rowErrorOf(record, at, ['value_invalid', 'c', reason]));
        }
      }
      const recorded = recordRejections(collector.finish(), further, headRows);
      const text = (value: unknown) => JSON.stringify(value);
      return (
        recorded.rows === rows.length &&
        text([...eachRejection(recorded)]) === text(expected) &&
        text(recorded.head) === text(expected.slice(0, headRows)) &&
        recorded.defects.reduce((sum, [, , count]) => sum + count, 0) === rows.length
      );
    }),
  );
});

t.test('groups of defects stand as they first occur, duplicates among them', async (t) => {
  const collector = new RejectionCollector();
  for (const record of [3, 5]) collector.add(record, 0, new RowDefect('name_missing', 'no name'));
  const further = { reason: AGAIN, records: [1, 4], fileLines: [0, 0] };
  t.same(recordRejections(collector.finish(), further, 0).defects, [
    ['duplicate', null, 2, 'it is there already'],
    ['name_missing', null, 2, 'no name'],
  ]);
});

t.test('a job of many blocks keeps few groups of defects, and counts every row in one of them', async (t) => {
  let groups = 0;
  for (let block = 0; block < 200; block++) {
    const collector = new RejectionCollector();
    for (let i = 0; i < 2000; i++)
      collector.add(i, 0, new RowDefect('value_invalid', 'no string', `field ${i % 1500}`));
    collector.add(2000, 0, new RowDefect('name_missing', 'no name'));
    const { defects } = recordRejections(
      collector.finish(),
      { reason: AGAIN, records: [], fileLines: [] },
      0,
      block,
    );
    groups += defects.length;
    if (defects.reduce((sum, [, , count]) => sum + count, 0) !== 2001) t.fail(`block ${block} lost rows`);
    if (block === 199) {
      t.equal(defects.length, 52);
      t.same(defects[0], ['value_invalid', 'field 0', 2, 'no string'], 'the most frequent have their own');
      t.same(defects.at(-2), ['value_invalid', null, 2000 - 100, 'no string']);
      t.same(defects.at(-1), ['name_missing', null, 1, 'no name']);
    }
  }
  t.ok(groups < 14_500, `${groups} groups, of 300,000`);
});
