import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { CsvBlockCutter } from '../../src/format/csv-blocks.js';
import { CsvCells } from '../../src/format/csv-cells.js';
import { cutInto } from './csv-text.js';

/** Rows by line, `unclear` for one that is rejected. */
function read(text: string, { delimiter = ',', sizes = [1 << 16], targetBytes = 1 << 19 } = {}) {
  const bytes = Buffer.from(text);
  const cutter = new CsvBlockCutter({ delimiter, maxColumns: 100, targetBytes, findsOpenQuotes: true });
  const blocks = cutInto(bytes, sizes).flatMap((chunk) => cutter.push(chunk));
  blocks.push(...cutter.finish());
  const rows = blocks.flatMap((block) => {
    const own = Buffer.from(bytes.subarray(block.startByte, block.endByte));
    const found: [number, ...string[]][] = [];
    for (const cells = new CsvCells(own, { delimiter, ...block }); cells.advance(); )
      found.push([cells.line, ...(cells.unclearTo > 0 ? ['unclear', `${cells.unclearTo}`] : cells.texts())]);
    assert.equal(found.length, block.records);
    return found;
  });
  return { rows, noted: cutter.openQuotes, last: cutter.last.map(({ line }) => line) };
}

t.test('an open quote is no quote where the lines that it joins are rows', async (t) => {
  const { rows, noted } = read(
    'name,lat,lng,note\nA,46.3,4.8,"6 ft table\nB,46.4,4.9,x\n\nC,46.5,4.7,y\nD,46.6,4.6,"ok"\nE,46.7,4.5,z\n',
  );
  t.strictSame(rows, [
    [2, 'A', '46.3', '4.8', '"6 ft table'],
    [3, 'B', '46.4', '4.9', 'x'],
    [5, 'C', '46.5', '4.7', 'y'],
    [6, 'D', '46.6', '4.6', 'ok'],
    [7, 'E', '46.7', '4.5', 'z'],
  ]);
  t.strictSame(noted, { count: 1, rows: 1, firstLine: 2 });
});

t.test('so is one that never closes, and one that closes where another cell ends', async (t) => {
  t.strictSame(
    read('a\tb\n"1\t2\r\n3\t4', { delimiter: '\t' }).rows,
    [
      [2, '"1', '2'],
      [3, '3', '4'],
    ],
    'of the file with tabs',
  );
  t.strictSame(read('id,size,lat\n1,"6 ft,46.5\n2,x,46.6\n3,5 x 6",46.7\n').rows, [
    [2, '1', '"6 ft', '46.5'],
    [3, '2', 'x', '46.6'],
    [4, '3', '5 x 6"', '46.7'],
  ]);
  t.throws(() => read('a,b\n1,"2\n3\n'), { message: /opens on line 2 and never closes.*quote= \(empty\)/ });
});

t.test('a text of several lines stays a cell, whatever its commas', async (t) => {
  for (const text of [
    'name,address\nA,"Main St 5\nBerlin, Germany"\n',
    'id,address\n1,"Main St 5\n80331, Munich"\n',
    'name,phone,address\nA,1,"Main St 5\nBerlin, BE, Germany"\n',
    'name,lat,lng,note\nA,1,2,"x, y\n, , ,\nw, 1, 2, u"\n',
    'a,b\n"x\ny",1\n"say ""hi""\n",2\n',
  ]) {
    const { rows, noted } = read(text);
    t.ok(rows.every((row) => row[1] !== 'unclear'));
    t.equal(noted.count, 0, text);
  }
});

t.test('what is neither is named and rejected', async (t) => {
  t.strictSame(read('name,lat,lng\nA,1,"2\nB,3\nC,"4",5\nD,6,7\n').rows, [
    [2, 'unclear', '4'],
    [5, 'D', '6', '7'],
  ]);
});

t.test('a stray quote loses no row, wherever chunks and blocks end', async () => {
  const cell = fc.constantFrom('', 'x', '12.5', 'é', '5" x 6', '"ok"', '"say ""hi"""');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('r', '"r"'), cell, cell), { minLength: 1, maxLength: 12 }),
      fc.nat(),
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 64 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      (rows, at, sizes, targetBytes, lineEnd) => {
        const lines = rows.map((row, i) => (i === at % rows.length ? ['r', '"6 ft', row[2]] : row).join(','));
        const text = ['a,b,c', ...lines].map((line) => line + lineEnd).join('');
        const alone = lines.flatMap((line, i) =>
          read(`a,b,c\n${line}`).rows.map(([, ...cells]) => [i + 2, ...cells]),
        );
        assert.deepEqual(read(text, { sizes, targetBytes }).rows, alone);
      },
    ),
    { numRuns: 200 },
  );
});
