import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { CsvBlockCutter, type CsvBlockCutterOptions } from '../../src/format/csv-blocks.js';
import { blankLeftOut } from '../../src/format/left-out.js';
import { parseRecords } from '../../src/format/records.js';
import { runs } from '../support/runs.js';
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

/** Records from the first that has more than empty cells on. */
function recordsOf(text: string, delimiter: string) {
  const [above] = new RegExp(`^(?:[ \\t\\${delimiter}]*(?:\\r\\n|\\n|\\r|$))*`).exec(text)!;
  const firstLine = above.split(/\r\n|\n|\r/).length;
  return parseRecords(text.slice(above.length), { delimiter, firstLine });
}

t.test('blocks read one by one give the records, lines and counts of the whole', async () => {
  fc.assert(
    fc.property(
      text,
      chunkSizes,
      fc.integer({ min: 1, max: 64 }),
      delimiters,
      (text, sizes, targetBytes, delimiter) => {
        const bytes = Buffer.from(text);
        const wholeError = messageOf(() => recordsOf(text, delimiter));
        if (wholeError !== null) {
          assert.equal(
            messageOf(() => cut(bytes, sizes, { targetBytes, delimiter })),
            wholeError,
          );
          return;
        }
        const whole = recordsOf(text, delimiter);
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
    { numRuns: runs(800, 4000) },
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
    { numRuns: runs(400, 2000) },
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
    { numRuns: runs(400, 2000) },
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
  t.same(cutter.push(Buffer.from(`x${','.repeat(4999)}`)), []);
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

t.test('rows of empty cells above everything else are none, wherever chunks end', async (t) => {
  const bytes = Buffer.from(' , ,\n,,\r\n\n,\nname,city\nA,Leeds\n,\n');
  for (const size of [1, 2, 3, 64]) {
    const cutter = new CsvBlockCutter({ delimiter: ',', maxColumns: 5 });
    for (const chunk of cutInto(bytes, [size])) cutter.push(chunk);
    cutter.finish();
    t.match(cutter.header, { line: 5, row: 5 });
    t.same(
      cutter.first.map(({ row }) => row),
      [5, 6, 7],
    );
  }
  t.throws(() => cut(bytes, [64], { headerRow: 2 }), { message: /^header_row: row 2 is empty/ });
  t.throws(() => cut(bytes, [64], { headerRow: 7 }), { message: /^header_row: row 7 is empty/ });
});

t.test('the header has its byte range and line, and is known before the end', async (t) => {
  const cutter = new CsvBlockCutter({ delimiter: ',', maxColumns: 10 });
  cutter.push(Buffer.from('\n \r\n"a\n'));
  t.equal(cutter.header, null);
  cutter.push(Buffer.from('",b\r\n1,2\n3'));
  t.strictSame(cutter.header, { startByte: 4, endByte: 12, line: 3, row: 3 });
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
    t.strictSame(header, { startByte: 6, endByte: 12, line: 2, row: 1 });
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

t.test('records that repeat the header are left out, wherever chunks and blocks end', async (t) => {
  const names = fc.constantFrom('name,city', 'North,Leeds', 'a', '"name,city"', '', 'name,city ', 'name');
  const lines = fc.array(names, { maxLength: 12 });
  fc.assert(
    fc.property(
      lines,
      chunkSizes,
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      (lines, sizes, targetBytes, lineEnd) => {
        const bytes = Buffer.from(['name,city', ...lines].map((line) => line + lineEnd).join(''));
        const repeated = [Buffer.from('name,city')];
        const { blocks } = cut(bytes, sizes, { targetBytes, repeated });
        const read = blocks.flatMap((block) => {
          const own = Buffer.from(bytes.subarray(block.startByte, block.endByte));
          blankLeftOut(own, block);
          const batch = parseRecords(own.toString(), { delimiter: ',', firstLine: block.firstLine });
          assert.equal(batch.cells.length, block.records);
          return batch.lines;
        });
        const wanted = lines.flatMap((line, i) => (line === '' || line === 'name,city' ? [] : [i + 2]));
        return String(read) === String(wanted);
      },
    ),
    { numRuns: runs(200, 1000) },
  );
  t.pass('the others are read, on their lines');
});

t.test('rows count blank lines, and no line ends within cells', async (t) => {
  const cutter = new CsvBlockCutter({ delimiter: ',', maxColumns: 10 });
  cutter.push(Buffer.from('\n"a\nb",c\r\n\r\n1,"x\ry"\n2,3'));
  cutter.finish();
  t.strictSame(
    cutter.first.map(({ line, row }) => [line, row]),
    [
      [2, 2],
      [5, 4],
      [7, 5],
    ],
  );
  t.strictSame(cutter.last, cutter.first.slice(1));
});

t.test('the last 32 records are remembered, in order', async (t) => {
  const cutter = new CsvBlockCutter({ delimiter: ',', maxColumns: 10 });
  cutter.push(Buffer.from(Array.from({ length: 100 }, (_, i) => `${i}\n`).join('')));
  cutter.finish();
  t.strictSame(
    cutter.last.map(({ row }) => row),
    Array.from({ length: 32 }, (_, i) => 69 + i),
  );
});

t.test('a header that is told stands where it is told, and later rows end where they are told', async (t) => {
  const bytes = Buffer.from('title\n\nname,city\nA,Leeds\nB,York\nsum,2\n');
  const { blocks, header, records } = cut(bytes, [7], { headerRow: 3, lastRow: 5 });
  t.match(header, { line: 3, row: 3 });
  t.equal(records, 2);
  t.match(blocks, [{ firstLine: 4, records: 2, endByte: bytes.indexOf('sum') }]);
  t.throws(() => cut(bytes, [7], { headerRow: 2 }), { message: /^header_row: row 2 is empty/ });
  t.throws(() => cut(bytes, [7], { headerRow: 7 }), {
    message: /^header_row: row 7 lies beyond the last row, 6:/,
  });
});
