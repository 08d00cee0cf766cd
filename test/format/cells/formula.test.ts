import fc from 'fast-check';
import t from 'tap';
import { isNeutralised, neutraliseFormula, restoreFormula } from '../../../src/format/cells/formula.js';
import { CsvCells } from '../../../src/format/csv-cells.js';
import { runs } from '../../support/runs.js';
import { hostileCell, inBytes } from './hostile-cell.js';

const formulaLike = fc
  .array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '1', '.', ',', 'a', ' ', 'e'), { maxLength: 8 })
  .map((characters) => characters.join(''));

t.test('what looks like a formula is neutralised, plain numbers and other text stay', async (t) => {
  for (const [cell, written] of [
    ['=SUM(A1)', "'=SUM(A1)"],
    ['@me', "'@me"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['-2+3+cmd|A0', "'-2+3+cmd|A0"],
    ['--1', "'--1"],
    ['-', "'-"],
    ["'=1", "''=1"],
    ["''@", "'''@"],
    ['-12.5', '-12.5'],
    ['-12,5', '-12,5'],
    ['-.5', '-.5'],
    ['-1e-7', '-1e-7'],
    ['-1e7', '-1e7'],
    ['-1E+12', '-1E+12'],
    ['-1e', "'-1e"],
    ['+49', '+49'],
    ["'s-Hertogenbosch", "'s-Hertogenbosch"],
    ["'", "'"],
    ['', ''],
    ['a=b', 'a=b'],
  ] as const) {
    t.equal(neutraliseFormula(cell), written, JSON.stringify(cell));
  }
});

t.test('restoring undoes neutralising, for all strings', async () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), formulaLike), (cell) => {
      const written = neutraliseFormula(cell);
      return restoreFormula(written) === cell;
    }),
    { numRuns: runs(500, 5000) },
  );
});

t.test('what is written never begins like a formula, unless it is a plain number', async () => {
  fc.assert(
    fc.property(formulaLike, (cell) => {
      const written = neutraliseFormula(cell);
      return !/^[=+\-@\t\r]/.test(written) || /^[+-][\d.,e+-]+$/.test(written);
    }),
    { numRuns: runs(500, 5000) },
  );
});

t.test('bytes tell whether a cell has to be restored', async () => {
  fc.assert(
    fc.property(fc.oneof(formulaLike, hostileCell), (cell) => {
      const { bytes, from, to } = inBytes(cell);
      return isNeutralised(bytes, from, to) === (restoreFormula(cell) !== cell);
    }),
    { numRuns: runs(500, 5000) },
  );
});

t.test('a formula that is nothing but a text is that text', async (t) => {
  for (const [cell, text] of [
    ['="01067"', '01067'],
    ['=""', ''],
    [`'="01067"`, '="01067"'],
    ['="a"&"b"', '="a"&"b"'],
    ['="a', '="a'],
    ['="', '="'],
    ['=A1', '=A1'],
  ] as const) {
    t.equal(restoreFormula(cell), text, cell);
    const cells = CsvCells.of(['x', cell, 'y']);
    cells.restoreFormulas();
    t.same(cells.texts(), ['x', text, 'y'], cell);
  }
});
