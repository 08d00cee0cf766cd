import * as sheetjs from '@e965/xlsx';
import fc from 'fast-check';
import t from 'tap';
import { openAnyWorkbook } from '../../../src/format/workbook/open-workbook.js';
import { readWorkbook } from '../../support/read-workbook.js';
import { runs } from '../../support/runs.js';
import { withFile, zipOf } from '../../support/workbook-file.js';

const EXCEL = ['biff8', 'biff5', 'biff4', 'biff3', 'biff2', 'xlsb'] as const;
const KINDS = [...EXCEL, 'ods'] as const;
type Kind = (typeof KINDS)[number] | 'xlsx';
const OF_SHEETS = ['biff8', 'biff5', 'xlsb', 'ods'] as const;

const write = (book: sheetjs.WorkBook, bookType: Kind): Buffer =>
  sheetjs.write(book, { type: 'buffer', bookType: bookType as sheetjs.BookType });

function bookOf(sheets: Record<string, sheetjs.WorkSheet>): sheetjs.WorkBook {
  const book = sheetjs.utils.book_new();
  for (const [name, sheet] of Object.entries(sheets)) sheetjs.utils.book_append_sheet(book, sheet, name);
  return book;
}

const SHEET = sheetjs.utils.aoa_to_sheet([
  ['name', 'ZIP', 'opened', 'share', 'open', 'sum', 'bad', 'lat'],
  [
    'Cafe "Sud", 2',
    { t: 'n', v: 2138, z: '00000' },
    { t: 'n', v: 45000, z: 'dd/mm/yyyy' },
    { t: 'n', v: 0.125, z: '0.0%' },
    true,
    { t: 'n', v: 0.1 + 0.2 },
    { t: 'e', v: 7, w: '#DIV/0!' },
    52.52000660000001,
  ],
  [],
  [
    "'=two\nlines",
    { t: 'n', v: 21_389, z: '00000' },
    { t: 'n', v: 45000.5, z: 'yyyy/mm/dd hh:mm:ss' },
    3,
    false,
  ],
]);
const ROWS = {
  2: ['Cafe "Sud", 2', '02138', '2023-03-15', '0.125', 'TRUE', '0.3', '', '52.5200066'],
  4: ["''=two\nlines", '21389', '2023-03-15T12:00:00', '3', 'FALSE'],
};

for (const kind of KINDS)
  t.test(`SheetJS: values of all kinds as ${kind}`, async (t) => {
    const { rows, notes } = await readWorkbook(write(bookOf({ Stores: SHEET }), kind));
    t.same(rows, ROWS);
    // SheetJS writes no errors into OpenDocument.
    if (kind !== 'ods') t.same(notes, ['Cells with an error of a formula were read as empty: G2 #DIV/0!.']);
  });

t.test('texts of old workbooks are read by their code page', async (t) => {
  const bytes = write(
    bookOf({
      S: sheetjs.utils.aoa_to_sheet([
        ['name', 'lat'],
        ['Cafe', 1],
      ]),
    }),
    'biff4',
  );
  bytes[bytes.indexOf('Cafe') + 3] = 0xe9;
  t.same((await readWorkbook(bytes)).rows, { 2: ['Caf\u00e9', '1'] });
});

for (const kind of OF_SHEETS)
  t.test(`SheetJS: merged headers, hidden rows, columns and sheets, dates of 1904 as ${kind}`, async (t) => {
    const sheet = sheetjs.utils.aoa_to_sheet([
      ['name', 'where', '', 'opened'],
      ['A', 1.5, -2, { t: 'n', v: 45000 - 1462, z: 'yyyy/mm/dd' }],
      ['B', 3, 4],
    ]);
    sheet['!cols'] = [{}, { hidden: true }, { hidden: true }];
    sheet['!rows'] = [{}, { hidden: true }];
    sheet['!merges'] = [sheetjs.utils.decode_range('B1:C1')];
    const book = bookOf({ Notes: sheetjs.utils.aoa_to_sheet([['x']]), Empty: {}, Places: sheet });
    book.Workbook = { Sheets: [{ Hidden: 1 }, {}, {}], WBProps: { date1904: true } };
    const bytes = write(book, kind);
    const read = await readWorkbook(bytes, 2);
    t.same(read.sheets, ['Notes', 'Empty', 'Places']);
    // SheetJS writes no merged cells into Excel 5, and no hidden sheets into OpenDocument.
    t.same(read.header, ['name', 'where', kind === 'biff5' ? '' : 'where', 'opened']);
    t.same(read.rows, { 2: ['A', '1.5', '-2', '2023-03-15'], 3: ['B', '3', '4'] });
    // SheetJS writes nothing of hidden rows into old formats, and of hidden columns into OpenDocument.
    if (kind === 'xlsb')
      t.same(read.notes, ['The sheet has 1 hidden row and 2 hidden columns, read like the others.']);
    await withFile(bytes, async ({ fd }, directory) => {
      const opened = await openAnyWorkbook({ fd, directory, maxPartBytes: 1 << 30, maxColumns: 100 });
      t.same(
        opened.sheets.map(({ isVisible }) => isVisible),
        [kind === 'ods', true, true],
      );
      t.same((await opened.preview(2)).slice(1), [
        { row: 2, cells: ['A', '1.5', '-2', '2023-03-15'] },
        { row: 3, cells: ['B', '3', '4'] },
      ]);
      t.same(await opened.countRows(2, 1e9), { rows: 3, hasMore: false });
    });
  });

const cell = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -1e9, max: 1e9 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((v) => Number(v.toFixed(9)) + 0),
  fc.string({
    unit: fc.constantFrom('a', 'Z', '0', '7', ',', '"', ' ', '.', '-', '+', '=', '\u00e9', '\u5317'),
    maxLength: 8,
  }),
  fc.integer({ min: 61, max: 60_000 }).map((v) => ({ t: 'n', v, z: 'yyyy/mm/dd' })),
  fc.integer({ min: 0, max: 99_999 }).map((v) => ({ t: 'n', v, z: '00000' })),
);
const tables = fc.array(fc.tuple(fc.constantFrom('Shop', 'North'), cell, cell, cell), {
  minLength: 1,
  maxLength: 6,
});

t.test('a table has the same cells in each format', async (t) => {
  const holds = fc.asyncProperty(tables, async (rows) => {
    const book = bookOf({ S: sheetjs.utils.aoa_to_sheet([['name', 'b', 'c', 'd'], ...rows]) });
    const trimmed = (cells: readonly string[]): string[] => {
      const all = cells.map((cell) => cell.trim().replace(/ +/g, ' '));
      while (all.at(-1) === '') all.pop();
      return all;
    };
    const rowsOf = async (kind: Kind) =>
      Object.entries((await readWorkbook(write(book, kind))).rows).map(([row, cells]) => [
        row,
        trimmed(cells),
      ]);
    const expected = JSON.stringify(await rowsOf('xlsx'));
    for (const kind of ['biff8', 'xlsb', 'ods'] as const) {
      const read = JSON.stringify(await rowsOf(kind));
      if (read !== expected) throw new Error(`${kind}: ${read} instead of ${expected}`);
    }
  });
  await fc.assert(holds, { numRuns: runs(4, 20) });
  t.pass();
});

const content = (tables: string, styles = ''): string =>
  `<?xml version="1.0"?><office:document-content ${['office', 'table', 'text', 'style']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(
      ' ',
    )} xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:calcext="urn:calcext" xmlns:draw="urn:draw"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`;
const ods = (tables: string, styles?: string): Buffer =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': content(tables, styles),
  });
const text = (value: string): string =>
  `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;

t.test('OpenDocument as LibreOffice writes it', async (t) => {
  const table = `<table:table table:name="S &amp; T"><table:shapes><draw:frame><text:p>no</text:p></draw:frame></table:shapes>
    <table:table-column table:number-columns-repeated="2"/><table:table-column table:visibility="collapse" table:number-columns-repeated="16382"/>
    <table:table-header-rows><table:table-row>${text('name')}${text('zip')}${text('at')}${text('x')}${text('y')}</table:table-row></table:table-header-rows>
    <table:table-row table:number-rows-repeated="2">${text('A<text:s text:c="2"/>b')}
      <table:table-cell office:value-type="float" office:value="2138"><office:annotation><text:p>a note</text:p></office:annotation><text:p>02138</text:p></table:table-cell>
      <table:table-cell office:value-type="time" office:time-value="PT13H45M00S"><text:p>01:45 PM</text:p></table:table-cell>
      <table:table-cell office:value-type="currency" office:value="1234" table:number-columns-repeated="2"><text:p>1,234 EUR</text:p></table:table-cell>
      <table:table-cell table:number-columns-repeated="16379"/></table:table-row>
    <table:table-row table:visibility="filter">${text('<text:span>two</text:span><text:line-break/>lines')}<table:covered-table-cell/>
      <table:table-cell office:value-type="string" calcext:value-type="error"><text:p>Err:502</text:p></table:table-cell>
      <table:table-cell office:value-type="date" office:date-value="2024-01-15T10:30:00"/><table:table-cell table:formula="of:=1"/></table:table-row>
    <table:table-row table:number-rows-repeated="1048571"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`;
  const styles =
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';
  const bytes = ods(`${table}<table:table table:name="Hidden" table:style-name="ta2"/>`, styles);
  await withFile(bytes, async ({ fd }, directory) => {
    const opened = await openAnyWorkbook({ fd, directory, maxPartBytes: 1 << 30, maxColumns: 100 });
    t.same(opened.sheets, [
      { name: 'S & T', isVisible: true },
      { name: 'Hidden', isVisible: false },
    ]);
  });
  const { rows, notes } = await readWorkbook(bytes);
  t.same(rows, {
    2: ['A  b', '02138', '13:45', '1234', '1234'],
    3: ['A  b', '02138', '13:45', '1234', '1234'],
    4: ['two\nlines', '', '', '2024-01-15T10:30:00'],
  });
  t.same(notes, [
    'Cells with an error of a formula were read as empty: C4 Err:502.',
    'Cells with a formula that was never calculated were read as empty: E4. A spreadsheet program calculates them when it saves the workbook.',
    'The sheet has 1 hidden row and 3 hidden columns, read like the others.',
  ]);
});

/** The stream of an old workbook behind a record that says that it is encrypted. */
function encryptedXls(): Buffer {
  const cfb = sheetjs.CFB.read(write(bookOf({ S: SHEET }), 'biff8'), { type: 'buffer' });
  const stream = Buffer.from(sheetjs.CFB.find(cfb, '/Workbook')!.content as Uint8Array);
  const bof = 4 + stream.readUInt16LE(2);
  const password = Buffer.from([0x2f, 0, 6, 0, 0, 0, 1, 2, 3, 4]);
  sheetjs.CFB.utils.cfb_add(
    cfb,
    '/Workbook',
    Buffer.concat([stream.subarray(0, bof), password, stream.subarray(bof)]),
  );
  return Buffer.from(sheetjs.CFB.write(cfb, { type: 'buffer' }) as Uint8Array);
}

t.test('what is encrypted, damaged or too large is refused with what to do', async (t) => {
  const large = Buffer.alloc((64 << 20) + 1);
  large.set([0x09, 0x08]);
  for (const [name, bytes, message] of [
    ['an encrypted .xls', encryptedXls(), /encrypted with a password: .*remove the password/],
    [
      'an encrypted .ods',
      zipOf({
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        'content.xml': 'x',
        'META-INF/manifest.xml': '<manifest:encryption-data/>',
      }),
      /encrypted with a password/,
    ],
    ['a cut .xls', write(bookOf({ S: SHEET }), 'biff8').subarray(0, 2000), /workbook is damaged/],
    ['a cut .xlsb', write(bookOf({ S: SHEET }), 'xlsb').subarray(0, 2000), /damaged zip archive/],
    ['a text as .ods', ods('</a>'), /its part content\.xml closes <a>, which is not open/],
    ['a large .xls', large, /format \.xls, which is read up to 64 MiB: save it as \.xlsx or as CSV/],
    [
      'a bomb',
      ods(
        `<table:table table:name="S">${`<table:table-row table:number-rows-repeated="900000">${text('name of a place')}</table:table-row>`.repeat(3)}</table:table>`,
      ),
      /values below row 1048576|too many long texts/,
    ],
  ] as const)
    await t.rejects(readWorkbook(bytes), { code: 'BAD_REQUEST', message }, name);
});

t.test('an old workbook with another bit is refused, or read', async (t) => {
  const good = write(bookOf({ S: SHEET }), 'biff8');
  const holds = fc.asyncProperty(fc.nat(8 * good.length - 1), async (bit) => {
    const bytes = Buffer.from(good);
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    try {
      await readWorkbook(bytes);
    } catch (error) {
      if ((error as { code?: string }).code !== 'BAD_REQUEST') throw error;
    }
  });
  await fc.assert(holds, { numRuns: 12 });
  t.pass();
});

/** An .xls whose chains of sectors all lead into one, which SheetJS copies for each: [MS-CFB] 2.2 to 2.6. */
function chainedSectors(heads: number, length: number): Buffer {
  const SECTOR = 512;
  const [END, UNUSED] = [-2, -1];
  const tables = Math.ceil((1 + heads + length) / 127);
  const chain = 1 + tables + heads;
  const bytes = Buffer.alloc((1 + chain + length) * SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  for (const [at, value] of [62, 3, 0xfffe, 9, 6].entries()) bytes.writeUInt16LE(value, 24 + 2 * at);
  for (const [at, value] of [0, tables, 0, 0, 4096, END, 0, END, 0].entries())
    bytes.writeInt32LE(value, 40 + 4 * at);
  for (let at = 0; at < 109; at++) bytes.writeInt32LE(at < tables ? 1 + at : UNUSED, 76 + 4 * at);
  const entry = (name: string, type: number, child: number, start: number, size: number): Buffer => {
    const made = Buffer.alloc(128);
    made.write(name, 'utf16le');
    made.set([2 * name.length + 2, 0, type, 1], 64);
    for (const [at, value] of [UNUSED, UNUSED, child].entries()) made.writeInt32LE(value, 68 + 4 * at);
    made.writeInt32LE(start, 116);
    made.writeInt32LE(size, 120);
    return made;
  };
  const folder = [entry('Root Entry', 5, 1, END, 0), entry('Workbook', 2, UNUSED, chain, length * SECTOR)];
  Buffer.concat(folder).copy(bytes, SECTOR);
  const next = (sector: number): number => {
    if (sector === 0) return END;
    if (sector <= tables) return -3;
    if (sector < chain) return chain;
    if (sector < chain + length - 1) return sector + 1;
    return sector === chain + length - 1 ? END : UNUSED;
  };
  for (let sector = 0; sector < tables * 128; sector++)
    bytes.writeInt32LE(next(sector), 2 * SECTOR + 4 * sector);
  return bytes;
}

t.test(
  'an old workbook that takes all memory takes it from a process of its own, and is refused',
  { skip: process.platform !== 'linux' && 'the limit of the process is one of Linux' },
  async (t) => {
    const before = process.memoryUsage.rss();
    await t.rejects(readWorkbook(chainedSectors(1800, 1800)), {
      code: 'BAD_REQUEST',
      message: /takes too much memory to read: .* save it as \.xlsx or as CSV/,
    });
    t.ok(process.memoryUsage.rss() - before < 500e6);
  },
);
