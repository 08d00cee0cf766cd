import t from 'tap';
import { leftOutNotes, type TableRead } from '../../../../src/import/columns/table/left-out-notes.js';
import type { SkippedRow, SkipReason } from '../../../../src/schema/skipped-row.js';

const NONE = { count: 0, rows: [] };
const PLAIN: TableRead = {
  headerRow: 1,
  groupRow: null,
  emptyRows: 0,
  unitRow: null,
  above: NONE,
  below: NONE,
  repeated: NONE,
  skipped: [],
  skippedCount: 0,
  laterHeader: null,
  isTold: true,
};
const rowsOf = (reason: SkipReason, ...numbers: number[]) => numbers.map((row) => ({ row, reason }));
const some = (...rows: SkippedRow[]) => ({ count: rows.length, rows });

t.test('a plain table is worth no note, nor are empty rows above it', async (t) => {
  t.same(leftOutNotes({ ...PLAIN, isTold: false }), []);
  t.same(leftOutNotes({ ...PLAIN, headerRow: 3, above: some(...rowsOf('empty', 1, 2)) }), []);
});

t.test('rows above the header are named by what they are', async (t) => {
  const above = some(...rowsOf('title', 1), ...rowsOf('note', 2, 3), ...rowsOf('empty', 4));
  t.same(leftOutNotes({ ...PLAIN, headerRow: 5, above }), [
    'The header is row 5; rows 1 to 4 above it were skipped: a title, notes and an empty row.',
  ]);
  t.same(leftOutNotes({ ...PLAIN, headerRow: 3, groupRow: 2, above: some(...rowsOf('title', 1)) }), [
    'The header is rows 2 and 3, joined; row 1 above it was skipped: a title.',
  ]);
});

t.test('a row of units is named', async (t) => {
  t.same(leftOutNotes({ ...PLAIN, unitRow: 2 }), [
    'Row 2 below the header describes the columns and was skipped; units in it were added to their names.',
  ]);
});

t.test('rows below the table are named one by one, or by their number', async (t) => {
  t.same(leftOutNotes({ ...PLAIN, below: some(...rowsOf('total', 9)) }), [
    'Row 9 below the table was left out: a total.',
  ]);
  t.same(leftOutNotes({ ...PLAIN, below: some(...rowsOf('footer', 7, 9)) }), [
    'Rows 7 and 9 below the table were left out: footers.',
  ]);
  const many = Array.from({ length: 100 }, (_, i) => 20 + i);
  t.same(leftOutNotes({ ...PLAIN, below: { count: 12_000, rows: rowsOf('footer', ...many) } }), [
    '12,000 rows from row 20 on below the table were left out: footers.',
  ]);
});

t.test('headers that are repeated are told apart from rows below the table', async (t) => {
  const below = some(...rowsOf('total', 12));
  const repeated = some(...rowsOf('repeated_header', 5, 9));
  t.same(leftOutNotes({ ...PLAIN, below, repeated, isTold: false }), [
    'Row 12 below the table was left out: a total.',
    'Rows 5 and 9 were left out, as they repeat the header.',
    'Rows that were skipped or left out are not counted; to read other rows, give header_row or skip_rows_after.',
  ]);
  const pages = Array.from({ length: 100 }, (_, i) => 50 * (i + 1));
  t.same(leftOutNotes({ ...PLAIN, repeated: { count: 400, rows: rowsOf('repeated_header', ...pages) } }), [
    '400 rows from row 50 on were left out, as they repeat the header.',
  ]);
});
