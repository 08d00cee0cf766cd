import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { CsvBlockCutter, type CsvBlockCutterOptions } from '../../src/format/csv-blocks.js';
import { parseRecords } from '../../src/format/records.js';
import { cutInto, oddCsv, tableCsv } from './csv-text.js';

function cut(bytes: Buffer, sizes: readonly number[], options: Partial<CsvBlockCutterOptions> = {}) {
  const cutter = new CsvBlockCutter({ delimiter: ',', maxColumns: 5000, ...options });
  const blocks = cutInto(bytes, sizes).flatMap((chunk) => cutter.push(chunk));
  blocks.push(...cutter.finish());
  return { blocks, header: cutter.header!, records: cutter.records };
}

const messageOf = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

const text = fc.oneof(oddCsv(), tableCsv());
const chunkSizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 });
const delimiters = fc.constantFrom(',', ';', '\t', '|');

t.test('blocks read one by one give the records, lines and counts of the whole', async () => {
  fc.assert(
    fc.property(
      text,
      chunkSizes,
      fc.integer({ min: 1, max: 64 }),
      delimiters,
      (text, sizes, targetBytes, delimiter) => {
        const bytes = Buffer.from(text);
        const wholeError = messageOf(() => parseRecords(text, { delimiter, firstLine: 1 }));
        if (wholeError !== null) {
          assert.equal(
            messageOf(() => cut(bytes, sizes, { targetBytes, delimiter })),
            wholeError,
          );
          return;
        }
        const whole = parseRecords(text, { delimiter, firstLine: 1 });
        if (whole.cells.length === 0) {
          assert.match(messageOf(() => cut(bytes, sizes, { targetBytes, delimiter })) ?? '', /empty/);
          return;
        }
        const { blocks, header, records } = cut(bytes, sizes, { targetBytes, delimiter });
        const parse = (range: { startByte: number; endByte: number }, firstLine: number) =>
          parseRecords(bytes.toString('utf8', range.startByte, range.endByte), { delimiter, firstLine });
        const { cells, lines } = parse(header, header.line);
        assert.equal(cells.length, 1);
        for (const [index, block] of blocks.entries()) {
          const batch = parse(block, block.firstLine);
          assert.equal(block.index, index);
          assert.equal(block.firstRecord, cells.length - 1);
          assert.equal(block.records, batch.cells.length);
          assert.equal(block.firstLine, batch.lines[0]);
          assert.ok(block.records === 1 || block.endByte - block.startByte <= targetBytes);
          cells.push(...batch.cells);
          lines.push(...batch.lines);
        }
        assert.deepEqual({ cells, lines }, whole);
        assert.equal(records, whole.cells.length - 1);
      },
    ),
    { numRuns: 4000 },
  );
});

t.test('where chunks end makes no difference', async () => {
  fc.assert(
    fc.property(text, chunkSizes, (text, sizes) => {
      const bytes = Buffer.from(`h\n${text}`);
      const options = { targetBytes: 16, maxRecordBytes: 24, maxColumns: 4 };
      const whole = messageOf(() => cut(bytes, [bytes.length], options));
      assert.equal(
        messageOf(() => cut(bytes, sizes, options)),
        whole,
      );
      if (whole === null) assert.deepEqual(cut(bytes, sizes, options), cut(bytes, [bytes.length], options));
    }),
    { numRuns: 2000 },
  );
});

t.test('a record with more than maxColumns columns is refused, and no other', async () => {
  fc.assert(
    fc.property(text, chunkSizes, fc.integer({ min: 1, max: 5 }), (text, sizes, maxColumns) => {
      const bytes = Buffer.from(`h\n${text}`);
      if (messageOf(() => cut(bytes, sizes)) !== null) return;
      const { cells, lines } = parseRecords(bytes.toString(), { delimiter: ',', firstLine: 1 });
      const first = cells.findIndex((record) => record.length > maxColumns);
      const message = messageOf(() => cut(bytes, sizes, { maxColumns }));
      if (first === -1) assert.equal(message, null);
      else assert.equal(message, `Too many columns: line ${lines[first]} has more than ${maxColumns}`);
    }),
    { numRuns: 2000 },
  );
});

t.test('an overlong record is a block of its own', async (t) => {
  const long = 'x'.repeat(40);
  const { blocks } = cut(Buffer.from(`h\na\nb\n${long}\nc\n"${long}\n"\n`), [7], { maxRecordBytes: 30 });
  t.strictSame(
    blocks.map(({ records, firstRecord, firstLine, oversize }) => ({
      records,
      firstRecord,
      firstLine,
      oversize,
    })),
    [
      { records: 2, firstRecord: 0, firstLine: 2, oversize: undefined },
      { records: 1, firstRecord: 2, firstLine: 4, oversize: true },
      { records: 1, firstRecord: 3, firstLine: 5, oversize: undefined },
      { records: 1, firstRecord: 4, firstLine: 6, oversize: true },
    ],
  );
});

t.test('an overlong header is refused before it is complete', async (t) => {
  const cutter = new CsvBlockCutter({ delimiter: ',', maxColumns: 10, maxRecordBytes: 30 });
  cutter.push(Buffer.alloc(20, 'x'));
  t.throws(() => cutter.push(Buffer.alloc(20, 'x')), {
    code: 'BAD_REQUEST',
    message: /longer than 30 bytes/,
  });
});

t.test('a header of just the limit is none too long, and one byte more is, whole or in parts', async (t) => {
  const options = { delimiter: ',', maxColumns: 10, maxRecordBytes: 30 };
  for (const sizes of [[100], [1], [30, 1], [31]]) {
    t.equal(cut(Buffer.from(`${'x'.repeat(30)}\na\n`), sizes, options).records, 1, sizes.join());
    t.throws(() => cut(Buffer.from(`${'x'.repeat(31)}\na\n`), sizes, options), /longer than 30 bytes/);
  }
});

t.test('too many columns are refused before their record is complete', async (t) => {
  const cutter = new CsvBlockCutter({ delimiter: ',', maxColumns: 5000 });
  cutter.push(Buffer.from('h\n'));
  t.same(cutter.push(Buffer.alloc(4999, ',')), []);
  t.throws(() => cutter.push(Buffer.from(',')), {
    code: 'BAD_REQUEST',
    message: /line 2 has more than 5000/,
  });
});

t.test('a gap of blank lines between records belongs to no block', async (t) => {
  const { blocks } = cut(Buffer.from(`h\na\n${'\n'.repeat(1000)}b\n`), [64], { targetBytes: 100 });
  t.strictSame(
    blocks.map(({ startByte, endByte, firstLine }) => [startByte, endByte, firstLine]),
    [
      [2, 4, 2],
      [1004, 1006, 1003],
    ],
  );
});

t.test('the header has its byte range and line, and is known before the end', async (t) => {
  const cutter = new CsvBlockCutter({ delimiter: ',', maxColumns: 10 });
  cutter.push(Buffer.from('\n \r\n"a\n'));
  t.equal(cutter.header, null);
  cutter.push(Buffer.from('",b\r\n1,2\n3'));
  t.strictSame(cutter.header, { startByte: 4, endByte: 12, line: 3 });
  t.equal(cutter.records, 1);
  t.strictSame(cutter.finish(), [
    { index: 0, startByte: 12, endByte: 17, firstRecord: 0, records: 2, firstLine: 5 },
  ]);
  t.equal(cutter.records, 2);
});

t.test('the preamble is skipped but its line counts', async (t) => {
  for (const size of [1, 5, 6, 7, 100]) {
    const { blocks, header } = cut(Buffer.from('sep=;\n"a";b\n1;2\n'), [size], {
      delimiter: ';',
      preambleBytes: 6,
    });
    t.strictSame(header, { startByte: 6, endByte: 12, line: 2 });
    t.strictSame(blocks, [
      { index: 0, startByte: 12, endByte: 16, firstRecord: 0, records: 1, firstLine: 3 },
    ]);
  }
});

t.test('senseless options are refused at once', async (t) => {
  t.throws(() => new CsvBlockCutter({ delimiter: '"', maxColumns: 10 }), /delimiter .* got "\\""/);
  for (const delimiter of ['\n', '', ',,', ';,', 'é', '\0'])
    t.throws(() => new CsvBlockCutter({ delimiter, maxColumns: 10 }), /delimiter/, JSON.stringify(delimiter));
  t.throws(() => new CsvBlockCutter({ delimiter: ',', maxColumns: 0 }), /maxColumns .* got 0/);
  t.throws(
    () => new CsvBlockCutter({ delimiter: ',', maxColumns: 1, targetBytes: 0 }),
    /targetBytes .* got 0/,
  );
});
