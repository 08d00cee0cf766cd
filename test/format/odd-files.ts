import iconv from 'iconv-lite';

/** A file as some program writes it, and the table that it holds. */
export interface OddFile {
  name: string;
  bytes: Buffer;
  /** Charset in the content type; null: none. */
  charset: string | null;
  delimiter: string;
  /** The header row first. */
  cells: string[][];
  /** The bytes as text, without a byte order mark. */
  text: string;
}

const header = ['name', 'lat', 'lng', 'note'];
const rows = (...notes: string[]): string[][] => [
  header,
  ...notes.map((note, i) => [`Place ${i}`, `${50 + i}.25`, `${8 + i}.5`, note]),
];

/** Tables that readers stumble over. `latin`: they can be written as Windows-1252. */
const TABLES: readonly { name: string; latin: boolean; cells: string[][] }[] = [
  { name: 'plain', latin: true, cells: rows('a', 'b', 'c') },
  { name: 'delimiters', latin: true, cells: rows('a,b', 'a;b;c', 'a\tb', 'a|b|c|d', ',', ';', '\t,', '|') },
  { name: 'quotes', latin: true, cells: rows('say "hi"', '"', '""', '"quoted"', 'a"b', '",', '"\n"') },
  { name: 'line ends', latin: true, cells: rows('a\nb', 'a\r\nb', 'a\rb', '\n', '\r\n\r\n', 'a\n') },
  { name: 'umlauts', latin: true, cells: rows('Köln', 'Straße', 'é', 'ñandú', '½ €', 'Ærø') },
  {
    name: 'scripts',
    latin: false,
    cells: rows('北京市', 'Москва', 'القاهرة', '😀🏳️‍🌈', 'e\u0301', '\u202eabc', 'ﬁ'),
  },
  { name: 'formulas', latin: true, cells: rows('=1+1', '+49 30', '-x', '@me', "'=a", "''") },
  {
    name: 'decimal commas',
    latin: true,
    cells: [header, ['A', '52,5', '13,4', '1.234,56'], ['B', '48,1', '11,5', '7,5']],
  },
  {
    name: 'empty cells',
    latin: true,
    cells: [header, ['A', '', '', ''], ['', '', '', 'x'], ['B', '1', '2', '']],
  },
  { name: 'blanks', latin: true, cells: rows(' a', 'b ', '  ', '\u00a0', ' a b ') },
  { name: 'long cell', latin: true, cells: rows('x'.repeat(31_000), 'y'.repeat(8191), 'z'.repeat(4096)) },
  {
    name: 'many columns',
    latin: true,
    cells: [0, 1, 2].map((row) => Array.from({ length: 300 }, (_, i) => `${row ? 'v' : 'c'}${i}`)),
  },
  {
    name: 'members of Object',
    latin: true,
    cells: [
      ['__proto__', 'constructor', 'toString'],
      ['a', 'b', 'c'],
      ['__proto__', 'valueOf', 'x'],
    ],
  },
  { name: 'leading zeros', latin: true, cells: rows('00501', '01067', '-0', '0x1F', '1e5') },
  {
    name: 'dates',
    latin: true,
    cells: rows('2026-11-21', '21.11.2026', '11/21/26 10:00', '21 nov. 2026, 10h'),
  },
  {
    name: 'markup',
    latin: true,
    cells: rows('<b>x</b>', '{"a":[1,2]}', 'POINT(13.4 52.5)', '[1;2]', '&amp;', '\\n', '\\"'),
  },
  {
    name: 'duplicate headers',
    latin: true,
    cells: [
      ['a', 'a', '', 'A', ''],
      ['1', '2', '3', '4', '5'],
      ['6', '7', '', '9', ''],
    ],
  },
  { name: 'header alone', latin: true, cells: [header] },
  {
    name: 'quoted header',
    latin: true,
    cells: [
      ['na"me', 'la,t;', 'ln\ng', 'x\ty|z'],
      ['1', '2', '3', '4'],
      ['5', '6', '7', '8'],
    ],
  },
  { name: 'byte order mark inside', latin: false, cells: rows('\ufeff', 'a\ufeffb', '\ufffe') },
];

const DELIMITERS = [',', ';', '\t', '|'];
const LINE_ENDS = ['\n', '\r\n', '\r'];
const ENCODINGS = [
  'utf-8',
  'utf-8 with mark',
  'utf-16le with mark',
  'utf-16be with mark',
  'windows-1252 declared',
  'windows-1252',
];

/**
 * Every table in every delimiter, once with each encoding, in turn with each line end, style of quoting and
 * end of file.
 */
export function makeOddFiles(): OddFile[] {
  let turn = 0;
  return TABLES.flatMap(({ name, latin, cells }) =>
    DELIMITERS.flatMap((delimiter) =>
      ENCODINGS.filter((encoding) => latin || encoding.startsWith('utf')).map((encoding): OddFile => {
        const lineEnd = LINE_ENDS[turn % 3]!;
        const quotesAll = turn % 2 === 1;
        const ends = turn % 5 !== 0;
        const blankLines = turn % 7 === 0;
        turn++;
        const lines = cells.map((row) => writeRecord(row, delimiter, quotesAll));
        const text = lines.join(blankLines ? lineEnd.repeat(2) : lineEnd) + (ends ? lineEnd : '');
        return {
          name: `${name}, ${JSON.stringify(delimiter)}, ${encoding}, ${JSON.stringify(lineEnd)}${quotesAll ? ', all quoted' : ''}`,
          bytes: encode(text, encoding),
          charset: encoding === 'windows-1252 declared' ? 'windows-1252' : null,
          delimiter,
          cells,
          text,
        };
      }),
    ),
  );
}

const writeRecord = (row: readonly string[], delimiter: string, quotesAll: boolean): string =>
  row
    .map((cell) => (quotesAll || /[",;\t|\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(delimiter);

function encode(text: string, encoding: string): Buffer {
  const [charset = '', , mark] = encoding.split(' ');
  return iconv.encode(text, charset, { addBOM: mark === 'mark' });
}
