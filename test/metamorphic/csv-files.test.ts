import assert from 'node:assert/strict';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import t from 'tap';
import { spoolCsv } from '../support/spooled-table.js';
import { SEED } from './spreadsheets.js';

/** Short for `npm test`; `METAMORPHIC_RUNS=20000` for a long round. */
const RUNS = Number(process.env.METAMORPHIC_RUNS ?? 100);

type Write = (cells: readonly string[], delimiter: string) => string;

const double = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const escaped = (cell: string): string => `"${cell.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** How five programs write a row. */
const PROGRAMS: Readonly<Record<string, Write>> = {
  'a spreadsheet': (cells, delimiter) =>
    cells
      .map((cell) => (/["\n\r]/.test(cell) || cell.includes(delimiter) ? double(cell) : cell))
      .join(delimiter),
  'a data frame': (cells, delimiter) => cells.map(double).join(delimiter),
  MySQL: (cells, delimiter) => cells.map(escaped).join(delimiter),
  'a script with blanks': (cells, delimiter) => cells.map((cell) => ` ${double(cell)} `).join(delimiter),
  'a program that does not quote': (cells, delimiter) => cells.join(delimiter),
};

const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16 LE': (text) => iconv.encode(text, 'utf-16le', { addBOM: true }),
  'UTF-16 BE': (text) => iconv.encode(text, 'utf-16be', { addBOM: true }),
  'UTF-8 with a byte of Windows-1252': (text) => {
    const at = Buffer.from(text.slice(0, text.indexOf('café')));
    return Buffer.concat([
      at,
      Buffer.from('caf\xe9', 'latin1'),
      Buffer.from(text.slice(text.indexOf('café') + 4)),
    ]);
  },
};

const NOTES = ['ok', '', 'say "hi" now', '5 x 6"', 'a, b; c | d', 'two\nlines', 'Łódź 東京', "it's", '12.5'];
/** What a program that does not quote can write. */
const PLAIN_NOTES = ['ok', '', '"6 ft table', 'say "hi" now', '5 x 6"', 'Łódź 東京', '12.5'];

const file = fc
  .record({
    program: fc.constantFrom(...Object.keys(PROGRAMS)),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    encoding: fc.constantFrom(...Object.keys(ENCODINGS)),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    notes: fc.array(fc.nat(), { minLength: 2, maxLength: 12 }),
  })
  .map(({ notes, ...rest }) => {
    const known = rest.program === 'a program that does not quote' ? PLAIN_NOTES : NOTES;
    const rows = notes.map((note, i) => [
      `Café ${i}`,
      `${48 + i}.125`,
      `11.${500 + i}`,
      known[note % known.length]!,
    ]);
    // Evidence of how quotes are escaped, and of the encoding.
    return { ...rest, rows: [['Zürich', '47.375', '8.541', 'the "Küche", café'], ...rows] };
  });

t.test('each cell is what its program wrote, in any dialect and encoding', async (t) => {
  const holds = fc.asyncProperty(file, fc.integer({ min: 1, max: 300 }), async (file, chunkBytes) => {
    const { program, delimiter, encoding, lineEnd, rows } = file;
    const written =
      program === 'a program that does not quote'
        ? rows.map((row) => row.map((cell) => cell.replaceAll(delimiter, '')))
        : rows;
    const lines = [['name', 'lat', 'lng', 'note'], ...written].map((row) =>
      PROGRAMS[program]!(row, delimiter),
    );
    const bytes = ENCODINGS[encoding]!(lines.map((line) => line + lineEnd).join(''));
    const { upload, cells } = await spoolCsv(bytes, undefined, { chunkBytes });
    assert.equal(upload.delimiter, delimiter);
    assert.deepEqual(
      cells.map((row) => row.map((cell) => cell.trim())),
      written,
    );
  });
  await fc.assert(holds, { numRuns: RUNS, seed: SEED });
  t.pass('five programs, four delimiters, five encodings');
});
