import t from 'tap';
import { MAX_RECORD_BYTES } from '../../../src/format/block.js';
import { readWorkbook } from '../../support/read-workbook.js';
import { type HandMade, handMadeWorkbook, rowsXml } from '../../support/workbook-file.js';

/** A header `name`, `value` and one row, whose second cell is given. */
const cell = (inside: string, attributes = ''): string =>
  `${rowsXml([['name', 'value']])}<row r="2"><c r="A2" t="inlineStr"><is><t>A</t></is></c><c r="B2" ${attributes}>${inside}</c></row>`;
const number = (value: string, style = 0): string => cell(`<v>${value}</v>`, `s="${style}"`);

interface Case {
  readonly made: HandMade;
  /** The second cell of the second row; undefined: the cell is not there. */
  readonly value: string | undefined;
}

/** Workbooks with the text that a careful person reads in B2. */
const CELLS: Readonly<Record<string, Case>> = {
  'a sum of tenths': { made: { sheet: number('0.30000000000000004') }, value: '0.3' },
  'a coordinate with all its digits': {
    made: { sheet: number('-122.41941550000001') },
    value: '-122.4194155',
  },
  'a whole number that was stored as a fraction': { made: { sheet: number('5.0') }, value: '5' },
  'a fraction with a trailing zero': { made: { sheet: number('1.50') }, value: '1.5' },
  'a large number with an exponent': { made: { sheet: number('1.23456789E+12') }, value: '1234567890000' },
  'a small number with an exponent': { made: { sheet: number('1E-7') }, value: '0.0000001' },
  'a whole number of 17 digits keeps them': {
    made: { sheet: number('12345678901234567') },
    value: '12345678901234567',
  },
  'a negative zero': { made: { sheet: number('-0') }, value: '0' },
  'a ZIP with a leading zero by its format': {
    made: { sheet: number('2138', 1), formats: ['00000'] },
    value: '02138',
  },
  'a ZIP+4 by its format': {
    made: { sheet: number('21381234', 1), formats: ['00000\\-0000'] },
    value: '02138-1234',
  },
  'a special format with a language': {
    made: { sheet: number('2138', 1), formats: ['[$-409]00000'] },
    value: '02138',
  },
  'a store number with letters before it': {
    made: { sheet: number('42', 1), formats: ['"S-"0000'] },
    value: 'S-0042',
  },
  'a fraction in a format of zeros': {
    made: { sheet: number('12.75', 1), formats: ['0000'] },
    value: '12.75',
  },
  'a ZIP that is text': { made: { sheet: cell('<is><t>02138</t></is>', 't="inlineStr"') }, value: '02138' },
  'a percentage': { made: { sheet: number('0.255', 1), formats: ['0.0%'] }, value: '0.255' },
  'a built-in percentage': { made: { sheet: number('0.25', 1), formats: [9] }, value: '0.25' },
  dollars: {
    made: { sheet: number('1234.5', 1), formats: ['"$"#,##0.00;[Red]"$"#,##0.00'] },
    value: '1234.5',
  },
  'euros with a colour and a language': {
    made: { sheet: number('99', 1), formats: ['#,##0.00\\ [$€-407];[Red]\\-#,##0.00\\ [$€-407]'] },
    value: '99',
  },
  'a scientific format': { made: { sheet: number('1500000', 1), formats: ['0.00E+00'] }, value: '1500000' },
  'a date by a built-in format': { made: { sheet: number('45000', 1), formats: [14] }, value: '2023-03-15' },
  'a date by a format of its own': {
    made: { sheet: number('45000', 1), formats: ['dd.mm.yyyy;@'] },
    value: '2023-03-15',
  },
  'a date by a long format with a language': {
    made: { sheet: number('45000', 1), formats: ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy'] },
    value: '2023-03-15',
  },
  'a date by an eastern format': { made: { sheet: number('45000', 1), formats: [31] }, value: '2023-03-15' },
  'a month': { made: { sheet: number('45000', 1), formats: ['mmm\\-yy'] }, value: '2023-03-15' },
  'a date that has a time which its format hides': {
    made: { sheet: number('45000.75', 1), formats: [14] },
    value: '2023-03-15',
  },
  'a date with its time': {
    made: { sheet: number('45000.75', 1), formats: ['yyyy\\-mm\\-dd\\ hh:mm'] },
    value: '2023-03-15T18:00:00',
  },
  'a date with a time just before midnight': {
    made: { sheet: number('45000.999999999', 1), formats: [22] },
    value: '2023-03-16T00:00:00',
  },
  'a time': { made: { sheet: number('0.60416666666666663', 1), formats: ['h:mm\\ AM/PM'] }, value: '14:30' },
  'a time with seconds': {
    made: { sheet: number('0.5000115740740741', 1), formats: [21] },
    value: '12:00:01',
  },
  'a duration': { made: { sheet: number('1.1458333333333333', 1), formats: ['[h]:mm'] }, value: '27:30' },
  'the first day': { made: { sheet: number('1', 1), formats: [14] }, value: '1900-01-01' },
  'the last day before the leap bug': {
    made: { sheet: number('59', 1), formats: [14] },
    value: '1900-02-28',
  },
  'the day that never was': { made: { sheet: number('60', 1), formats: [14] }, value: '1900-02-29' },
  'the day after it': { made: { sheet: number('61', 1), formats: [14] }, value: '1900-03-01' },
  'the last day of all': { made: { sheet: number('2958465', 1), formats: [14] }, value: '9999-12-31' },
  'a day beyond it': { made: { sheet: number('2958466', 1), formats: [14] }, value: '2958466' },
  'a negative date': { made: { sheet: number('-1', 1), formats: [14] }, value: '-1' },
  'a date of 1904': {
    made: { sheet: number('43538', 1), formats: [14], properties: 'date1904="1"' },
    value: '2023-03-15',
  },
  'the first day of 1904': {
    made: { sheet: number('0', 1), formats: [14], properties: 'date1904="true"' },
    value: '1904-01-01',
  },
  'a date that is stored as ISO 8601': {
    made: { sheet: cell('<v>2023-03-15T00:00:00.000</v>', 't="d"') },
    value: '2023-03-15',
  },
  'a number in a format with letters of dates in quotes': {
    made: { sheet: number('12', 1), formats: ['0" days"'] },
    value: '12',
  },
  'a format of General in words': {
    made: { sheet: number('12', 1), formats: ['General" min"'] },
    value: '12',
  },
  true: { made: { sheet: cell('<v>1</v>', 't="b"') }, value: 'TRUE' },
  'a formula with a number': { made: { sheet: cell('<f>A1*2</f><v>42</v>') }, value: '42' },
  'a formula with a text': {
    made: { sheet: cell('<f>A1&amp;"x"</f><v>x &amp; y</v>', 't="str"') },
    value: 'x & y',
  },
  'rich text': {
    made: {
      sheet: cell(
        '<is><r><rPr><b/></rPr><t>Main </t></r><r><t xml:space="preserve">Street</t></r></is>',
        't="inlineStr"',
      ),
    },
    value: 'Main Street',
  },
  'rich shared text with its pronunciation': {
    made: {
      sheet: cell('<v>0</v>', 't="s"'),
      strings: [
        '<r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>',
      ],
    },
    value: '東京',
  },
  'characters that XML cannot hold': {
    made: { sheet: cell('<v>0</v>', 't="s"'), strings: ['<t>a_x000D__x000A_b _x005F_x0041_</t>'] },
    value: 'a\nb _x0041_',
  },
  'entities and character references': {
    made: {
      sheet: cell('<v>0</v>', 't="s"'),
      strings: ['<t>&lt;A&amp;B&gt; &quot;C&quot; &#233;&#x1F600;</t>'],
    },
    value: '<A&B> "C" é😀',
  },
  'a CDATA section': {
    made: { sheet: cell('<v>0</v>', 't="s"'), strings: ['<t><![CDATA[a & <b>]]></t>'] },
    value: 'a & <b>',
  },
  'a comment within': { made: { sheet: cell('<!-- > <v>1</v> --><v>2</v>') }, value: '2' },
  'a line end that is written twice': {
    made: { sheet: cell('<v>A_x000D_\r\nB_x000D_\nC&#13;\nD</v>', 't="str"') },
    value: 'A\nB\nC\nD',
  },
  'a value beside the inline text': {
    made: { sheet: cell('<v>7</v><is><t>seven</t></is>', 't="inlineStr"') },
    value: 'seven',
  },
  'an inline text beside the value': { made: { sheet: cell('<is><t>seven</t></is><v>7</v>') }, value: '7' },
  "a vendor's value within a cell": {
    made: { sheet: cell('<v>7</v><x:v xmlns:x="urn:vendor">8</x:v><extLst><ext><v>9</v></ext></extLst>') },
    value: '7',
  },
  "a vendor's attributes": { made: { sheet: cell('<v>1</v>', 'x:t="b" x:r="Z9"') }, value: '1' },
  'an empty reference': {
    made: {
      sheet: `${rowsXml([['name', 'value']])}<row r=""><c r=""><is><t>A</t></is></c><c r=""><v>5</v></c></row>`,
    },
    value: '5',
  },
  'a date of 1904 as Excel for Mac writes it': {
    made: {
      sheet: number('43538', 1),
      formats: [14],
      properties: 'date1904="1"',
      inWorkbook: '<extLst><ext xmlns:x14="urn:x14"><x14:workbookPr defaultImageDpi="32767"/></ext></extLst>',
    },
    value: '2023-03-15',
  },
  "a date of 1900 with a vendor's dates of 1904": {
    made: {
      sheet: number('45000', 1),
      formats: [14],
      inWorkbook:
        '<extLst><ext><workbookPr date1904="1"/></ext></extLst><x:workbookPr xmlns:x="urn:x" date1904="1"/><a><workbookPr date1904="1"/></a>',
    },
    value: '2023-03-15',
  },
  'commas, quotes and line ends': {
    made: { sheet: cell('<is><t>"A", B\r\nC</t></is>', 't="inlineStr"') },
    value: '"A", B\nC',
  },
  'an apostrophe before an equals sign': {
    made: { sheet: cell("<is><t>'=1</t></is>", 't="inlineStr"') },
    value: "''=1",
  },
};

for (const [name, { made, value }] of Object.entries(CELLS))
  t.test(`cell: ${name}`, async (t) => {
    const { rows } = await readWorkbook(handMadeWorkbook(made));
    t.equal(rows[2]?.[1], value);
    t.equal(rows[2]?.[0], 'A');
  });

t.test('the name of a sheet is cut where it is longer than any program writes it', async (t) => {
  const { sheets } = await readWorkbook(
    handMadeWorkbook({ name: 'S'.repeat(100_000), sheet: rowsXml([['name']]) }),
  );
  t.same(sheets, [`${'S'.repeat(100)}…`]);
});

t.test('errors of formulas are empty, with a note', async (t) => {
  const sheet = `${rowsXml([['name', 'a', 'b']])}<row r="2"><c r="A2" t="inlineStr"><is><t>A</t></is></c><c r="B2" t="e"><f>NA()</f><v>#N/A</v></c><c r="C2" t="e"><v>#REF!</v></c></row>`;
  const { rows, notes } = await readWorkbook(handMadeWorkbook({ sheet }));
  t.same(rows, { 2: ['A'] });
  t.same(notes, ['Cells with an error of a formula were read as empty: 2, the first is B2 #N/A.']);
});

t.test('linked data types are empty, with a note of their own', async (t) => {
  const { notes } = await readWorkbook(handMadeWorkbook({ sheet: cell('<v>#VALUE!</v>', 't="e" vm="1"') }));
  t.same(notes, [
    'Cells of a linked data type (Geography, Stocks) or with a picture were read as empty: B2. Excel\'s "Convert to Text" makes texts of them.',
  ]);
});

t.test('formulas that no program has calculated are empty, with a note', async (t) => {
  const { rows, notes } = await readWorkbook(handMadeWorkbook({ sheet: cell('<f>SUM(A1)</f>') }));
  t.same(rows, { 2: ['A'] });
  t.match(notes, [/^Cells with a formula that was never calculated were read as empty: B2\./]);
});

t.test('hidden rows and columns are read, and noted', async (t) => {
  const before = '<cols><col min="2" max="2" hidden="1"/><col min="3" max="16384" hidden="true"/></cols>';
  const sheet = rowsXml([
    ['name', 'value'],
    ['A', 1],
    ['B', 2],
  ]).replace('<row r="3">', '<row r="3" hidden="1">');
  const { rows, notes } = await readWorkbook(handMadeWorkbook({ sheet, before }));
  t.same(rows, { 2: ['A', '1'], 3: ['B', '2'] });
  t.same(notes, ['The sheet has 1 hidden row and 1 hidden column, read like the others.']);
});

t.test('rows keep their numbers, whatever is empty or long before them', async (t) => {
  const sheet =
    '<row r="3"><c r="B3" t="inlineStr"><is><t>na\nme</t></is></c></row><row r="4"><c r="B4" s="1"/></row>' +
    '<row r="6"><c r="B6" t="inlineStr"><is><t>two\nlines</t></is></c></row><row r="7"><c r="B7" t="inlineStr"><is><t>a\n\nb</t></is></c></row>' +
    '<row r="8"><c r="B8" t="str"><f>""</f><v></v></c></row><row r="9"><c r="B9" t="inlineStr"><is><t>  </t></is></c></row><row r="500"><c r="B500"><v>9</v></c></row>';
  const { header, rows } = await readWorkbook(handMadeWorkbook({ sheet }));
  t.same(header, ['', 'na\nme']);
  t.same(rows, { 6: ['', 'two\nlines'], 7: ['', 'a\n\nb'], 500: ['', '9'] });
});

t.test('a cell far out makes neither rows nor columns', async (t) => {
  const sheet = `${rowsXml([
    ['name', 'value'],
    ['A', 1],
  ])}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`;
  const { header, rows, notes } = await readWorkbook(handMadeWorkbook({ sheet }));
  t.same(header, ['name', 'value']);
  t.same(rows, { 2: ['A', '1'] });
  t.same(notes, ['Cells far right of the table were left out: XFD1048576.']);
});

t.test('a header cell far out is none', async (t) => {
  const sheet = rowsXml([
    ['name', 'value'],
    ['A', 1],
  ]).replace('</row>', '<c r="XFD1"><v>1</v></c></row>');
  const { header, rows } = await readWorkbook(handMadeWorkbook({ sheet }));
  t.same(header, ['name', 'value']);
  t.same(rows, { 2: ['A', '1'] });
});

t.test('a cell far out that stands alone above the header is left out', async (t) => {
  const { header, rows, notes } = await readWorkbook(
    handMadeWorkbook({
      sheet: `<row r="1"><c r="XFD1"><v>1</v></c></row>${['A3', 'A4'].map((ref, i) => `<row r="${i + 3}"><c r="${ref}" t="str"><v>x${i}</v></c><c t="str"><v>y${i}</v></c></row>`).join('')}`,
    }),
  );
  t.same([header, rows], [['x0', 'y0'], { 4: ['x1', 'y1'] }]);
  t.same(notes, ['Cells far right of the table were left out: XFD1.']);
});

t.test('a table may begin far right, below a title', async (t) => {
  const row = (number: number, texts: readonly string[]): string =>
    `<row r="${number}">${texts.map((text, i) => `<c r="D${String.fromCharCode(65 + i)}${number}" t="str"><v>${text}</v></c>`).join('')}</row>`;
  const { header, rows, notes } = await readWorkbook(
    handMadeWorkbook({
      sheet: `<row r="1"><c r="A1" t="str"><v>Title</v></c></row>${row(2, ['name', 'city'])}${row(3, ['A', 'Bonn'])}`,
    }),
  );
  t.same(header.slice(104), ['name', 'city']);
  t.same(rows[3]?.slice(104), ['A', 'Bonn']);
  t.same(notes, []);
});

t.test('a column without a header that has values is one', async (t) => {
  const { header, rows } = await readWorkbook(
    handMadeWorkbook({ sheet: rowsXml([['name'], ['A', null, 'note']]) }),
  );
  t.same(header, ['name', '', '']);
  t.same(rows, { 2: ['A', '', 'note'] });
});

t.test('a merged header is that of all its columns, a merged value that of its cell', async (t) => {
  const sheet = rowsXml([
    ['name', 'address', null],
    ['A', 'Main St', 'Boston'],
    [null, 'Side St', 'Leeds'],
  ]);
  const behind = '<mergeCells count="2"><mergeCell ref="B1:C1"/><mergeCell ref="A2:A3"/></mergeCells>';
  const { header, rows } = await readWorkbook(handMadeWorkbook({ sheet, behind }));
  t.same(header, ['name', 'address', 'address']);
  t.same(rows, { 2: ['A', 'Main St', 'Boston'], 3: ['', 'Side St', 'Leeds'] });
});

const DATA = Array.from({ length: 40 }, (_, i) => [`S${i}`, `${i}`, `${2 * i}`, `${3 * i}`, `Town ${i}`]);
const MERGED_HEADS: Readonly<
  Record<string, { head: (string | null)[][]; merged: string[]; names: string[] }>
> = {
  'of two rows': {
    head: [
      ['Name', 'Visitors', null, null, 'City'],
      [null, 'Men', 'Women', 'Others', null],
    ],
    merged: ['A1:A2', 'E1:E2', 'B1:D1'],
    names: ['Name', 'Visitors Men', 'Visitors Women', 'Visitors Others', 'City'],
  },
  'of two rows, by what is merged over columns alone': {
    head: [
      ['Name', 'Zu', null, null, 'City'],
      [null, 'Ob', 'Ub', 'Ib', null],
    ],
    merged: ['B1:D1'],
    names: ['Name', 'Zu Ob', 'Zu Ub', 'Zu Ib', 'City'],
  },
  'of three rows': {
    head: [
      ['Name', 'Revenue', null, null, 'City'],
      [null, '2025', null, '2026', null],
      [null, 'Q1', 'Q2', 'Q1', null],
    ],
    merged: ['A1:A3', 'E1:E3', 'B1:D1', 'B2:C2'],
    names: ['Name', 'Revenue 2025 Q1', 'Revenue 2025 Q2', 'Revenue 2026 Q1', 'City'],
  },
  'of three rows with line breaks below a merged title': {
    head: [
      ['Communes and their people', null, null, null, null],
      ['Code\nof it', 'People', null, null, 'Name of\nthe town'],
      [null, 'All', 'Of them', null, null],
      [null, null, 'Men', 'Women', null],
    ],
    merged: ['A1:E1', 'A2:A4', 'E2:E4', 'B2:D2', 'B3:B4', 'C3:D3'],
    names: ['Code of it', 'People All', 'People Of them Men', 'People Of them Women', 'Name of the town'],
  },
  'of one row, with merged cells below it': {
    head: [['Name', 'a', 'b', 'c', 'City']],
    merged: ['A2:A4', 'B3:C3'],
    names: ['Name', 'a', 'b', 'c', 'City'],
  },
};

for (const [name, { head, merged, names }] of Object.entries(MERGED_HEADS))
  t.test(`a header ${name}`, async (t) => {
    const behind = `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
    const { header, rows } = await readWorkbook(
      handMadeWorkbook({ sheet: rowsXml([...head, ...DATA]), behind }),
    );
    t.same(header, names);
    t.same(rows, Object.fromEntries(DATA.map((cells, i) => [head.length + 1 + i, cells])));
  });

t.test('long texts that are merged over thousands of columns make short names', async (t) => {
  const rows = [1, 2, 3, 4];
  const head = rows.map((row) => [`${row}${'x'.repeat(15_000)}`]);
  const wide = `<row r="5">${'<c><v>1</v></c>'.repeat(4000)}</row>`;
  const behind = `<mergeCells><mergeCell ref="A1:A4"/>${rows.map((row) => `<mergeCell ref="A${row}:EWV${row}"/>`).join('')}</mergeCells>`;
  const { header } = await readWorkbook(handMadeWorkbook({ sheet: rowsXml(head) + wide, behind }));
  t.equal(header.length, 4000);
  t.ok(header.every((name) => name.length <= 200));
});

t.test('a shared text that is longer than a cell may be ends where its cell does', async (t) => {
  const strings = [`<t>"a", ${'x'.repeat(300_000)}</t>`];
  const { rows } = await readWorkbook(handMadeWorkbook({ sheet: cell('<v>0</v>', 't="s"'), strings }));
  t.same(Object.keys(rows), ['2']);
  t.ok(rows[2]![1]!.length > 4 * 32_000);
});

t.test('what a button or a vendor calls a row is none', async (t) => {
  const table = rowsXml([
    ['name', 'value'],
    ['A', 1],
  ]);
  const vendor = '<x:row xmlns:x="urn:x" r="1"><c><v>2</v></c></x:row>';
  const { rows } = await readWorkbook(
    handMadeWorkbook({
      sheet: `${table}${vendor}<row r="1048576" ht="20"/>`,
      behind: `<controls><control><from><xdr:row xmlns:xdr="urn:xdr">3</xdr:row><row>3</row></from></control></controls>`,
    }),
  );
  t.same(rows, { 2: ['A', '1'] });
});

t.test('rows and cells may do without their references', async (t) => {
  const sheet =
    '<row><c t="inlineStr"><is><t>name</t></is></c><c><v>7</v></c></row><row><c><v>1</v></c></row>';
  const { header, rows } = await readWorkbook(handMadeWorkbook({ sheet }));
  t.same(header, ['name', '7']);
  t.same(rows, { 2: ['1'] });
});

t.test('a row may come in pieces', async (t) => {
  const cellOf = (row: number, column: string, text: string): string =>
    `<row r="${row}" spans="1:3"><c r="${column}${row}" t="inlineStr"><is><t>${text}</t></is></c></row>`;
  const texts = Array.from({ length: 80 }, (_, i) => [`name ${i}`, 'a "b",\nc', `x${i}`.repeat(i)]);
  const pieces = texts.map(
    ([a, b, c], i) => cellOf(i + 1, 'A', a!) + cellOf(i + 1, 'C', c!) + cellOf(i + 1, 'B', b!),
  );
  const { rows } = await readWorkbook(
    handMadeWorkbook({ sheet: `${pieces.join('')}${cellOf(90, 'B', 'last')}` }),
  );
  t.same(rows, {
    ...Object.fromEntries(texts.slice(1).map((cells, i) => [i + 2, cells])),
    90: ['', 'last'],
  });
  await t.rejects(
    readWorkbook(
      handMadeWorkbook({ sheet: cellOf(1, 'A', 'a') + cellOf(3, 'A', 'b') + cellOf(2, 'A', 'c') }),
    ),
    { code: 'BAD_REQUEST', message: /out of order \(row 2 stands behind row 3.*save it anew/ },
  );
});

t.test('cells of a row may stand in any order', async (t) => {
  const sheet = `${rowsXml([['a', 'b']])}<row r="2"><c r="B2"><v>2</v></c><c r="A2"><v>1</v></c></row>`;
  t.same((await readWorkbook(handMadeWorkbook({ sheet }))).rows, { 2: ['1', '2'] });
});

const TABLE = rowsXml([
  ['name', 'value'],
  ['Ä, "B"', 1],
]);
const READ = { 2: ['Ä, "B"', '1'] };
const sheetXml = (encoding: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?><x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheetData>${TABLE.replaceAll(/<(\/?)(\w)/g, '<$1x:$2')}</x:sheetData></x:worksheet>`;
const big = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

const PACKAGES: Readonly<Record<string, HandMade>> = {
  'names with a prefix, of a strict file': { parts: { 'xl/worksheets/sheet1.xml': sheetXml('UTF-8') } },
  'UTF-16 with a byte order mark': {
    parts: { 'xl/worksheets/sheet1.xml': Buffer.from(`\ufeff${sheetXml('UTF-16')}`, 'utf16le') },
  },
  'UTF-16 without one': { parts: { 'xl/worksheets/sheet1.xml': Buffer.from(sheetXml('UTF-16'), 'utf16le') } },
  'big-endian UTF-16': { parts: { 'xl/worksheets/sheet1.xml': big(sheetXml('UTF-16')) } },
  'Latin-1': { parts: { 'xl/worksheets/sheet1.xml': Buffer.from(sheetXml('ISO-8859-1'), 'latin1') } },
  'UTF-8 with a byte order mark': { parts: { 'xl/worksheets/sheet1.xml': `\ufeff${sheetXml('UTF-8')}` } },
  'targets that are absolute': {
    sheet: TABLE,
    parts: {
      '_rels/.rels':
        '<Relationships><Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/xl/workbook.xml"/></Relationships>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
    },
  },
  'targets with dots and other cases': {
    sheet: TABLE,
    parts: {
      'xl/_rels/workbook.xml.rels':
        "<Relationships><Relationship Id='rId1' Type='x/worksheet' Target='./../xl/Worksheets/Sheet1.XML'/></Relationships>",
    },
  },
  'no styles': { sheet: TABLE, parts: { 'xl/styles.xml': null } },
  'names of files with backslashes and a slash before them': {
    sheet: TABLE,
    parts: {
      'xl/worksheets/sheet1.xml': null,
      '/xl\\worksheets\\sheet1.xml': `<worksheet><sheetData>${TABLE}</sheetData></worksheet>`,
    },
  },
};

for (const [name, made] of Object.entries(PACKAGES))
  t.test(`package: ${name}`, async (t) => {
    const { header, rows } = await readWorkbook(handMadeWorkbook(made));
    t.same(header, ['name', 'value']);
    t.same(rows, READ);
  });

t.test('sheets are tables, in the order of their tabs', async (t) => {
  const more = [
    { name: 'Über & "B"', sheet: rowsXml([['x'], ['1']]) },
    { name: 'Lists', sheet: '', state: 'veryHidden' },
  ];
  const bytes = handMadeWorkbook({ sheet: TABLE, more });
  t.same((await readWorkbook(bytes)).sheets, ['Stores', 'Über & "B"', 'Lists']);
  t.same((await readWorkbook(bytes, 1)).rows, { 2: ['1'] });
  t.same((await readWorkbook(bytes, 2)).header, []);
});

t.test('a row that is too long is cut where that is certain', async (t) => {
  const strings = [`<t>${'x'.repeat(100_000)}</t>`];
  const long = `<row>${'<c t="s"><v>0</v></c>'.repeat(1000)}</row>`;
  const head = `<row>${'<c><v>1</v></c>'.repeat(1000)}</row>`;
  const last = '<row><c><v>7</v></c></row>';
  for (const rowsAbove of [2, 40]) {
    const { rows } = await readWorkbook(
      handMadeWorkbook({ sheet: head.repeat(rowsAbove) + long + last, strings }),
    );
    const { length } = rows[rowsAbove + 1]!.join(',');
    t.ok(length > MAX_RECORD_BYTES && length < MAX_RECORD_BYTES + 200_000, `below ${rowsAbove} rows`);
    t.same(rows[rowsAbove + 2], ['7']);
  }
  await t.rejects(readWorkbook(handMadeWorkbook({ sheet: head + long.repeat(10), strings })), {
    code: 'BAD_REQUEST',
    message: /too many long texts/,
  });
});

t.test('what is damaged or a trick is refused', async (t) => {
  const sheet1 = (content: string): HandMade => ({ parts: { 'xl/worksheets/sheet1.xml': content } });
  const cases: readonly (readonly [string, Buffer, RegExp])[] = [
    [
      'cut off',
      handMadeWorkbook({ sheet: TABLE }).subarray(0, 900),
      /damaged zip archive or workbook .*cut off/,
    ],
    [
      'a sheet that ends early',
      handMadeWorkbook(sheet1('<worksheet><sheetData><row r="1">')),
      /sheet1\.xml ends too early/,
    ],
    [
      'a sheet that closes what is not open',
      handMadeWorkbook(sheet1('<worksheet></row>')),
      /closes <row>, which is not open/,
    ],
    [
      'a bomb of entities',
      handMadeWorkbook(sheet1('<!DOCTYPE a [<!ENTITY b "bbbb">]><worksheet/>')),
      /document type declaration/,
    ],
    [
      'a file of this machine',
      handMadeWorkbook({
        sheet: TABLE,
        strings: [],
        parts: { 'xl/sharedStrings.xml': '<!DOCTYPE a SYSTEM "file:///etc/passwd"><sst/>' },
      }),
      /document type declaration/,
    ],
    ['nested deeply', handMadeWorkbook(sheet1('<a>'.repeat(200))), /nested too deeply/],
    [
      'a text that is not there',
      handMadeWorkbook({ sheet: cell('<v>7</v>', 't="s"'), strings: [] }),
      /B2 names a text that is not there/,
    ],
    [
      'rows backwards',
      handMadeWorkbook({ sheet: '<row r="2"><c><v>1</v></c></row><row r="1"/>' }),
      /row 1 stands behind row 2/,
    ],
    [
      'more rows than a sheet has',
      handMadeWorkbook({ sheet: '<row r="1048577"><c><v>1</v></c></row>' }),
      /of 1048576 that a sheet can have/,
    ],
    [
      'a zip bomb',
      handMadeWorkbook(sheet1(`<worksheet>${'<a/>'.repeat(5 << 20)}</worksheet>`)),
      /unpacks to far more/,
    ],
    [
      'no sheet',
      handMadeWorkbook({ parts: { 'xl/_rels/workbook.xml.rels': '<Relationships/>' } }),
      /no sheet with a table/,
    ],
    [
      'a missing part',
      handMadeWorkbook({ parts: { 'xl/worksheets/sheet1.xml': null } }),
      /sheet1\.xml is missing/,
    ],
    [
      'a missing workbook',
      handMadeWorkbook({ parts: { 'xl/workbook.xml': null } }),
      /workbook\.xml is missing/,
    ],
  ];
  for (const [name, bytes, message] of cases)
    await t.rejects(readWorkbook(bytes), { code: 'BAD_REQUEST', message }, name);
  const wide = `<row r="1">${Array.from({ length: 30 }, () => '<c><v>1</v></c>').join('')}</row>`;
  await t.rejects(readWorkbook(handMadeWorkbook({ sheet: wide }), 0, 20), {
    message: /row 1 has more than 20/,
  });
});

t.test('a tag of any number of attributes is read in one pass', async (t) => {
  for (const attributes of ['a="1"', ' a="1"', ' a= ', ' xmlns:a="1"'])
    for (const sheet of [
      `<c${attributes.repeat(200_000)} t="b"><v>1</v></c>`,
      `<d${attributes.repeat(200_000)}/>`,
    ])
      await readWorkbook(handMadeWorkbook({ sheet: `<row r="1">${sheet}</row>` })).catch(({ code }) =>
        t.equal(code, 'BAD_REQUEST'),
      );
});

t.test('files by one name in an archive count each', async (t) => {
  const count = 20_001;
  const entry = Buffer.alloc(47);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(1, 28);
  entry.write('a', 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(count * entry.length, 12);
  const archive = Buffer.concat([...Array<Buffer>(count).fill(entry), end]);
  await t.rejects(readWorkbook(archive), { code: 'BAD_REQUEST', message: /over 20000 files/ });
});
