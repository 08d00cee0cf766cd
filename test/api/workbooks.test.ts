import { gzipSync } from 'node:zlib';
import * as sheetjs from '@e965/xlsx';
import t from 'tap';
import { asOwner, CSV, finished, sharedTestApp } from '../support/app.js';
import { handMadeWorkbook, rowsXml, zipOf } from '../support/workbook-file.js';

const { call } = await asOwner(await sharedTestApp(t));
const XLSX = { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };

const newPath = async (): Promise<string> => {
  const { body } = await call('POST', '/maps', { name: 'M' });
  return `/maps/${body.id}/markers/bulk`;
};
const markersOf = async (path: string) => (await call('GET', path.replace('/bulk', ''))).body.data;

const TABLE = [
  ['name', 'lat', 'lng', 'ZIP Code', 'Note'],
  ['A', 48.1, 11.5, '02138', 'two\nlines'],
  ['B', 95, 111.6, '10001', 'x'],
  ['C', 48.3, 11.7, '10002', null],
  ['C', 48.3, 11.7, '10002', null],
] as const;
const BOOK = handMadeWorkbook({ sheet: rowsXml(TABLE) });

t.test('a workbook is imported like the CSV of its rows, by the rows of its sheet', async (t) => {
  const path = await newPath();
  const { status, body } = await call('POST', path, BOOK, XLSX);
  t.equal(status, 202);
  const job = await finished(call, body);
  t.match(job, {
    status: 'completed',
    total: 4,
    added: 2,
    skipped: 1,
    error_count: 1,
    sheet: 'Stores',
    notes: [],
  });
  t.match(job.errors, [{ index: 1, line: 3, code: 'coordinate_invalid' }]);
  t.match(
    (await markersOf(path)).map(({ name, address, custom_fields }: Record<string, unknown>) => ({
      name,
      address,
      custom_fields,
    })),
    [
      { name: 'A', address: { zip: '02138' }, custom_fields: { Note: 'two\nlines' } },
      { name: 'C', address: { zip: '10002' }, custom_fields: {} },
    ],
  );
  const errors = await call('GET', `/jobs/${job.job_id}/errors.csv`);
  t.equal(
    errors.body,
    'name,lat,lng,ZIP Code,Note,sheet,row,error\r\nB,95,111.6,10001,x,Stores,3,"lat ""95"" is not within -90 and 90"\r\n',
  );
  t.match(
    (await call('GET', `/jobs/${job.job_id}/skipped.csv`)).body,
    /C,48\.3,11\.7,10002,,Stores,5,skipped as/,
  );

  const mended = await call('POST', path, errors.body.replace('95,', '49,'), CSV);
  const again = await finished(call, mended.body);
  t.match(again, { status: 'completed', added: 1, sheet: null });
  t.same(again.mapping.map(({ header, how }) => [header, how]).slice(-4), [
    ['Note', 'custom'],
    ['sheet', 'ignored'],
    ['row', 'ignored'],
    ['error', 'ignored'],
  ]);
});

t.test('a workbook is known by its first bytes, however it is sent', async (t) => {
  const form = new FormData();
  form.append('file', new Blob([BOOK]), 'a.csv');
  for (const [name, body, headers] of [
    ['as CSV', BOOK, CSV],
    ['with a content encoding', gzipSync(BOOK), { ...XLSX, 'content-encoding': 'gzip' }],
    ['as a gzip file', gzipSync(BOOK), CSV],
    ['as a part', form, undefined],
    ['CSV as a workbook', 'name,lat,lng\nA,1,2\nB,95,2\nC,1,3\nC,1,3\n', XLSX],
    ['UTF-16 without a mark', Buffer.from('name,lat,lng\nA,1,2\nB,95,2\nC,1,3\nC,1,3\n', 'utf16le'), CSV],
  ] as const) {
    const answer = await call('POST', await newPath(), body, headers);
    t.equal(answer.status, 202, name);
    t.match(
      await finished(call, answer.body),
      { status: 'completed', added: 2, skipped: 1, error_count: 1 },
      name,
    );
  }
});

t.test('other formats give the markers of the same CSV, whatever they are called', async (t) => {
  const sheet = sheetjs.utils.aoa_to_sheet([
    ['name', 'lat', 'lng', 'ZIP Code', 'Opened', 'Open'],
    ['A', 48.1, 11.5, { t: 'n', v: 2138, z: '00000' }, { t: 'n', v: 45000, z: 'yyyy/mm/dd' }, true],
    ['B', 95, 111.6, '10001', { t: 'n', v: 45001, z: 'yyyy/mm/dd' }, false],
    ['C, D', 48.3, 11.7, '10002'],
  ]);
  const book = sheetjs.utils.book_new();
  sheetjs.utils.book_append_sheet(book, sheet, 'Stores');
  const markers = async (body: Buffer | FormData | string, headers?: Record<string, string>) => {
    const path = await newPath();
    const answer = await call('POST', path, body, headers);
    t.equal(answer.status, 202);
    t.match(await finished(call, answer.body), { status: 'completed', added: 2, error_count: 1 });
    return (await markersOf(path)).map(
      ({ name, lat, lng, address, custom_fields }: Record<string, unknown>) => ({
        ...{ name, lat, lng, address, custom_fields },
      }),
    );
  };
  const expected = await markers(
    'name,lat,lng,ZIP Code,Opened,Open\nA,48.1,11.5,02138,2023-03-15,TRUE\nB,95,111.6,10001,2023-03-16,FALSE\n"C, D",48.3,11.7,10002,,\n',
    CSV,
  );
  for (const [bookType, type] of [
    ['xls', 'application/vnd.ms-excel'],
    ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ] as const) {
    const bytes: Buffer = sheetjs.write(book, { type: 'buffer', bookType });
    t.same(await markers(bytes, { 'content-type': type }), expected, bookType);
    if (bookType !== 'xls') continue;
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'a.xlsx');
    t.same(await markers(form), expected, `${bookType} as a part`);
  }
});

t.test('merged cells of places are told in a note, and filled down on request', async (t) => {
  const sheet = sheetjs.utils.aoa_to_sheet([
    ['name', 'city', 'state'],
    ['A', 'Boston', 'Massachusetts'],
    ['B', null, null],
    ['C', null, null],
  ]);
  sheet['!merges'] = ['B2:B4', 'C2:C4'].map((range) => sheetjs.utils.decode_range(range));
  const book = sheetjs.utils.book_new();
  sheetjs.utils.book_append_sheet(book, sheet, 'S');
  const bytes: Buffer = sheetjs.write(book, { type: 'buffer', bookType: 'xlsx' });
  const imported = async (query: string) => {
    const path = await newPath();
    const dry = await call('POST', `${path}?dry_run=true${query}`, bytes, XLSX);
    const { body } = await call('POST', `${path}?${query.slice(1)}`, bytes, XLSX);
    const job = await finished(call, body);
    t.match(dry.body.counts, { added: job.added, rejected: job.error_count });
    return job;
  };
  const plain = await imported('');
  t.match(plain, { added: 1, error_count: 2 });
  t.match(
    plain.notes.filter((note: string) => note.includes('merged')),
    [
      /^"city" has merged cells, so that 2 rows have no city of their own: with fill_merged=true they/,
      /^"state"/,
    ],
  );
  const filled = await imported('&fill_merged=true');
  t.match(filled, { added: 3, error_count: 0 });
  t.notMatch(filled.notes.join(' '), /merged/);
});

t.test('JSON with markers is known by its first bytes, too', async (t) => {
  const markers = TABLE.slice(1).map(([name, lat, lng]) => ({ name, lat, lng }));
  const text = JSON.stringify({ markers });
  const answer = await call('POST', await newPath(), text, CSV);
  t.match(answer, { status: 200, body: { added: 2, skipped: 1, errors: [{ index: 1, line: null }] } });
  const form = new FormData();
  form.append('file', new Blob([text]), 'a.json');
  const queued = await call('POST', await newPath(), form);
  t.equal(queued.status, 202);
  t.match(await finished(call, queued.body), { status: 'completed', added: 2, error_count: 1 });
});

t.test('a dry run says which sheet it is, and the rows of the sheet', async (t) => {
  const { status, body } = await call('POST', `${await newPath()}?dry_run=true`, BOOK, XLSX);
  t.equal(status, 200);
  t.match(body, { sheet: 'Stores', counts: { total: 4, added: 2, skipped: 1, rejected: 1 } });
  t.same(
    body.rows.map(({ line }: { line: number }) => line),
    [2, 3, 4, 5],
  );
});

t.test(
  'the first visible sheet that looks like a table of places is read, or the one that is named',
  async (t) => {
    const places = rowsXml([
      ['Store list 2026'],
      ['name', 'city', 'zip'],
      ['A', 'Boston', '02138'],
      ['B', 'Leeds', 'LS1 4AP'],
    ]);
    const book = handMadeWorkbook({
      name: 'Read me',
      sheet: rowsXml([['This workbook was made by the sales team.'], ['Version', '3'], ['Author', 'N. N.']]),
      more: [
        { name: 'Old', sheet: rowsXml(TABLE), state: 'hidden' },
        {
          name: 'Sales',
          sheet: rowsXml([
            ['Month', 'Revenue', 'Units'],
            ['May', 5000, 12],
            ['June', 6000, 13],
          ]),
        },
        { name: 'Shops', sheet: places },
        { name: '2', sheet: rowsXml(TABLE) },
      ],
    });
    for (const [query, sheet, note] of [
      [
        '',
        'Shops',
        /The sheet "Shops" was read, and not "Read me" \(3 rows\), hidden "Old" \(\d+ rows\), "Sales" \(3 rows\), "2" \(\d+ rows\): the option "sheet" names another/,
      ],
      ['&sheet=old', 'Old', undefined],
      ['&sheet=2', '2', undefined],
      ['&sheet=3', 'Shops', undefined],
    ] as const) {
      const { body } = await call('POST', `${await newPath()}?dry_run=true${query}`, book, XLSX);
      t.match(body, { sheet, notes: note === undefined ? [] : [note] }, query);
      t.match(body.sheets, [
        { name: 'Read me', hidden: false, rows: 3, more_rows: false },
        { name: 'Old', hidden: true },
        { name: 'Sales', rows: 3 },
        { name: 'Shops', rows: 4 },
        { name: '2', rows: TABLE.length },
      ]);
    }
    const form = new FormData();
    form.append('meta', JSON.stringify({ sheet: 4, dry_run: true }));
    form.append('file', new Blob([book]));
    t.match((await call('POST', await newPath(), form)).body, { sheet: '2', counts: { added: 2 } });
    const refused = await call('POST', `${await newPath()}?sheet=None`, book, XLSX);
    t.match(refused.body.error, {
      code: 'BAD_REQUEST',
      message:
        /sheet: "None" is neither the name nor the 0-based index .* "Read me", hidden "Old", "Sales", "Shops", "2"/,
    });
    const csv = await call(
      'POST',
      `${await newPath()}?dry_run=true&sheet=Stores`,
      'name,lat,lng\nA,1,2\n',
      CSV,
    );
    t.equal(csv.headers.get('x-ignored-params'), 'sheet');
  },
);

t.test('a register is read, and not the list of codes before it', async (t) => {
  const list = (count: number): string =>
    rowsXml([['name', 'city', 'note'], ...Array.from({ length: count }, (_, i) => [`P${i}`, 'Leeds', null])]);
  const blank = `${rowsXml([
    ['name', 'city'],
    ['P', 'Leeds'],
  ])}${Array.from({ length: 500 }, (_, i) => `<row r="${i + 9}"><c r="A${i + 9}" s="1"/></row>`).join('')}`;
  const book = handMadeWorkbook({
    name: 'Codes',
    sheet: list(20),
    more: [
      { name: 'Template', sheet: blank },
      { name: 'Last year', sheet: list(30) },
      { name: 'Register', sheet: list(90) },
      { name: 'Copy', sheet: list(95) },
    ],
  });
  const { body } = await call('POST', `${await newPath()}?dry_run=true`, book, XLSX);
  t.match(body, { sheet: 'Register', counts: { total: 90 } });
});

t.test('the sheet is chosen by the row that the client says the header is', async (t) => {
  const book = handMadeWorkbook({
    name: 'Visits',
    sheet: rowsXml([
      ['name', 'city'],
      ['A', 'Leeds'],
      ['Kim', 'seen'],
      ['B', 'York'],
    ]),
    more: [
      {
        name: 'Shops',
        sheet: rowsXml([['Stores\nof the north'], ['kept', 'by', 'Kim'], ['name', 'city'], ['A', 'Leeds']]),
      },
    ],
  });
  for (const [query, sheet] of [
    ['', 'Visits'],
    ['&header_row=1', 'Visits'],
    ['&header_row=3', 'Shops'],
    ['&header_row=3&sheet=0', 'Visits'],
  ] as const) {
    const { body } = await call('POST', `${await newPath()}?dry_run=true${query}`, book, XLSX);
    t.equal(body.sheet, sheet, query);
  }
});

const table = (): sheetjs.WorkBook => {
  const book = sheetjs.utils.book_new();
  sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet([['name'], ['A']]), 'S');
  return book;
};
const written = (bookType: sheetjs.BookType): Buffer => sheetjs.write(table(), { type: 'buffer', bookType });
const mimetype = (type: string): Buffer => zipOf({ mimetype: type, 'content.xml': '<a/>' });

/** An OLE container that holds an encrypted workbook. */
function encrypted(): Buffer {
  const cfb = sheetjs.CFB.utils.cfb_new();
  sheetjs.CFB.utils.cfb_add(cfb, '/EncryptionInfo', Buffer.alloc(100));
  sheetjs.CFB.utils.cfb_add(cfb, '/EncryptedPackage', Buffer.alloc(8000));
  return Buffer.from(sheetjs.CFB.write(cfb, { type: 'buffer' }) as Uint8Array);
}

/** An OLE container of entries, each with the one beside it and the one in it. */
function container(entries: readonly (readonly [name: string, next?: number, child?: number])[]): Buffer {
  const bytes = Buffer.alloc(512 + 128 * entries.length);
  bytes.writeUInt32BE(0xd0cf11e0, 0);
  bytes.writeUInt16LE(9, 30);
  for (const [i, [name, next = -1, child = -1]] of entries.entries()) {
    const at = 512 + 128 * i;
    bytes.write(name, at, 'utf16le');
    bytes.writeUInt16LE(2 * name.length + 2, at + 64);
    bytes.writeInt32LE(-1, at + 68);
    bytes.writeInt32LE(i === 0 ? -1 : next, at + 72);
    bytes.writeInt32LE(i === 0 ? next : child, at + 76);
  }
  return bytes;
}

t.test('a file that is no workbook is refused with what it is and what to do', async (t) => {
  const path = await newPath();
  for (const [bytes, message] of [
    [written('xls').subarray(0, 1600), /damaged workbook \(\.xls\), .*save it as \.xlsx or as CSV/],
    [written('xlml'), /Excel 2003 XML spreadsheet/],
    [mimetype('application/vnd.oasis.opendocument.spreadsheet'), /content\.xml holds no spreadsheet/],
    [mimetype('application/vnd.oasis.opendocument.body'), /OpenDocument text/],
    [mimetype('application/epub+zip'), /electronic book/],
    [encrypted(), /encrypted with a password: .*remove the password/],
    [zipOf({ 'word/document.xml': '<w/>', '[Content_Types].xml': '<Types/>' }), /Word document \(\.docx\)/],
    [zipOf({ 'ppt/presentation.xml': '<p/>' }), /PowerPoint/],
    [zipOf({ 'doc.kml': '<kml/>' }), /KMZ archive: convert it to GeoJSON/],
    [zipOf({ 'a/b.shp': 'x', 'a/b.dbf': 'x' }), /zipped Shapefile/],
    [zipOf({ 'Index/Document.iwa': 'x' }), /Apple Numbers document/],
    [zipOf({ 'stores.numbers': 'PK' }), /Apple Numbers document: open it in Numbers/],
    [zipOf({ 'a/stores.numbers/Index.zip': 'PK' }), /Apple Numbers document/],
    [
      container([['R', 1], ['Sheet', 2], ['Workbook', 3], ['MBD0001', -1, 4], ['WordDocument']]),
      /workbook is damaged/,
    ],
    [container([['R', 1], ['WordDocument', 2], ['ObjectPool', -1, 3], ['Workbook']]), /old Word document/],
    [
      zipOf({ 'stores.csv': 'name\nA\n' }),
      /zip archive with "stores\.csv", and no Excel workbook: unpack it/,
    ],
    [zipOf({}), /empty zip archive/],
    [BOOK.subarray(0, 1000), /damaged zip archive or workbook .*cut off/],
    [Buffer.concat([BOOK.subarray(0, 700), Buffer.alloc(100, 1), BOOK.subarray(800)]), /damaged/],
    [handMadeWorkbook({ sheet: '' }), /the sheet "Stores" is empty/],
  ] as const) {
    const { status, body } = await call('POST', path, bytes, XLSX);
    t.equal(status, 400, message.source);
    t.match(body.error, { code: 'BAD_REQUEST', message });
  }
  t.same((await call('GET', `/jobs?map_id=${path.split('/')[2]}`)).body.data, []);
});

t.test('options that say how CSV is written are refused for a workbook', async (t) => {
  const { body } = await call('POST', `${await newPath()}?delimiter=;`, BOOK, XLSX);
  t.match(body.error.message, /^delimiter can be given for a CSV file only, and the file is a workbook/);
});

t.test('an upload with an Idempotency-Key gets its first answer again', async (t) => {
  const path = await newPath();
  const headers = { ...XLSX, 'idempotency-key': 'one-workbook' };
  const first = await call('POST', path, BOOK, headers);
  const second = await call('POST', path, BOOK, headers);
  t.equal(second.body.job_id, first.body.job_id);
  await finished(call, first.body);
});

t.test('rows of a workbook without a column of names have their location code as the name', async (t) => {
  const path = await newPath();
  const rows = [
    ['store code', 'lat', 'lng', 'city'],
    ['A-1', 48.1, 11.5, 'Munich'],
    ['A-2', 48.3, 11.7, 'Munich'],
  ];
  const { body } = await call('POST', path, handMadeWorkbook({ sheet: rowsXml(rows) }), XLSX);
  const { added, notes } = await finished(call, body);
  t.equal(added, 2);
  t.match(notes.join('\n'), /the location code of each is its name/);
  const names = (await markersOf(path)).map(({ name }: { name: string }) => name);
  t.same(names.sort(), ['A-1', 'A-2']);
});
