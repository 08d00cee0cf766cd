import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { restoreFormula } from '../../../src/format/cells/formula.js';
import { LEADING_COLUMNS } from '../../../src/format/exported-file.js';
import { parseRecords } from '../../../src/format/records.js';
import { formatHeader, formatRows, ROW_EXPRESSIONS } from '../../../src/format/write/format-rows.js';
import { LAST_COLUMN } from '../../../src/schema/import-fields.js';
import { ADDRESS_MEMBERS, EXTRA_MEMBERS, Marker } from '../../../src/schema/marker.js';

const LEADING = 23;

/** Text as PostgreSQL writes it. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};
const copyLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => cell.replace(/[\\\b\f\n\r\t\v]/g, (c) => ESCAPES[c]!)).join('\t')}\n`;
const format = (rows: readonly (readonly string[])[], names: readonly string[]): string =>
  Buffer.from(formatRows(Buffer.from(rows.map(copyLine).join('')), names)).toString();
/** Cells of a row by position; the others are empty. */
const rowOf = (cells: Readonly<Record<number, string>>): string[] =>
  Array.from({ length: LEADING + 2 }, (_, i) => cells[i] ?? '');

t.test('a row of each kind', async (t) => {
  const rows = [
    rowOf({ 0: 'A', 1: 'pin', 9: '-1.5', 10: '-0.25', [LEADING]: '{"a":"1","c":"3"}', 24: 'L' }),
    rowOf({ 0: "O'Brien", 9: '-1e-07', 10: '12', [LEADING]: '{"c":"=1","a":"x\\"y"}' }),
    rowOf({ 0: '-x', 1: '-1,5', 2: 'a\tb\\', 3: '"', [LEADING]: '{"a" : "1", "b" : "2"}' }),
    rowOf({ 0: 'é' }),
    rowOf({ 0: "'=1" }),
  ];
  t.equal(
    format(rows, ['a', 'b', 'c']),
    [
      'A,pin,,,,,,,,-1.5,-0.25,,,,,,,,,,,,,1,,3,L\r\n',
      `O'Brien,,,,,,,,,-1e-07,12,,,,,,,,,,,,,"x""y",,'=1,\r\n`,
      `'-x,"-1,5",a\tb\\,"""",,,,,,,,,,,,,,,,,,,,1,2,,\r\n`,
      'é,,,,,,,,,,,,,,,,,,,,,,,,,,\r\n',
      "''=1,,,,,,,,,,,,,,,,,,,,,,,,,,\r\n",
    ].join(''),
  );
  t.equal(format([], ['a']), '');
  t.equal(ROW_EXPRESSIONS.length, LEADING + 2);
});

t.test('every member of a marker is in the file, but for what an import makes anew', async (t) => {
  const made = [
    'id',
    'map_id',
    'address',
    'radius_unit',
    'custom_fields',
    'region_source',
    'created_at',
    'updated_at',
    'type',
  ];
  const members = Object.keys(Marker.properties).filter((member) => !made.includes(member));
  const fields: readonly string[] = [...LEADING_COLUMNS, LAST_COLUMN].map(([, field]) => field);
  for (const member of [...members, ...ADDRESS_MEMBERS, ...EXTRA_MEMBERS, 'marker_type'])
    t.ok(fields.includes(member), member);
});

t.test('names of columns are cells like others', async (t) => {
  const [header] = parseRecords(formatHeader(['=a', 'b,c', '"', ' \n', '']).toString(), {
    delimiter: ',',
    firstLine: 1,
  }).cells;
  t.same(header!.slice(LEADING), ["'=a", 'b,c', '"', ' \n', '', 'Location Code']);
});

t.test('a field that has no column is an error, wherever it stands', async (t) => {
  for (const json of ['{"b":"1"}', '{"a":"1","b":"2"}', '{"b":"2","a":"1"}', '{"a":"1","a\\n":"2"}']) {
    t.throws(() => format([rowOf({ [LEADING]: json })], ['a']), /the custom field "(b|a\\n)" is not defined/);
  }
});

t.test('what a file is read back as is what was in the rows', async () => {
  const piece = fc.constantFrom(
    ...[
      '=',
      '+',
      '-',
      '@',
      "'",
      '"',
      ',',
      ';',
      '\t',
      '\n',
      '\r',
      '\\',
      '\\N',
      '\b',
      '\f',
      '\v',
      ' ',
      'x',
      '1',
      '.5',
    ],
    ...['é', '😀', '{', '}', ':', '":"', '","'],
  );
  const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
  const name = fc.oneof(text, fc.constantFrom('a', 'b', '__proto__', 'constructor', ''));
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { maxLength: 5 }),
      fc.array(
        fc.tuple(
          fc.array(text, { minLength: LEADING, maxLength: LEADING }),
          fc.array(fc.option(text), { minLength: 5, maxLength: 5 }),
          fc.boolean(),
          text,
        ),
        { maxLength: 5 },
      ),
      (names, rows) => {
        const copied = rows.map(([leading, values, reversed, last]) => {
          const members = names.flatMap((name, i) => (values[i] === null ? [] : [[name, values[i]]]));
          if (reversed) members.reverse();
          const json = members.length === 0 ? '' : JSON.stringify(Object.fromEntries(members));
          return [...leading, json, last];
        });
        const csv = format(copied, names);
        const { cells } = parseRecords(csv, { delimiter: ',', firstLine: 1 });
        const wanted = rows.map(([leading, values, , last]) => [
          ...leading,
          ...names.map((_, i) => values[i] ?? ''),
          last,
        ]);
        return isDeepStrictEqual(
          cells.map((record) => record.map(restoreFormula)),
          wanted,
        );
      },
    ),
    { numRuns: 300 },
  );
});
