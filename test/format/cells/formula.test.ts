import fc from 'fast-check';
import t from 'tap';
import {
  mayHoldFormulas,
  neutraliseFormula,
  restoreCells,
  restoreFormula,
} from '../../../src/format/cells/formula.js';

const formulaLike = fc
  .array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '1', '.', ',', 'a', ' ', 'e'), { maxLength: 8 })
  .map((characters) => characters.join(''));

t.test('what looks like a formula is neutralised, plain numbers and other text stay', (t) => {
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
  t.end();
});

t.test('restoring undoes neutralising, for all strings', (t) => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), formulaLike), (cell) => {
      const written = neutraliseFormula(cell);
      const cells = [written];
      restoreCells(cells);
      return restoreFormula(written) === cell && cells[0] === cell;
    }),
    { numRuns: 5000 },
  );
  t.end();
});

t.test('what is written never begins like a formula, unless it is a plain number', (t) => {
  fc.assert(
    fc.property(formulaLike, (cell) => {
      const written = neutraliseFormula(cell);
      return !/^[=+\-@\t\r]/.test(written) || /^[+-][\d.,e+-]+$/.test(written);
    }),
    { numRuns: 5000 },
  );
  t.end();
});

t.test('a text in which a cell has to be restored is told from others', (t) => {
  fc.assert(
    fc.property(
      formulaLike,
      (cell) => restoreFormula(cell) === cell || mayHoldFormulas(`a,${cell}`) === true,
    ),
    { numRuns: 5000 },
  );
  t.notOk(mayHoldFormulas("O'Brien, 's-Hertogenbosch"));
  t.end();
});
