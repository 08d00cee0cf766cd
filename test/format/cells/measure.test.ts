import fc from 'fast-check';
import t from 'tap';
import { decimalMarkOf, MarkVotes, readMeasure } from '../../../src/format/cells/measure.js';

t.test('numbers are read without what stands around them', async (t) => {
  for (const [cell, value] of [
    ['12', 12],
    ['-3.5', -3.5],
    ['$12,500', 12_500],
    ['US$ 1,234.50', 1234.5],
    ['12.500,5 €', 12_500.5],
    ['CHF 1’234’567', 1_234_567],
    ['12 500', 12_500],
    ['12.5%', 12.5],
    ['7 %', 7],
    ['(1,200)', -1200],
    ['($3.50)', -3.5],
    ['-$5', -5],
    ['\u22125', -5],
    ['1.5e3', 1500],
    ['1,234,567', 1_234_567],
    ['0,5', 0.5],
  ] as const) {
    t.equal(readMeasure(cell, '.'), value, cell);
  }
});

t.test('what is no number is none', async (t) => {
  for (const cell of [
    '',
    'n/a',
    '12 apples',
    '1-2',
    '--5',
    '(-5)',
    '1e999',
    '0x10',
    '12/07/2026',
    '$',
    '%',
    '1,2,3',
  ])
    t.ok(Number.isNaN(readMeasure(cell, '.')), JSON.stringify(cell));
});

t.test('one mark before three digits is read as the column is', async (t) => {
  t.same([readMeasure('1,500', '.'), readMeasure('1,500', ',')], [1500, 1.5]);
  t.same([readMeasure('1.500', '.'), readMeasure('1.500', ',')], [1.5, 1500]);
  t.same([readMeasure('12.345', '.'), readMeasure('12.345', ',')], [12.345, 12_345]);
});

t.test('a column has the mark that more of its cells show', async (t) => {
  const markOf = (cells: string[]) => {
    const votes = new MarkVotes();
    for (const cell of cells) votes.see(cell);
    return votes.mark;
  };
  t.equal(decimalMarkOf('1.234.567'), ',');
  t.equal(decimalMarkOf('1,234,567'), '.');
  t.equal(decimalMarkOf('1.234,5'), ',');
  t.equal(decimalMarkOf('1,5 €'), ',');
  t.equal(decimalMarkOf('1.500'), null);
  t.equal(markOf(['1.500', '2,5', '3']), ',');
  t.equal(markOf(['1.500', '2.5', '3']), '.');
  t.equal(markOf(['1,500', '12']), '.');
});

t.test('numbers as programs write them are read as they are', async () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (value) =>
      Object.is(readMeasure(String(value + 0), '.'), value + 0),
    ),
  );
});
