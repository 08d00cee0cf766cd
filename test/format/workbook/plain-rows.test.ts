import { tmpdir } from 'node:os';
import fc from 'fast-check';
import t from 'tap';
import { readFormatCode } from '../../../src/format/workbook/number-format.js';
import { PlainFirst } from '../../../src/format/workbook/plain-elements.js';
import { PlainRows } from '../../../src/format/workbook/plain-rows.js';
import { PlainTexts } from '../../../src/format/workbook/plain-texts.js';
import { SharedStringsReader } from '../../../src/format/workbook/shared-strings.js';
import { type SheetContext, SheetReader } from '../../../src/format/workbook/sheet-reader.js';
import { SheetRecords } from '../../../src/format/workbook/sheet-records.js';
import { StringStore } from '../../../src/format/workbook/string-store.js';
import { XmlScanner } from '../../../src/format/workbook/xml-scanner.js';
import { runs } from '../../support/runs.js';

const strings = new StringStore(tmpdir());
for (const text of ['', 'Main Street', 'ä', '"a, b"', '"a\nb\n"', '  ', '"  "', 'x'.repeat(100)])
  strings.add(Buffer.from(text));
const CONTEXT: SheetContext = {
  strings,
  readings: ['General', 'yyyy-mm-dd', '00000', '[h]:mm'].map(readFormatCode),
  is1904: false,
};
/** Rows that say how wide the table is. */
const HEAD_ROWS = 30;
const HEAD = Array.from(
  { length: HEAD_ROWS },
  (_, i) => `<row r="${i + 1}"><c r="C${i + 1}"><v>1</v></c></row>`,
).join('');
const FIRST_ROW = HEAD_ROWS + 1;

interface Reading {
  push(chunk: Buffer): void;
  finish(): void;
}

function pushCut(bytes: Buffer, cuts: readonly number[], reading: Reading): string {
  try {
    const ends = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
    for (const [i, end] of [...ends, bytes.length].entries())
      reading.push(bytes.subarray(ends[i - 1] ?? 0, end));
    reading.finish();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** All that is known of a sheet once it is read, and how its reading failed. */
function readSheet(xml: string, cuts: readonly number[], takesBytes: boolean) {
  const records = new SheetRecords(5000);
  const scanner = new XmlScanner(new SheetReader(records, CONTEXT), 'sheet1.xml');
  const reading = takesBytes ? new PlainFirst(new PlainRows(records, CONTEXT), scanner) : scanner;
  const failure = pushCut(Buffer.from(xml), cuts, reading);
  const { width, notes, tallRows, merged } = records.findings;
  // Only the first fault of a damaged sheet counts.
  return failure === ''
    ? {
        csv: records.output.take().toString(),
        width,
        notes,
        tallRows: tallRows.runs,
        merged,
        rows: records.count,
      }
    : { failure };
}

const sheetOf = (rows: string): string =>
  `<worksheet><sheetData>${HEAD}${rows}</sheetData><mergeCells/></worksheet>`;

/** Chunks end anywhere. */
const CUTS = fc.array(fc.nat({ max: 4000 }), { maxLength: 6 });

const isSame = (sheet: string, cuts: readonly number[]): boolean => {
  const [plain, events] = [readSheet(sheet, cuts, true), readSheet(sheet, [], false)];
  return JSON.stringify(plain) === JSON.stringify(events);
};

const often = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));
const SPACES = often(' ', '  ', '\n', '\t ');
const VALUES = fc.constantFrom(
  ...[
    '1',
    '0',
    '-0',
    '-12.5',
    '1.50',
    '007',
    '52.520000659999997',
    '1E5',
    '45000.75',
    '123456789012345',
    '1234567890123456',
    '0.1',
    '.5',
    '5.',
    ' 5 ',
  ],
  ...[
    '',
    'x',
    'Main St',
    'a, b',
    '"a"',
    "'=1",
    "O'Hara",
    'a_x000A_b',
    'a_b',
    '&lt;b&gt; &amp; &#233;',
    'a\r\nb',
    '\n',
    ' ',
    'ä',
    '2023-03-15T00:00:00',
    'true',
  ],
);
const KEPT = ' xml:space="preserve"';
const CONTENTS = fc.oneof(
  fc
    .tuple(
      often('', '<f>A1&amp;"x"</f>', '<f t="shared" si="0"/>', "<f t='a'>B1</f>", '<f ref="a>b">1</f>'),
      VALUES,
    )
    .map(([f, v]) => `${f}<v>${v}</v>`),
  fc.tuple(often('', KEPT), VALUES).map(([space, v]) => `<is><t${space}>${v}</t></is>`),
  VALUES.map(
    (v) => `<is><r><rPr><b/></rPr><t>${v}</t></r><r><t>z</t></r><rPh sb="0" eb="1"><t>y</t></rPh></is>`,
  ),
  fc.constantFrom(
    '',
    '<v/>',
    '<v></v>',
    '<f>A1</f>',
    '<f>A1</f><v></v>',
    '<f/>',
    ' <v> 7 </v> ',
    '<v><![CDATA[8 & <9>]]></v>',
    '<!-- <v>1</v> --><v>2</v>',
    '<v>1</v><v>2</v>',
    '<x:v>3</x:v>',
    '<extLst><ext/></extLst>',
    '<v>4</v><x:v xmlns:x="urn:x">3</x:v>',
    '<v xmlns="urn:x">3</v>',
    '<is><t>5</t></is><v>6</v>',
    '<v>6</v><is><t>5</t></is>',
    '<v>7</v><extLst><ext><v>8</v></ext></extLst>',
    'a_x000D_\r\nb',
    '<v>a_x000D_\r\nb</v>',
    '<c><v>9</v></c>',
  ),
);
const COLUMNS = fc.oneof(
  { weight: 5, arbitrary: fc.constant('next') },
  fc.constantFrom('A', 'B', 'c', 'D', 'AZ', 'ZZZ', '$A', '', 'none', "'", 'x:'),
);
const TYPES = fc.constantFrom('', '', 's', 's', 'n', 'str', 'inlineStr', 'b', 'd', 'e', 'z');
const STYLES = fc.constantFrom('', '', '0', '1', '2', '3', '99', '01', 'x');

interface Cell {
  readonly column: string;
  readonly type: string;
  readonly style: string;
  readonly text: number;
  readonly content: string;
  readonly space: string;
  readonly isTurned: boolean;
  readonly isPlain: boolean;
}

const CELLS: fc.Arbitrary<Cell> = fc.record({
  column: COLUMNS,
  type: TYPES,
  style: STYLES,
  text: fc.nat({ max: 8 }),
  content: CONTENTS,
  space: SPACES,
  isTurned: fc.boolean(),
  isPlain: fc.integer({ min: 0, max: 9 }).map((n) => n < 7),
});

function referenceOf({ column, isPlain }: Cell, row: number, i: number): string {
  const next = ` r="${String.fromCharCode(65 + i)}${row}"`;
  if (isPlain || column === 'next') return next;
  if (column === 'none') return '';
  if (column === "'") return next.replaceAll('"', "'");
  return column === 'x:' ? next.replace('r', 'x:r') : ` r="${column}${column === '' ? '' : row}"`;
}

function cellXml(cell: Cell, row: number, i: number): string {
  const { type, style, text, content, space, isTurned, isPlain } = cell;
  const attributes = [
    referenceOf(cell, row, i),
    style && ` s="${style}"`,
    type && ` t="${type}"`,
    isTurned ? ' cm="1"' : '',
  ];
  const tag = (isTurned ? attributes.reverse() : attributes).join('').replaceAll(' ', isPlain ? ' ' : space);
  const inside = type === 's' && isPlain ? `<v>${text}</v>` : content;
  return inside === '' && isTurned ? `<c${tag}/>` : `<c${tag}>${inside}</c>`;
}

const ROW_ATTRIBUTES = often(
  ' spans="1:3" x14ac:dyDescent="0.25"',
  '',
  ' ht="15" customHeight="1"',
  ' hidden="1"',
  ' hidden="false"',
  ' x:hidden="0"',
  " s='1'",
  ' r2="9"',
  ' a ="/>"',
  ' xmlns="urn:x"',
  ' x:r="999"',
);
const ROWS = fc.record({
  gap: often(1, 0, 2, 5, -1),
  isSplit: often(false, true),
  attributes: ROW_ATTRIBUTES,
  around: often(
    '',
    '\n',
    '<!-- </row> -->',
    'text',
    '<row/>',
    '<x:row></x:row>',
    '<x:b xmlns:x="urn:x"><row r="9"/></x:b>',
  ),
  cells: fc.array(CELLS, { maxLength: 5 }),
});

function rowsXml(rows: readonly (typeof ROWS extends fc.Arbitrary<infer R> ? R : never)[]): string {
  let row = FIRST_ROW - 1;
  return rows
    .map(({ gap, isSplit, attributes, around, cells }) => {
      row += gap;
      const number = gap === 0 ? '' : ` r="${row}"`;
      const xml = cells.map((cell, i) => cellXml(cell, row, i));
      const between = isSplit ? `</row><row r="${row}">` : '';
      return `${around}<row${number}${attributes}>${xml.slice(0, 2).join('')}${between}${xml.slice(2).join('')}</row>`;
    })
    .join('');
}

t.test('rows that are read from their bytes are those that the events of XML give', async () => {
  fc.assert(
    fc.property(fc.array(ROWS, { maxLength: 6 }), CUTS, (rows, cuts) => isSame(sheetOf(rowsXml(rows)), cuts)),
    { numRuns: runs(200, 1000) },
  );
});

const GOOD = sheetOf(
  '<row r="31" spans="1:3"><c r="A31" t="s"><v>1</v></c><c r="B31" s="1"><f t="shared" si="0"/><v>45000</v></c></row><row r="32"><c r="A32" t="inlineStr"><is><t xml:space="preserve">a, b</t></is></c><c r="C32"/></row>',
);

t.test('a damaged sheet is read, or refused, as by the events of XML', async () => {
  const junk = fc.constantFrom(
    '',
    '<',
    '>',
    '"',
    "'",
    '&',
    '=',
    '<c',
    '/>',
    '</row>',
    '<row>',
    ' r="1"',
    '0',
    '-',
    '<v>',
    '<!--',
    '-->',
    ' ',
    '\0',
    'é',
  );
  const start = GOOD.indexOf('<row r="30"');
  const change = fc.tuple(fc.integer({ min: start, max: GOOD.length }), fc.nat({ max: 12 }), junk);
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), CUTS, (changes, cuts) => {
      let sheet = GOOD;
      for (const [at, length, text] of changes) sheet = sheet.slice(0, at) + text + sheet.slice(at + length);
      return isSame(sheet, cuts);
    }),
    { numRuns: runs(400, 2000) },
  );
});

t.test('rows as spreadsheet programs write them are plain', async (t) => {
  const rows = [
    '<row r="31" spans="1:3" x14ac:dyDescent="0.25"><c r="A31" t="s"><v>1</v></c><c r="B31" s="1"><v>45000</v></c><c r="C31" s="2"/></row>',
    '\n<row r="32"><c r="A32" t="inlineStr"><is><t>a &amp; b, c</t></is></c><c r="B32" t="n"><v>-0.30000000000000004</v></c></row>',
    '<row><c t="str"><f>A1&amp;B1</f><v>x</v></c><c t="b"><v>1</v></c><c t="d"><v>2023-03-15T00:00:00</v></c></row>',
    '<row r="35" s="1"><c r="A35" s="1"/><c r="B35" s="1"></c><c r="C35" t="str"><v></v></c></row><row r="36"></row>',
    '<row r="40" customFormat="false" ht="12.8" hidden="false" outlineLevel="0"><c r="A40" s="0" t="n"><v>7</v></c></row>',
  ];
  const records = new SheetRecords(5000);
  const scanner = new XmlScanner(new SheetReader(records, CONTEXT), 'sheet1.xml');
  scanner.push(Buffer.from(`<worksheet><sheetData>${HEAD}`));
  const plain = new PlainRows(records, CONTEXT);
  for (const row of rows) {
    const bytes = Buffer.from(row);
    t.equal(plain.read(bytes, 0, bytes.length), bytes.length, row);
  }
});

t.test('empty rows far below the table do not write the gap above them', async (t) => {
  const records = new SheetRecords(5000);
  const scanner = new XmlScanner(new SheetReader(records, CONTEXT), 'sheet1.xml');
  scanner.push(Buffer.from(`<worksheet><sheetData>${HEAD}`));
  const { bytes } = records.output;
  const row = Buffer.from(
    '<row r="1000000"><c r="A1000000" s="1"/><c r="B1000000" t="str"><f>""</f><v></v></c></row>',
  );
  t.equal(new PlainRows(records, CONTEXT).read(row, 0, row.length), row.length);
  t.equal(records.row, 1_000_000);
  t.equal(records.output.bytes, bytes, 'the output has not grown');
});

class CountedScanner extends XmlScanner {
  pushes = 0;

  override push(chunk: Buffer): void {
    this.pushes++;
    super.push(chunk);
  }
}

t.test('end tags in a comment or in an attribute do not cut the chunk for the scanner', async (t) => {
  const tags = '</row>'.repeat(1000);
  for (const rows of [`<!-- ${tags} -->`, `<row a="${tags}" b='c'></row>`]) {
    const records = new SheetRecords(5000);
    const scanner = new CountedScanner(new SheetReader(records, CONTEXT), 'sheet1.xml');
    const reading = new PlainFirst(new PlainRows(records, CONTEXT), scanner);
    reading.push(Buffer.from(`<worksheet><sheetData>${HEAD}`));
    const before = scanner.pushes;
    reading.push(Buffer.from(rows));
    t.equal(scanner.pushes - before, 2);
  }
});

/** Shared texts, and how their reading failed. */
function readTexts(xml: string, cuts: readonly number[], takesBytes: boolean): string[] {
  const store = new StringStore(tmpdir());
  const scanner = new XmlScanner(new SharedStringsReader(store), 'sharedStrings.xml');
  const failure = pushCut(
    Buffer.from(xml),
    cuts,
    takesBytes ? new PlainFirst(new PlainTexts(store), scanner) : scanner,
  );
  if (failure !== '') return [failure];
  return Array.from({ length: store.count }, (_, i) => {
    const { bytes, from, to } = store.find(i)!;
    return bytes.toString('utf8', from, to);
  });
}

t.test('shared texts that are read from their bytes are those that the events of XML give', async () => {
  const inside = fc.oneof(
    fc.tuple(often('', KEPT, " a='>'"), VALUES).map(([space, text]) => `<t${space}>${text}</t>`),
    fc.tuple(VALUES, VALUES).map(([a, b]) => `<r><t>${a}</t></r><r><t>${b}</t></r><rPh><t>x</t></rPh>`),
    fc.constantFrom(
      '',
      '<t/>',
      '<t><![CDATA[</si>]]></t>',
      '<!-- </si> --><t>b</t>',
      '<x:t>c</x:t>',
      '<t>d</t',
      '<',
    ),
  );
  const text = fc
    .tuple(often('', '\n ', '<!-- x -->', '<si/>'), inside)
    .map(([before, text]) => `${before}<si>${text}</si>`);
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), CUTS, (texts, cuts) => {
      const xml = `<sst>${texts.join('')}</sst>`;
      return readTexts(xml, cuts, true).join('|') === readTexts(xml, [], false).join('|');
    }),
    { numRuns: runs(100, 500) },
  );
});
