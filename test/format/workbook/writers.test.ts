import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as sheetjs from '@e965/xlsx';
import t from 'tap';
import { readWorkbook } from '../../support/read-workbook.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const write = (book: sheetjs.WorkBook, options: sheetjs.WritingOptions = {}): Buffer =>
  sheetjs.write(book, { type: 'buffer', bookType: 'xlsx', ...options });

function bookOf(sheets: Record<string, sheetjs.WorkSheet>): sheetjs.WorkBook {
  const book = sheetjs.utils.book_new();
  for (const [name, sheet] of Object.entries(sheets)) sheetjs.utils.book_append_sheet(book, sheet, name);
  return book;
}

t.test('SheetJS: values of all kinds', async (t) => {
  const sheet = sheetjs.utils.aoa_to_sheet([
    ['Name', 'ZIP', 'Opened', 'Share', 'Price', 'Open', 'Sum', 'Link', 'Bad'],
    [
      'Bäckerei "Süd", 2',
      { t: 'n', v: 2138, z: '00000' },
      { t: 'n', v: 45000, z: 'dd/mm/yyyy' },
      { t: 'n', v: 0.125, z: '0.0%' },
      { t: 'n', v: 19.9, z: '"£"#,##0.00' },
      true,
      { t: 'n', v: 0.1 + 0.2, f: 'A1' },
      { t: 's', v: 'site', l: { Target: 'https://example.com/?a=1&b=2' } },
      { t: 'e', v: 7 },
    ],
  ]);
  const { rows, notes } = await readWorkbook(write(bookOf({ Stores: sheet })));
  t.same(rows, {
    2: [
      'Bäckerei "Süd", 2',
      '02138',
      '2023-03-15',
      '0.125',
      '19.9',
      'TRUE',
      '0.3',
      'https://example.com/?a=1&b=2',
    ],
  });
  t.same(notes, ['Cells with an error of a formula were read as empty: I2 #DIV/0!.']);
});

t.test('SheetJS: hidden rows and columns, and merged headers', async (t) => {
  const sheet = sheetjs.utils.aoa_to_sheet([
    ['name', 'where', ''],
    ['A', 1.5, -2],
    ['B', 3, 4],
  ]);
  sheet['!cols'] = [{}, { hidden: true }];
  sheet['!rows'] = [{}, { hidden: true }];
  sheet['!merges'] = [sheetjs.utils.decode_range('B1:C1')];
  const read = await readWorkbook(write(bookOf({ Places: sheet })));
  t.same(read.header, ['name', 'where', 'where']);
  t.same(read.rows, { 2: ['A', '1.5', '-2'], 3: ['B', '3', '4'] });
  t.same(read.notes, ['The sheet has 1 hidden row and 1 hidden column, read like the others.']);
});

t.test('SheetJS: dates of 1904', async (t) => {
  const book = bookOf({
    S: sheetjs.utils.aoa_to_sheet([
      ['name', 'opened'],
      ['A', { t: 'n', v: 45000 - 1462, z: 'yyyy-mm-dd' }],
    ]),
  });
  book.Workbook = { WBProps: { date1904: true } };
  t.same((await readWorkbook(write(book))).rows, { 2: ['A', '2023-03-15'] });
});

t.test('SheetJS: sheets that are hidden', async (t) => {
  const book = bookOf({
    Notes: sheetjs.utils.aoa_to_sheet([['x']]),
    Stores: sheetjs.utils.aoa_to_sheet([
      ['name', 'lat'],
      ['A', 1],
    ]),
  });
  book.Workbook = { Sheets: [{ Hidden: 2 }, {}] };
  const bytes = write(book);
  t.same((await readWorkbook(bytes)).sheets, ['Notes', 'Stores']);
  t.same((await readWorkbook(bytes, 1)).rows, { 2: ['A', '1'] });
});

const TABLE = [
  ['name', 'lat', 'lng', 'zip', 'opened'],
  ['Ä', 52.52000660000001, 13.404954, { t: 'n', v: 1067, z: '00000' }, { t: 'n', v: 45000, z: 'd-mmm-yy' }],
  [],
  ['two\nlines', -33.8688, 151.2093, 'SW1A 1AA', { t: 'n', v: 45000.5, z: 'yyyy-mm-dd hh:mm' }],
];
const READ = {
  2: ['Ä', '52.5200066', '13.404954', '01067', '2023-03-15'],
  4: ['two\nlines', '-33.8688', '151.2093', 'SW1A 1AA', '2023-03-15T12:00:00'],
};

for (const [name, options] of Object.entries({
  'with shared texts': { bookSST: true },
  'with inline texts': { bookSST: false },
  'without compression': { compression: false },
} satisfies Record<string, sheetjs.WritingOptions>))
  t.test(`SheetJS: a table ${name}`, async (t) => {
    const book = sheetjs.utils.book_new();
    sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet(TABLE), 'Table');
    const bytes = sheetjs.write(book, { type: 'buffer', bookType: 'xlsx', ...options }) as Buffer;
    t.same((await readWorkbook(bytes)).rows, READ);
  });

t.test('SheetJS: a workbook with macros', async (t) => {
  const book = sheetjs.utils.book_new();
  sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet(TABLE), 'Table');
  t.same(
    (await readWorkbook(sheetjs.write(book, { type: 'buffer', bookType: 'xlsm' }) as Buffer)).rows,
    READ,
  );
});

const SOFFICE = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find(existsSync);

t.test(
  'LibreOffice: a table',
  { skip: SOFFICE === undefined && 'LibreOffice is not installed' },
  async (t) => {
    const directory = temporaryFolder(t);
    const csv = join(directory, 'a.csv');
    await writeFile(
      csv,
      'name,lat,opened,share,sum\nÄ,0.30000000000000004,2023-03-15,25%,=1/0\n"two\nlines",-2.5,2023-03-16,3%,=0.1+0.2\n',
    );
    // Formulas and dates are found (token 6 and 7), UTF-8 (76).
    await promisify(execFile)(SOFFICE!, [
      `-env:UserInstallation=file://${directory}/profile`,
      '--headless',
      '--infilter=CSV:44,34,76,1,,1033,false,true,false,false,false,-1,true',
      '--convert-to',
      'xlsx',
      '--outdir',
      directory,
      csv,
    ]);
    const { rows, notes } = await readWorkbook(await readFile(join(directory, 'a.xlsx')));
    t.same(rows, {
      2: ['Ä', '0.3', '2023-03-15', '0.25'],
      3: ['two\nlines', '-2.5', '2023-03-16', '0.03', '0.3'],
    });
    t.same(notes, ['Cells with an error of a formula were read as empty: E2 #DIV/0!.']);
  },
);
