import fc from 'fast-check';
import t from 'tap';
import { readWorkbook } from '../../support/read-workbook.js';
import { type HandMade, handMadeParts, zipOf } from '../../support/workbook-file.js';

type Value = string | number | boolean | { readonly day: number } | { readonly zip: number } | null;

const COLUMNS = ['name', 'lat', 'lng', 'opened', 'zip', 'active', 'note'];
const FORMATS = ['yyyy\\-mm\\-dd', '00000'];
const [DATE_STYLE, ZIP_STYLE] = [1, 2];
const EPOCH_1900 = 25_569;
const DAYS_1904 = 1462;

/** The text that a careful person reads in a cell. */
function textOf(value: Value): string {
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
const ROWS: fc.Arbitrary<Value[][]> = fc.array(
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
      const { row = '', between = '', hasReferences = true } = habits;
      const number = hasReferences ? ` r="${i + 1}"` : '';
      return `<row${number}${row}>${between}${cellsOf(cells, i + 1, habits).join(between)}</row>`;
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

/** What programs that write workbooks do, each with all of a table. */
const HABITS: Readonly<Record<string, (table: Table) => HandMade>> = {
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

for (const [name, write] of Object.entries(HABITS))
  t.test(`the rows of a workbook are those of its table: ${name}`, async () => {
    await fc.assert(
      fc.asyncProperty(ROWS, fc.boolean(), async (rows, hasPage) => {
        const parts = handMadeParts({ formats: FORMATS, ...write([COLUMNS, ...rows]) });
        const file = Buffer.concat([zipOf(parts), Buffer.from(hasPage ? '<html></html>' : '')]);
        const { header, rows: read } = await readWorkbook(file);
        const truth = rows.map((cells) => cells.map(textOf));
        const width = COLUMNS.length;
        const got = truth.map((_, i) =>
          [...(read[i + 2] ?? []), ...Array<string>(width).fill('')].slice(0, width),
        );
        return (
          JSON.stringify([header, got]) === JSON.stringify([COLUMNS, truth]) &&
          Object.keys(read).length === rows.length
        );
      }),
      { numRuns: 12 },
    );
  });
