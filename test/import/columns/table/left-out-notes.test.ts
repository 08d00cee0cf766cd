import t from 'tap';
import { leftOutNotes, type TableRead } from '../../../../src/import/columns/table/left-out-notes.js';
import type { SkipReason } from '../../../../src/schema/skipped-row.js';

const PLAIN: TableRead = {
  headerRow: 1,
  groupRow: null,
  skipped: [],
  skippedCount: 0,
  repeatedCount: 0,
  isTold: true,
};
const rows = (reason: SkipReason, ...numbers: number[]) => numbers.map((row) => ({ row, reason }));

t.test('a plain table is worth no note, nor are empty rows above it', async (t) => {
  t.same(leftOutNotes({ ...PLAIN, isTold: false }), []);
  t.same(leftOutNotes({ ...PLAIN, headerRow: 3, skipped: rows('empty', 1, 2), skippedCount: 2 }), []);
});

t.test('rows above the header are named by what they are', async (t) => {
  const skipped = [...rows('title', 1), ...rows('note', 2, 3), ...rows('empty', 4)];
  t.same(leftOutNotes({ ...PLAIN, headerRow: 5, skipped, skippedCount: 4 }), [
    'The header is row 5; rows 1 to 4 above it were skipped: a title, notes and an empty row.',
  ]);
  t.same(leftOutNotes({ ...PLAIN, headerRow: 3, groupRow: 2, skipped: rows('title', 1), skippedCount: 1 }), [
    'The header is rows 2 and 3, joined; row 1 above it was skipped: a title.',
  ]);
});

t.test('rows below the table are named one by one, or by their number', async (t) => {
  t.same(leftOutNotes({ ...PLAIN, skipped: rows('total', 9), skippedCount: 1 }), [
    'Row 9 below the table was left out: a total.',
  ]);
  t.same(leftOutNotes({ ...PLAIN, skipped: rows('footer', 7, 9), skippedCount: 2 }), [
    'Rows 7 and 9 below the table were left out: footers.',
  ]);
  const many = Array.from({ length: 100 }, (_, i) => 20 + i);
  t.same(leftOutNotes({ ...PLAIN, skipped: rows('footer', ...many), skippedCount: 12_000 }), [
    '12,000 rows from row 20 on below the table were left out: footers.',
  ]);
});

t.test('headers that are repeated are told apart from rows below the table', async (t) => {
  const skipped = [...rows('repeated_header', 5, 9), ...rows('total', 12)];
  t.same(leftOutNotes({ ...PLAIN, skipped, skippedCount: 3, repeatedCount: 2, isTold: false }), [
    'Row 12 below the table was left out: a total.',
    'Rows 5 and 9 were left out, as they repeat the header.',
    'Rows that were skipped or left out are not counted; the options header_row and skip_rows_after say otherwise where the table is.',
  ]);
  const pages = Array.from({ length: 100 }, (_, i) => 50 * (i + 1));
  t.same(
    leftOutNotes({
      ...PLAIN,
      skipped: rows('repeated_header', ...pages),
      skippedCount: 400,
      repeatedCount: 400,
    }),
    ['400 rows from row 50 on were left out, as they repeat the header.'],
  );
});
