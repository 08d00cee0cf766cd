import t from 'tap';
import { readColumnNames } from '../../../src/import/columns/header-row.js';
import { mapColumns } from '../../../src/import/columns/mapping.js';
import type { TableRead } from '../../../src/import/columns/table/left-out-notes.js';
import { headlessNotes, lostRowsNotes, mayBeHeadless } from '../../../src/import/report/lost-rows-notes.js';

const NONE = { count: 0, rows: [] };
const PLAIN: TableRead = {
  ...{ headerRow: 1, groupRow: null, unitRow: null, above: NONE, below: NONE, repeated: NONE },
  ...{ skipped: [], skippedCount: 0, isTold: false, laterHeader: null, emptyRows: 0 },
};
const of = (header: string, more: object = {}) =>
  lostRowsNotes({ rows: 0, columns: readColumnNames(header.split(',')), table: PLAIN, ...more })[0];

t.test('an import of nothing says what was lost on the way', async (t) => {
  t.match(
    of('name,lat,lngA,1,2B,3,4'),
    /no row stands below the header\. .*--data-binary @FILE, not with --data/,
  );
  for (const text of ['@shops.csv', 'shops.csv', 'file=@../my shops.xlsx', '@-', 'C:\\data\\shops.CSV'])
    t.match(
      of(text),
      /^Nothing was imported: the upload is the text ".*", not the file of that name\./,
      text,
    );
  t.match(of('name'), /no row stands below/, 'a column of names is no file');
  t.match(of('name,lat', { sheet: 'S' }), /header of the sheet\.$/);
  t.match(
    of('name,lat', { table: { ...PLAIN, skippedCount: 3 } }),
    /below the header\.$/,
    'its rows are told',
  );
  t.match(of('lat,lng', { table: null }), /no features/);
  t.equal(of('name,lat,lng', { rows: 1 }), undefined);
});

t.test('a first row of data is told, and no row of names', async (t) => {
  const notes = (header: string, ...rows: string[]): string[] => {
    const headers = header.split(',');
    if (!mayBeHeadless(mapColumns({ headers }))) return [];
    return headlessNotes({ headers, rows: rows.map((row) => row.split(',')), names: null });
  };
  for (const header of [
    'A,1,2',
    'Shop 1,53.8012,-1.5486',
    'Anna,anna@example.com,Leeds',
    'x,https://example.com/a',
  ])
    t.match(notes(header), [/^The first row looks like data \("/], header);
  for (const header of ['Ort,2019,2020', 'Shop,Y,X', 'name,1,2', 'Store 1,Store 2', 'Ort,1'])
    t.same(notes(header), [], header);
  t.match(notes('Alpha,80331', 'Beta,10115'), [/\("Alpha", "80331"\)/]);
  t.same(notes('name,80331', 'Beta,10115'), [], 'an exact header stands above');
  t.match(notes(`A,1,2,${'x'.repeat(200)},y`)[0], /"x{30}…", …\), and/);
});
