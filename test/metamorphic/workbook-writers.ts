import fc from 'fast-check';
import { Zip, ZipDeflate, ZipPassThrough, zipSync } from 'fflate';
import { type HandMade, handMadeParts } from '../support/workbook-file.js';

export type Value = string | number | boolean | { readonly day: number } | { readonly zip: number } | null;

export const COLUMNS = ['name', 'lat', 'lng', 'opened', 'zip', 'active', 'note'];
const ZIP_FORMAT = '00000';
export const ISO_FORMAT = 'yyyy\\-mm\\-dd';
/** Formats of dates; a number is that of a built-in one. */
const DATE_FORMATS = [
  ISO_FORMAT,
  14,
  'dd/mm/yyyy',
  '[$-407]d. mmmm yyyy;@',
  '[=0]"";dd/mm/yyyy',
  '[Red]yyyy/mm/dd',
];
const [DATE_STYLE, ZIP_STYLE] = [1, 2];
const EPOCH_1900 = 25_569;
const DAYS_1904 = 1462;

/** The text that a careful person reads in a cell. */
export function textOf(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value !== 'object') return String(value);
  if ('zip' in value) return String(value.zip).padStart(5, '0');
  return new Date((value.day - EPOCH_1900) * 86_400_000).toISOString().slice(0, 10);
}

const TEXTS = fc
  .array(
    fc.constantFrom(
      'a',
      ' ',
      ',',
      '"',
      '\n',
      '&',
      '<b>',
      "'",
      'ä',
      '東京',
      '😀',
      '_x0041_',
      '&amp;',
      ']]>',
      '=1',
      '\t',
      '/',
    ),
    { maxLength: 8 },
  )
  .map((parts) => `N${parts.join('')}.`);
const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((n) => n / 1e6);
const orNothing = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 4 });
export const ROWS: fc.Arbitrary<Value[][]> = fc.array(
  fc.tuple(
    TEXTS,
    degrees(90),
    degrees(180),
    orNothing(fc.integer({ min: 30_000, max: 60_000 }).map((day) => ({ day }))),
    orNothing(fc.integer({ min: 1, max: 99_999 }).map((zip) => ({ zip }))),
    orNothing(fc.boolean()),
    orNothing(TEXTS),
  ),
  { minLength: 1, maxLength: 45 },
);

const escapeXml = (text: string): string =>
  text.replaceAll('_x', '_x005F_x').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const kept = (text: string): string => `<t xml:space="preserve">${escapeXml(text)}</t>`;
const numberOf = (value: Exclude<Value, string | boolean | null>): number =>
  typeof value === 'number' ? value : 'zip' in value ? value.zip : value.day;
const styleOf = (value: Value): number =>
  typeof value !== 'object' || value === null ? 0 : 'zip' in value ? ZIP_STYLE : DATE_STYLE;

/** A cell of a program: what stands in its tag, and between that and its end. Nothing: it writes none. */
type Cell = readonly [attributes: string, content: string] | null;

function plainCell(value: Value, textCell: (text: string) => Cell): Cell {
  if (value === null) return null;
  if (typeof value === 'string') return textCell(value);
  if (typeof value === 'boolean') return [' t="b"', `<v>${Number(value)}</v>`];
  return [` s="${styleOf(value)}"`, `<v>${numberOf(value)}</v>`];
}
const inline = (text: string): Cell => [' t="inlineStr"', `<is>${kept(text)}</is>`];

type Table = readonly (readonly Value[])[];
interface SheetHabits {
  readonly cell?: (value: Value) => Cell;
  readonly hasReferences?: boolean;
  readonly row?: string;
  /** Between all tags of rows and cells. */
  readonly between?: string;
  /** Rows from one to the next. */
  readonly step?: number;
}

const cellsOf = (
  cells: readonly Value[],
  row: number,
  { cell = (value) => plainCell(value, inline), hasReferences = true }: SheetHabits,
): string[] =>
  cells.flatMap((value, column) => {
    const written = cell(value);
    const reference = hasReferences ? ` r="${String.fromCharCode(65 + column)}${row}"` : '';
    if (written === null) return hasReferences ? [] : ['<c/>'];
    return [`<c${reference}${written[0]}>${written[1]}</c>`];
  });

const sheetOf = (table: Table, habits: SheetHabits = {}): string =>
  table
    .map((cells, i) => {
      const { row = '', between = '', hasReferences = true, step = 1 } = habits;
      const at = i * step + 1;
      const number = hasReferences ? ` r="${at}"` : '';
      return `<row${number}${row}>${between}${cellsOf(cells, at, habits).join(between)}</row>`;
    })
    .join(habits.between ?? '');

/** Texts as a program shares them, and the cell that names one. */
function sharing(inside: (text: string) => string): { strings: string[]; cell: (text: string) => Cell } {
  const numbers = new Map<string, number>();
  const strings: string[] = [];
  const cell = (text: string): Cell => {
    const number = numbers.get(text) ?? strings.push(inside(text)) - 1;
    numbers.set(text, number);
    return [' t="s"', `<v>${number}</v>`];
  };
  return { strings, cell };
}

const shared = (table: Table, inside: (text: string) => string, habits: SheetHabits = {}): HandMade => {
  const { strings, cell } = sharing(inside);
  return { strings, sheet: sheetOf(table, { ...habits, cell: (value) => plainCell(value, cell) }) };
};

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const prefixed = (xml: string): string => xml.replace(/<(\/?)(?=[a-zA-Z])/g, '<$1x:');
const EXTENSION = '<extLst><ext xmlns:v="urn:v"><v:v>7</v:v><row r="1"><c><v>8</v></c></row></ext></extLst>';

/** Habits of programs that write workbooks, each with all of a table. */
export const HABITS: Readonly<Record<string, (table: Table) => HandMade>> = {
  'shared texts, as Excel writes': (table) =>
    shared(table, kept, { row: ' spans="1:7" x14ac:dyDescent="0.25"' }),
  'inline texts without references, as streams do': (table) => ({
    sheet: sheetOf(table, { hasReferences: false }),
  }),
  'names with a prefix, as SDKs do': (table) => ({
    sheet: `<?xml version="1.0"?><x:worksheet xmlns:x="${MAIN}">${prefixed(`<sheetData>${sheetOf(table)}</sheetData>`)}</x:worksheet>`,
  }),
  'the strict format with dates of ISO 8601': (table) => ({
    sheet: `<?xml version="1.0"?><worksheet xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"><sheetData>${sheetOf(
      table,
      {
        cell: (value) =>
          value !== null && typeof value === 'object' && 'day' in value
            ? [' t="d" s="1"', `<v>${textOf(value)}T00:00:00</v>`]
            : plainCell(value, inline),
      },
    )}</sheetData></worksheet>`,
  }),
  'types of numbers and empty rows with styles, as LibreOffice does': (table) => ({
    sheet: `${sheetOf(table, {
      row: ' customFormat="false" ht="12.8" hidden="false"',
      cell: (value) => {
        const cell = plainCell(value, inline);
        if (cell === null) return [' s="1"', ''];
        return cell[0].includes(' t=') ? cell : [`${cell[0]} t="n"`, cell[1]];
      },
    })}<row r="1048576" ht="12.8"><c r="A1048576" s="1"/></row>`,
  }),
  'rich texts with their pronunciation': (table) =>
    shared(
      table,
      (text) =>
        `<r><rPr><b/></rPr>${kept(text.slice(0, 1))}</r><r>${kept(text.slice(1))}</r><rPh sb="0" eb="1"><t>zz</t></rPh>`,
    ),
  'a row for each cell': (table) => ({
    sheet: table
      .map((cells, i) =>
        cellsOf(cells, i + 1, {})
          .map((cell) => `<row r="${i + 1}">${cell}</row>`)
          .join(''),
      )
      .join(''),
  }),
  'formulas with their values': (table) => ({
    sheet: sheetOf(table, {
      cell: (value) => {
        const cell = plainCell(value, (text) => [' t="str"', `<v>${escapeXml(text)}</v>`]);
        return cell && [cell[0], `<f>IF(A1&lt;&gt;"",B1,"x")</f>${cell[1]}`];
      },
    }),
  }),
  'single quotes, blanks and comments': (table) => {
    const sheet = sheetOf(table, { between: '\n  <!-- </row> <v>1</v> -->\n' });
    return {
      sheet: sheet.replace(/(<(?:c|row) [^>]*>)/g, (tag) =>
        tag.replaceAll('"', "'").replaceAll("='", " = '"),
      ),
    };
  },
  'numbers in exponents': (table) => ({
    sheet: sheetOf(table, {
      cell: (value) =>
        typeof value === 'number'
          ? [' s="0"', `<v>${value.toExponential().toUpperCase()}</v>`]
          : plainCell(value, inline),
    }),
  }),
  'empty rows between, and cells with nothing but a style far away': (table) => ({
    sheet: sheetOf(table, { step: 3 }).replaceAll('</row>', '<c s="1"/></row>'),
  }),
  'CDATA sections': (table) =>
    shared(
      table,
      (text) =>
        `<t><![CDATA[${text.replaceAll('_x', '_x005F_x').replaceAll(']]>', ']]]]><![CDATA[>')}]]></t>`,
    ),
  "a vendor's elements": (table) => ({
    sheet: sheetOf(table, {
      cell: (value) => {
        const cell = plainCell(value, inline);
        return cell && [`${cell[0]} v:r="Z1" xmlns:v="urn:v"`, `<v:v>1</v:v>${cell[1]}${EXTENSION}`];
      },
    }),
    behind: `<controls><control><v:row xmlns:v="urn:v">1</v:row></control></controls>${EXTENSION}`,
  }),
  'dates of 1904, as Excel for Mac writes': (table) => ({
    sheet: sheetOf(
      table.map((cells) =>
        cells.map((value) =>
          value !== null && typeof value === 'object' && 'day' in value
            ? { day: value.day - DAYS_1904 }
            : value,
        ),
      ),
    ),
    properties: 'date1904="1"',
    inWorkbook: '<extLst><ext xmlns:x14="urn:x14"><x14:workbookPr defaultImageDpi="32767"/></ext></extLst>',
  }),
};

type Parts = Record<string, string | Uint8Array | null>;
type Files = Record<string, Uint8Array>;

/** With a record behind each file instead of the sizes before it, as writers do that cannot go back. */
function streamed(files: Files, level: 6 | null): Buffer {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [name, content] of Object.entries(files)) {
    const file = level === null ? new ZipPassThrough(name) : new ZipDeflate(name, { level });
    zip.add(file);
    file.push(content.subarray(0, 100));
    file.push(content.subarray(100), true);
  }
  zip.end();
  return Buffer.concat(chunks);
}

/** Ways to pack the parts. */
const ARCHIVES: Readonly<Record<string, (files: Files) => Uint8Array>> = {
  deflated: (files) => zipSync(files),
  'stored as they are': (files) => zipSync(files, { level: 0 }),
  'with sizes behind each file': (files) => streamed(files, 6),
  'stored with sizes behind each file': (files) => streamed(files, null),
  'with folders, last part first': (files) =>
    zipSync({
      'xl/': new Uint8Array(),
      'xl/worksheets/': new Uint8Array(),
      ...Object.fromEntries(Object.entries(files).reverse()),
    }),
  'with extra fields and a comment': (files) =>
    zipSync(files, { extra: { 21589: new Uint8Array([1, 0, 0, 0, 0]) }, comment: 'made by hand' }),
};

/** Parts around the rows in any program's sheets. */
const SURROUNDINGS = {
  before: [
    '',
    '<dimension ref="A1"/><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="7" width="20" customWidth="1"/></cols>',
  ],
  behind: [
    '',
    '<autoFilter ref="A1:G9"/><conditionalFormatting sqref="B2"><cfRule type="expression" priority="1"><formula>B2&gt;1</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation type="list" sqref="F2"><formula1>"a,b"</formula1></dataValidation></dataValidations><pageMargins left="0.7" right="0.7" top="0.7" bottom="0.7" header="0.3" footer="0.3"/>',
    '<mergeCells count="1"><mergeCell ref="J3:K4"/></mergeCells><hyperlinks><hyperlink ref="A2" location="B2" display="x"/></hyperlinks><legacyDrawing/>',
    EXTENSION,
  ],
} as const;

const NOTE_SHEET = '<row r="1"><c r="A1" t="inlineStr"><is><t>Read me</t></is></c></row>';

/** Properties of a workbook. */
export interface WorkbookKind {
  readonly habit: string;
  readonly archive: string;
  readonly dateFormat: string | number;
  readonly before: string;
  readonly behind: string;
  /** Sheets before and behind that of the table. */
  readonly around: readonly [number, number];
  readonly hasBytesBehind: boolean;
  readonly hasMark: boolean;
  /** Targets of relationships from the top of the archive. */
  readonly isAbsolute: boolean;
  readonly rows: Value[][];
}

export const workbookKinds: fc.Arbitrary<WorkbookKind> = fc.record({
  habit: fc.constantFrom(...Object.keys(HABITS)),
  dateFormat: fc.constantFrom(ISO_FORMAT, ...DATE_FORMATS),
  archive: fc.constantFrom(...Object.keys(ARCHIVES)),
  before: fc.constantFrom(...SURROUNDINGS.before),
  behind: fc.constantFrom(...SURROUNDINGS.behind),
  around: fc.tuple(fc.nat(2), fc.nat(2)),
  hasBytesBehind: fc.boolean(),
  hasMark: fc.boolean(),
  isAbsolute: fc.boolean(),
  rows: ROWS,
});

const TYPES: readonly (readonly [part: RegExp, type: string])[] = [
  [/^xl\/workbook\.xml$/, 'sheet.main'],
  [/^xl\/worksheets\//, 'worksheet'],
  [/^xl\/styles\.xml$/, 'styles'],
  [/^xl\/sharedStrings\.xml$/, 'sharedStrings'],
];

function contentTypes(names: readonly string[]): string {
  const overrides = names.flatMap((name) => {
    const type = TYPES.find(([part]) => part.test(name))?.[1];
    return type === undefined
      ? []
      : [
          `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`,
        ];
  });
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}

/** @returns the workbook, and which of its sheets has the rows */
export function writeWorkbook(kind: WorkbookKind): { bytes: Buffer; sheet: number } {
  const made = HABITS[kind.habit]!([COLUMNS, ...kind.rows]);
  const [before, behind] = kind.around;
  const parts: Parts = handMadeParts({
    formats: [kind.dateFormat, ZIP_FORMAT],
    ...made,
    before: kind.before + (made.before ?? ''),
    behind: (made.behind ?? '') + kind.behind,
    more: Array.from({ length: before + behind }, (_, i) => ({ name: `Notes ${i + 1}`, sheet: NOTE_SHEET })),
  });
  // The sheets stand in the order of the workbook's part, whatever their parts are called.
  parts['xl/workbook.xml'] = String(parts['xl/workbook.xml']).replace(
    /<sheets>(<sheet [^>]*>)(.*)<\/sheets>/,
    (_, first: string, others: string) => {
      const notes = others.match(/<sheet [^>]*>/g) ?? [];
      return `<sheets>${[...notes.slice(0, before), first, ...notes.slice(before)].join('')}</sheets>`;
    },
  );
  const links = 'xl/_rels/workbook.xml.rels';
  if (kind.isAbsolute) parts[links] = String(parts[links]).replaceAll('Target="', 'Target="/xl/');
  parts['[Content_Types].xml'] = contentTypes(Object.keys(parts));
  const files = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      Buffer.from(
        (kind.hasMark && name.startsWith('xl/') && name.endsWith('.xml') ? '\ufeff' : '') + String(part),
      ),
    ]),
  );
  const archive = ARCHIVES[kind.archive]!(files);
  const bytes = Buffer.concat([archive, Buffer.from(kind.hasBytesBehind ? '<html></html>' : '')]);
  return { bytes, sheet: before };
}
