import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { parseRecords, type RecordBatch } from '../../src/format/records.js';
import { readWithCsvParse } from './csv-reference.js';
import { oddCsv, tableCsv, withoutBlanksAtQuotes } from './csv-text.js';

const read = (text: string, delimiter = ',', firstLine = 1) => parseRecords(text, { delimiter, firstLine });
const orUnterminated = (work: () => RecordBatch): RecordBatch | string => {
  try {
    return work();
  } catch (error) {
    if (/unterminated quote|quote not closed/i.test((error as Error).message)) return 'unterminated';
    throw error;
  }
};

t.test('odd texts are read exactly as csv-parse reads them', async () => {
  fc.assert(
    fc.property(oddCsv(), fc.constantFrom(',', ';', '\t', '|'), (odd, delimiter) => {
      const text = delimiter === '\t' ? odd.replaceAll(' ', '') : withoutBlanksAtQuotes(odd);
      const ours = orUnterminated(() => read(text, delimiter));
      assert.deepEqual(
        ours,
        orUnterminated(() => readWithCsvParse(text, delimiter)),
      );
    }),
    { numRuns: 4000 },
  );
});

t.test('tables are read exactly as csv-parse reads them', async () => {
  fc.assert(
    fc.property(tableCsv(), fc.integer({ min: 1, max: 9 }), (text, firstLine) => {
      assert.deepEqual(read(text, ',', firstLine), readWithCsvParse(text, ',', firstLine));
    }),
    { numRuns: 1000 },
  );
});

t.test('blanks around a quoted cell are none of it', async () => {
  const cell = fc.constantFrom('""', '"a,b"', '"a\n b"', '"say ""hi"""', '" x "', 'y', '12.5');
  const blank = fc.constantFrom('', ' ', '\t', '  \t ');
  const rows = fc.array(fc.array(fc.tuple(blank, cell, blank), { minLength: 1, maxLength: 4 }), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(rows, (rows) => {
      const text = (with_: (before: string, cell: string, after: string) => string): string =>
        rows.map((row) => `${row.map((parts) => with_(...parts)).join()}\n`).join('');
      const spaced = text((before, cell, after) => (cell.startsWith('"') ? before + cell + after : cell));
      assert.deepEqual(
        read(spaced),
        readWithCsvParse(
          text((_, cell) => cell),
          ',',
        ),
      );
    }),
    { numRuns: 200 },
  );
});

t.test('an unterminated quote names the line where it opens', async (t) => {
  t.throws(() => read('a,b\n"x\ny",1\nz,"open\n\n'), { code: 'BAD_REQUEST', message: /line 4 / });
  t.throws(() => read('"'), { code: 'BAD_REQUEST', message: /line 1 / });
});

t.test('lines count from firstLine on', async (t) => {
  t.strictSame(read('a\n\n"b\r\nc"\nd', ',', 100).lines, [100, 102, 104]);
});

t.test('an empty text has no records', async (t) => {
  t.strictSame(read(''), { cells: [], lines: [] });
  t.strictSame(read('\n \r\n\t'), { cells: [], lines: [] });
});
