import fc from 'fast-check';
import t from 'tap';
import { CsvOutput } from '../../../src/format/workbook/csv-output.js';
import { numberText } from '../../../src/format/workbook/number-text.js';
import { writeNumber } from '../../../src/format/workbook/plain-numbers.js';
import { NOT_PLAIN } from '../../../src/format/workbook/xml-bytes.js';
import { runs } from '../../support/runs.js';

/** null: it is left to the reading of strings. */
function written(stored: string): string | null {
  const output = new CsvOutput();
  const end = writeNumber(Buffer.from(`${stored}</v>`), 0, output);
  const text = output.take().toString();
  if (end === NOT_PLAIN) return text === '' ? null : 'something';
  return end === stored.length ? text : `ends at ${end}`;
}

const isRead = (stored: string): boolean => [null, numberText(stored)].includes(written(stored));

/** All digits that tell a number from its neighbours, and one or two more, as Excel stores them. */
const storedForms = (value: number): string[] =>
  [value.toPrecision(15), value.toPrecision(16), value.toPrecision(17), String(value)].flatMap((text) => [
    text,
    text.includes('.') ? text.replace(/\.?0+$/, '') : text,
  ]);

t.test('a number that is read from its bytes is the one that is read from its text', async () => {
  const degrees = fc.integer({ min: -180_000_000, max: 180_000_000 }).map((n) => n / 1e6);
  const near = fc
    .integer({ min: -9, max: 9 })
    .chain((e) => fc.double({ min: -(10 ** e), max: 10 ** e, noNaN: true }));
  const nines = fc.tuple(
    fc.integer({ min: 0, max: 5 }),
    fc.integer({ min: 0, max: 17 }),
    fc.stringMatching(/^[0-9]{0,3}$/),
  );
  fc.assert(
    fc.property(fc.oneof(degrees, near, fc.double({ noNaN: true })), (value) =>
      storedForms(value).every(isRead),
    ),
    { numRuns: runs(400, 2000) },
  );
  fc.assert(
    fc.property(nines, fc.boolean(), ([whole, fraction, rest], isNegative) =>
      isRead(`${isNegative ? '-' : ''}${'9'.repeat(whole) || '0'}.${'9'.repeat(fraction)}${rest}`),
    ),
    { numRuns: runs(100, 500) },
  );
  fc.assert(fc.property(fc.stringMatching(/^-?[0-9]{0,18}(\.[0-9]{0,18})?$/), isRead), {
    numRuns: runs(200, 1000),
  });
});

t.test('numbers as programs store them are plain', async (t) => {
  for (const [stored, text] of [
    ['0', '0'],
    ['-12.5', '-12.5'],
    ['123456789012345', '123456789012345'],
    ['52.520000659999997', '52.52000066'],
    ['-122.41941550000001', '-122.4194155'],
    ['0.30000000000000004', '0.3'],
    ['0.99999999999999989', '1'],
    ['6.9999999999999996E-2', null],
    ['9.9999999999999996', null],
  ] as const)
    t.equal(written(stored), text, stored);
});
