import fc from 'fast-check';
import iconv from 'iconv-lite';
import { NATIONAL_TEXTS } from '../format/national-texts.js';

/** A file as a program writes it, and the table that it was made of. */
export interface WrittenFile {
  readonly bytes: Buffer;
  /** Charset as the client declares it; null: it says nothing. */
  readonly encoding: string | null;
  readonly delimiter: string;
  /** Options that csv-parse needs in order to read it; null: no standard covers it. */
  readonly standard: { readonly quote: string; readonly escape: string } | null;
  readonly text: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Program {
  readonly quoted: (cell: string, delimiter: string) => string;
  readonly escape: string;
  /** It can write any text; else those without quotes, line ends and delimiters. */
  readonly writesAll: boolean;
}

const double = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const needsQuotes = (cell: string, delimiter: string): boolean =>
  /["\n\r]/.test(cell) || cell.includes(delimiter);
const isNumber = (cell: string): boolean => /^-?[\d.]+$/.test(cell);

const PROGRAMS: Readonly<Record<string, Program>> = {
  'Excel, quotes where it must': {
    quoted: (cell, delimiter) => (needsQuotes(cell, delimiter) ? double(cell) : cell),
    escape: '"',
    writesAll: true,
  },
  'pandas, quotes everywhere': { quoted: double, escape: '"', writesAll: true },
  'R, quotes around texts': {
    quoted: (cell) => (isNumber(cell) ? cell : double(cell)),
    escape: '"',
    writesAll: true,
  },
  'PostgreSQL, quotes around empty texts': {
    quoted: (cell, delimiter) => (cell === '' || needsQuotes(cell, delimiter) ? double(cell) : cell),
    escape: '"',
    writesAll: true,
  },
  'SAS, quotes around texts with blanks': {
    quoted: (cell, delimiter) => (/\s/.test(cell) || needsQuotes(cell, delimiter) ? double(cell) : cell),
    escape: '"',
    writesAll: true,
  },
  'MySQL, quotes behind backslashes': {
    quoted: (cell) => `"${cell.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
    escape: '\\',
    writesAll: true,
  },
  'a script, blanks around quotes': { quoted: (cell) => ` ${double(cell)} `, escape: '"', writesAll: true },
  'a script, blanks before cells': { quoted: (cell) => `  ${cell}`, escape: '"', writesAll: false },
  'a script, no quotes': { quoted: (cell) => cell, escape: '"', writesAll: false },
};

const UNICODE = ['utf-8', 'utf-8 with mark', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'];
const NOTES = [
  'ok',
  '',
  'say "hi" now',
  '5 x 6"',
  '"quoted"',
  'a, b; c | d\te',
  'two\nlines',
  'two\r\nlines, "three"\n',
  "it's",
  '12.5',
  'C:\\new',
  '""',
  '#1',
  'a  b',
];
/** A byte that another charset wrote stands for it. */
const BAD = 'BADBYTE';

/** Properties of a file. */
export interface FileKind {
  readonly language: string;
  readonly encoding: string;
  readonly isDeclared: boolean;
  readonly program: string;
  readonly delimiter: string;
  readonly lineEnds: readonly string[];
  readonly hasSep: boolean;
  readonly hasBlankLines: boolean;
  readonly isRagged: boolean;
  readonly endsOpen: boolean;
  readonly hasBadByte: boolean;
  /** So often its rows: files that exceed the sample from which the dialect is told. */
  readonly times: number;
  /** Where its rows begin in the list of its language, and their notes. */
  readonly notes: readonly number[];
}

const NATIONALS = new Map(NATIONAL_TEXTS.map((national) => [national.language, national]));

/** @param isKnown whether a charset need not be declared */
export const fileKinds = (isKnown: (charset: string) => boolean): fc.Arbitrary<FileKind> =>
  fc.constantFrom(...NATIONAL_TEXTS).chain(({ language, charsets }) =>
    fc
      .record({
        language: fc.constant(language),
        encoding: fc.oneof(fc.constantFrom(...charsets), fc.constantFrom(...UNICODE)),
        isDeclared: fc.boolean(),
        program: fc.constantFrom(...Object.keys(PROGRAMS)),
        delimiter: fc.constantFrom(',', ';', '\t', '|'),
        lineEnds: fc.constantFrom(['\n'], ['\r\n'], ['\r'], ['\n', '\r\n'], ['\r\n', '\n', '\r']),
        hasSep: fc.boolean(),
        hasBlankLines: fc.boolean(),
        isRagged: fc.boolean(),
        endsOpen: fc.boolean(),
        hasBadByte: fc.boolean(),
        times: fc.nat(24).map((die) => (die === 24 ? 150 : 1)),
        notes: fc.array(fc.nat(999), { minLength: 5, maxLength: 14 }),
      })
      .map((kind) =>
        UNICODE.includes(kind.encoding)
          ? { ...kind, isDeclared: false }
          : { ...kind, isDeclared: kind.isDeclared || !isKnown(kind.encoding) },
      ),
  );

export function writeFile(kind: FileKind): WrittenFile {
  const { encoding, isDeclared, delimiter, lineEnds, hasSep, hasBlankLines, isRagged, endsOpen, times } =
    kind;
  const { notes } = kind;
  const national = NATIONALS.get(kind.language)!;
  const program = PROGRAMS[kind.program]!;
  const header = [...national.header, 'lat', 'lng', 'note'];
  const isBad = kind.hasBadByte && !/^utf-(16|32)/.test(encoding);
  const once = notes.map((number, i): string[] => [
    ...national.rows[(number + i) % national.rows.length]!,
    `${48 + i}.125`,
    `11.${500 + i}`,
    NOTES[number % NOTES.length]!,
  ]);
  // Evidence of how quotes are escaped.
  once.unshift([...national.rows[0]!, '47.375', '8.541', isBad ? `a "small" ${BAD}.` : 'a "small" one']);
  const written = once
    .map((cells) =>
      program.writesAll
        ? cells
        : cells.map((cell) => cell.replace(/^["#]+|[\r\n]/g, '').replaceAll(delimiter, '')),
    )
    .map((cells) => cells.map((cell) => carried(cell, encoding)));
  const again = written.map((cells) => cells.map((cell) => cell.replace(BAD, 'one')));
  const rows = [...written, ...Array.from({ length: times - 1 }, () => again).flat()];
  let line = 0;
  const lineOf = (cells: readonly string[]): string =>
    cells.map((cell) => program.quoted(cell, delimiter)).join(delimiter) +
    lineEnds[line++ % lineEnds.length]!;
  let text = hasSep ? `sep=${delimiter}${lineEnds[0]}` : '';
  for (const [i, cells] of [header.map((cell) => carried(cell, encoding)), ...rows].entries()) {
    text += lineOf(isRagged && cells.at(-1) === '' ? cells.slice(0, -1) : cells);
    if (hasBlankLines && i % 3 === 1) text += lineEnds[0];
    if (hasBlankLines && i % 5 === 2) text += delimiter.repeat(cells.length - 1) + lineEnds[0];
  }
  if (endsOpen) text = text.replace(/[\r\n]+$/, '');
  const { bytes, read } = encode(text, encoding);
  return {
    bytes,
    encoding: isDeclared ? encoding : null,
    delimiter,
    standard: program.writesAll ? { quote: '"', escape: program.escape } : null,
    text: read(hasSep ? text.replace(/^.*[\r\n]+/, '') : text),
    header: header.map((cell) => carried(cell, encoding)),
    rows: rows.map((cells) => cells.map(read)),
  };
}

/** Part of a text that a charset can hold. */
const carried = (text: string, encoding: string): string => {
  const charset = encoding.split(' ')[0]!;
  return iconv.decode(iconv.encode(text, charset), charset);
};

/** @returns the bytes with a bad one where the text asks for it, and how that is read */
function encode(text: string, encoding: string): { bytes: Buffer; read: (text: string) => string } {
  const [charset = '', , mark] = encoding.split(' ');
  const isUtf8 = charset === 'utf-8';
  const bytes = iconv.encode(text, charset, { addBOM: mark !== undefined || /^utf-(16|32)/.test(charset) });
  const at = bytes.indexOf(BAD, 0, 'latin1');
  if (at === -1) return { bytes, read: (text) => text };
  const bad = Buffer.from([isUtf8 ? 0xe9 : 0xff]);
  const char = isUtf8 ? 'é' : iconv.decode(bad, charset);
  const parts: Buffer[] = [];
  let from = 0;
  for (let next = at; next !== -1; next = bytes.indexOf(BAD, from, 'latin1')) {
    parts.push(bytes.subarray(from, next), bad);
    from = next + BAD.length;
  }
  return {
    bytes: Buffer.concat([...parts, bytes.subarray(from)]),
    read: (text) => text.replaceAll(BAD, char),
  };
}
