import t from 'tap';
import { hasTwoReadings, readNumber } from '../../../src/format/cells/number.js';

t.test('numbers are read as people and programs write them', async (t) => {
  for (const [text, number] of [
    ['5', 5],
    ['+12', 12],
    ['-3.5', -3.5],
    ['2,5', 2.5],
    ['.5', 0.5],
    ['12.', 12],
    ['0,125', 0.125],
    ['1.125', 1.125],
    ['1,2345', 1.2345],
    ['12345', 12_345],
    ['1234,567', 1234.567],
    ['1,000.5', 1000.5],
    ['1.000,5', 1000.5],
    ['1,000,000', 1_000_000],
    ['1.234.567,25', 1_234_567.25],
    ['12 500', 12_500],
    ["1'250.75", 1250.75],
    ['1\u202f250,75', 1250.75],
    ['1e-05', 0.00001],
    ['1.5E+3', 1500],
  ] as const)
    t.equal(readNumber(text), number, text);
});

t.test('a separator that may be one of thousands or of decimals is not guessed at', async (t) => {
  for (const text of ['1,000', '12,500', '1,125', '-9,999', '1.000', '12.500', '2.350']) {
    t.ok(hasTwoReadings(text), text);
    t.ok(Number.isNaN(readNumber(text)), text);
  }
});

t.test('what is no number is none', async (t) => {
  for (const text of [
    ...[
      '',
      ' ',
      '-',
      '.',
      ',',
      '0x10',
      '0b1',
      '0o7',
      '1_000',
      'Infinity',
      'NaN',
      '5 km',
      '1e',
      '1e5000',
      'e5',
    ],
    ...['1.2.3', '1,2,3', '1,00,000', '1,000,00', '1,000,5', '1 00', '01,000.5', '1.5e1.5', '9'.repeat(41)],
  ]) {
    t.notOk(hasTwoReadings(text), JSON.stringify(text));
    t.ok(Number.isNaN(readNumber(text)), JSON.stringify(text));
  }
});
