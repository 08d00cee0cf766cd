import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as sheetjs from '@e965/xlsx';
import fc from 'fast-check';
import t from 'tap';
import { readWorkbook } from '../support/read-workbook.js';
import { SEED } from './spreadsheets.js';
import { COLUMNS, ISO_FORMAT, textOf, type Value, workbookKinds, writeWorkbook } from './workbook-writers.js';

/** Short for `npm test`; `METAMORPHIC_RUNS=5000` for a long round. */
const RUNS = Number(process.env.METAMORPHIC_RUNS ?? 40);
/** Cells that SheetJS reads otherwise: texts that look escaped, or elements that are none of a cell. */
const NOT_FOR_SHEETJS = new Set([
  'CDATA sections',
  'formulas with their values',
  'single quotes, blanks and comments',
  "a vendor's elements",
  'stored with sizes behind each file',
]);

const OPENED = COLUMNS.indexOf('opened');

const padded = (cells: readonly string[]): string[] =>
  Array.from({ length: Math.max(COLUMNS.length, cells.length) }, (_, i) => cells[i] ?? '');

const readWithSheetJs = (bytes: Buffer, sheet: number): string[][] => {
  const book = sheetjs.read(bytes, { UTC: true, sheetRows: 200 });
  return sheetjs.utils.sheet_to_json(book.Sheets[book.SheetNames[sheet]!]!, {
    header: 1,
    raw: false,
    defval: '',
  });
};

t.test('each cell of a workbook is what its program wrote, and what SheetJS reads', async (t) => {
  const distinct = new Set<string>();
  const habits = new Set<string>();
  const holds = fc.asyncProperty(workbookKinds, async (kind) => {
    const { bytes, sheet } = writeWorkbook(kind);
    distinct.add(createHash('sha256').update(bytes).digest('base64'));
    habits.add(kind.habit);
    const { header, rows } = await readWorkbook(bytes, sheet);
    assert.deepEqual(header, COLUMNS);
    const truth = kind.rows.map((cells: readonly Value[]) => cells.map(textOf));
    // In the order of their numbers.
    const read = Object.values(rows).map(padded);
    assert.deepEqual(read, truth);
    if (NOT_FOR_SHEETJS.has(kind.habit) || NOT_FOR_SHEETJS.has(kind.archive)) return;
    const withoutDates = (cells: readonly string[]): string[] =>
      padded(cells).map((cell, i) => (i === OPENED && kind.dateFormat !== ISO_FORMAT ? '' : cell));
    const reference = readWithSheetJs(bytes, sheet).filter((cells) => cells.some((cell) => cell !== ''));
    assert.deepEqual(read.map(withoutDates), reference.slice(1).map(withoutDates), 'SheetJS');
  });
  // Some are drawn twice.
  await fc.assert(holds, { numRuns: Math.ceil(1.1 * RUNS), seed: SEED });
  t.ok(distinct.size >= RUNS, `${distinct.size} workbooks`);
  t.ok(habits.size >= 10, `${habits.size} habits`);
});

/** A share; integers are drawn small by preference. */
const anywhere = fc.nat(0x3fffffff).map((n) => ((n * 0x9e3779b1) % 0x100000000) / 0x100000000);

t.test('a workbook with one other bit is refused, or has the same cells', async (t) => {
  const read = async (bytes: Buffer, sheet: number): Promise<string> => {
    const { header, rows } = await readWorkbook(bytes, sheet);
    return JSON.stringify([header, rows]);
  };
  let refused = 0;
  const holds = fc.asyncProperty(workbookKinds, anywhere, async (kind, where) => {
    const { bytes, sheet } = writeWorkbook(kind);
    const good = await read(bytes, sheet);
    const bit = Math.min(8 * bytes.length - 1, Math.floor(8 * bytes.length * where));
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    try {
      assert.equal(await read(bytes, sheet), good);
    } catch (error) {
      if ((error as { code?: string }).code !== 'BAD_REQUEST') throw error;
      refused++;
    }
  });
  await fc.assert(holds, { numRuns: RUNS, seed: SEED });
  t.ok(refused > RUNS / 3, `${refused} of ${RUNS} refused`);
});
