import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { restoreFormula } from '../../src/format/cells/formula.js';
import { RecordBytes } from '../../src/format/record-bytes.js';
import { parseRecords } from '../../src/format/records.js';
import { csvCell } from '../../src/format/write/csv-cell.js';
import { oddCsv, tableCsv } from './csv-text.js';

interface Found {
  text: string;
  /** Record as cartload writes it, with its apostrophes. */
  written: string;
  isCanonical: boolean;
}

function scan(text: string, columns: number): Found[] {
  const bytes = Buffer.from(text);
  const record = new RecordBytes(bytes, columns);
  const found: Found[] = [];
  while (record.advance()) {
    const { start, end, isCanonical, formulas } = record;
    const borders = [start, ...formulas, end];
    const parts = borders.slice(1).map((border, i) => bytes.toString('utf8', borders[i], border));
    found.push({ text: bytes.toString('utf8', start, end), written: parts.join("'"), isCanonical });
  }
  return found;
}

const cellsOf = (text: string): string[][] => parseRecords(text, { delimiter: ',', firstLine: 1 }).cells;

/** All that is said of a record that is canonical. */
function holds(text: string, columns: number): void {
  let cells: string[][];
  try {
    cells = cellsOf(text);
  } catch {
    return; // a quote without an end, which no block has
  }
  const found = scan(text, columns);
  assert.deepEqual(
    found.map((record) => cellsOf(record.text)[0]),
    cells,
  );
  found.forEach(({ written: record, isCanonical }, i) => {
    if (!isCanonical) return;
    const restored = cells[i]!.map(restoreFormula);
    assert.equal(cells[i]!.length, columns);
    // Something stands behind it in the file that it is copied into.
    assert.deepEqual(cellsOf(`${record},x`), cellsOf(`${restored.map(csvCell).join()},x`));
  });
}

const formulaCell = fc.constantFrom(
  '=1+1',
  '+49 30',
  '-12.5',
  '-',
  "'=x",
  "''",
  '@a',
  '"\t1"',
  '"=1"',
  '-1.5.2',
  '+.5',
  'x=1',
);

t.test(
  'odd texts have the records that csv-cells.ts reads, and canonical ones are cells as cartload writes them',
  async () => {
    fc.assert(fc.property(oddCsv(), fc.integer({ min: 1, max: 4 }), holds), {
      numRuns: 4000,
    });
  },
);

t.test('tables, with and without formulas, too', async () => {
  const row = fc.array(fc.oneof(formulaCell, fc.constantFrom('a', '', '"b,""c"""', 'é')), {
    minLength: 1,
    maxLength: 4,
  });
  const table = fc
    .array(row, { maxLength: 8 })
    .map((rows) => rows.map((cells) => `${cells.join()}\r\n`).join(''));
  fc.assert(
    fc.property(fc.oneof(tableCsv(), table), fc.integer({ min: 1, max: 4 }), (text, columns) => {
      holds(text, columns);
    }),
    { numRuns: 2000 },
  );
});

t.test('what people have is canonical: accents, quotes, numbers, phone numbers, empty cells', async (t) => {
  const text =
    'Bäckerei,-33.8688,+151.2093,\n"Smith, ""Bob""","12",-.5,"two\nlines"\r\na,+49 30 1,"@b","=1+1"\r,,x,\n"-1.5",,,"d"';
  t.same(
    scan(text, 4).map(({ written, isCanonical }) => isCanonical && written),
    [
      'Bäckerei,-33.8688,+151.2093,',
      '"Smith, ""Bob""","12",-.5,"two\nlines"',
      `a,'+49 30 1,"'@b","'=1+1"`,
      ',,x,',
      '"-1.5",,,"d"',
    ],
  );
});

t.test('stray quotes, apostrophes, odd numbers and other numbers of cells are not', async (t) => {
  const texts = ["'=a,b", "a,'b", 'a,-', 'a,-1.5.2', 'a,-1e5', 'a,"-1,5"', 'a,b"c', '"a"b,c', 'a', 'a,b,c'];
  t.same(
    texts.filter((text) => scan(text, 2)[0]!.isCanonical),
    [],
  );
});
