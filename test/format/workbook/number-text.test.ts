import * as sheetjs from '@e965/xlsx';
import fc from 'fast-check';
import t from 'tap';
import { readFormatCode } from '../../../src/format/workbook/number-format.js';
import { formattedText, numberText } from '../../../src/format/workbook/number-text.js';

t.test('a number is written plainly, and is the same to 15 significant digits', async (t) => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1.79e308, max: 1.79e308 }), (value) => {
      const stored = String(value);
      const text = numberText(stored)!;
      const meant = /^-?\d+$/.test(stored) ? value : Number(value.toPrecision(15));
      return Number(text) === meant && /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(text);
    }),
    { numRuns: 2000 },
  );
  t.match(numberText('1.7976931348623157e308'), /^17976931348623157000+$/);
});

t.test('a whole number keeps its digits, however many are written out', async (t) => {
  for (const id of ['1234567890123456', '-9007199254740993', '89014103211118510720'])
    t.equal(numberText(id), id);
  t.equal(numberText('1.234567890123456E15'), '1234567890123460', 'with an exponent it was computed');
});

t.test('a number of up to 15 digits is written as it was typed', async (t) => {
  const typed = fc.tuple(
    fc.integer({ min: -999_999, max: 999_999 }),
    fc.integer({ min: 1, max: 999_999_999 }),
  );
  fc.assert(
    fc.property(typed, ([whole, fraction]) => {
      const text = `${whole}.${String(fraction).padStart(9, '0')}`.replace(/0+$/, '');
      return numberText(String(Number(text))) === text && numberText(text) === text;
    }),
  );
  for (const odd of ['', ' ', 'x', '1,5', 'NaN', 'Infinity', '0x']) t.equal(numberText(odd), null, odd);
});

const two = (n: number): string => String(n).padStart(2, '0');

t.test('dates of both systems are those that SheetJS reads', async () => {
  const format = readFormatCode('yyyy-mm-dd hh:mm:ss');
  const seconds = fc.integer({ min: 0, max: 86_399 });
  for (const is1904 of [false, true]) {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_950_000 }), seconds, (day, second) => {
        const value = day + second / 86_400;
        const { y, m, d } = sheetjs.SSF.parse_date_code(day, { date1904: is1904 });
        const time = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60]
          .map(two)
          .join(':');
        const expected = `${y}-${two(m)}-${two(d)}T${time}`;
        return formattedText(String(value), format, is1904) === expected;
      }),
    );
  }
});

t.test('formats are read as what they show', async (t) => {
  for (const [code, value, text] of [
    ['General', '5', '5'],
    ['@', '5', '5'],
    ['0', '5', '5'],
    ['#,##0', '1234567', '1234567'],
    ['000\\-00\\-0000', '12345678', '012-34-5678'],
    ['\\(000\\)\\ 000\\-0000', '6175550123', '(617) 555-0123'],
    ['00', '123', '123'],
    ['[<=9999999]000\\-0000;(000) 000\\-0000', '6175550123', '6175550123'],
    ['000;[Red]-000', '7', '007'],
    ['00.00', '5.5', '5.5'],
    ['# ?/?', '0.5', '0.5'],
    ['"Q"0', '3', '3'],
    ['yyyy"年"m"月"d"日"', '45000', '2023-03-15'],
    ['[$-409]h:mm\\ AM/PM;@', '0.25', '06:00'],
    ['mm:ss.0', '0.0006944444', '00:01:00'],
    ['[mm]:ss', '0.0625', '01:30:00'],
    ['m/d/yyyy h:mm', '0.25', '06:00'],
    ['d.m.yyyy', '-3', '-3'],
    ['[=0]"";dd/mm/yyyy', '45000', '2023-03-15'],
    ['[=0]"";[<1]h:mm;dd/mm/yyyy', '45000', '2023-03-15'],
    ['[Red][< 1]0;[$-409]d-mmm-yy', '45000', '2023-03-15'],
    ['[>=1]yyyy-mm-dd;General', '45000', '2023-03-15'],
    ['[<>0]00000', '123', '123'],
    ['[=0]"";00000', '123', '123'],
    ['[=1]d;[=2]d;[=3]d', '45000', '2023-03-15'],
    ['_-* #,##0.00\\ _€_-;\\-* #,##0.00\\ _€_-', '12.5', '12.5'],
  ] as const)
    t.equal(formattedText(value, readFormatCode(code), false), text, code);
});

t.test('a format of any length is read in linear time', async (t) => {
  for (const fragment of [
    '[',
    '[$',
    '_[',
    '\\[',
    '"',
    '"[',
    '[h',
    '[<',
    ';',
    '*',
    'E+',
    '[<1]',
    '0',
    ' ',
    'A/P',
    '[]',
    '\\',
  ])
    t.ok(readFormatCode(fragment.repeat(1 << 20)), fragment);
});
