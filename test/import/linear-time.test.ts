import t from 'tap';
import { parseCoordinate } from '../../src/format/cells/coordinate.js';
import { readCoordinatePair } from '../../src/format/cells/coordinate-pair.js';
import { expiryOf } from '../../src/format/cells/expire.js';
import { ALL_TYPES, narrowTypes } from '../../src/format/cells/field-types.js';
import { neutraliseFormula, restoreFormula } from '../../src/format/cells/formula.js';
import { letterOUnder } from '../../src/format/cells/letter-o.js';
import { readNumber } from '../../src/format/cells/number.js';
import { matchPatterns } from '../../src/recognise/header-patterns.js';
import { inferColumns } from '../../src/recognise/infer.js';

const LENGTH = 32_000;
const PIECES = [
  ...'a1 -+.,;:/|°\'"()[]{}=@\t\n\\_#%$€?é中\u0000\ud800',
  ...[
    '1,',
    '1.',
    '1 ',
    ' 1',
    'a ',
    'a.',
    'a@',
    '1°',
    `1'`,
    'POINT(',
    'http://',
    '1,1,',
    '(1',
    '[[',
    '""',
    '\r\n',
  ],
];
const CELLS = PIECES.flatMap((piece) => {
  const run = piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);
  return [run, `1${run.slice(2)}x`, `POINT (1 ${run.slice(9)}`, `a@${run.slice(2)}`];
});

// A reader in quadratic time takes a second and more for each of these cells; thousands of them would not
// end.
const READERS: Record<string, (cell: string) => unknown> = {
  parseCoordinate: (cell) => parseCoordinate(cell, 'lat'),
  readCoordinatePair,
  readNumber,
  letterOUnder: (cell) => letterOUnder([cell]),
  expiryOf,
  narrowTypes: (cell) => narrowTypes(ALL_TYPES, cell),
  neutraliseFormula,
  restoreFormula,
  'inferColumns, as values': (cell) => inferColumns({ headers: ['x'], rows: Array(10).fill([cell]) }),
  'inferColumns, as a header': (cell) => inferColumns({ headers: [cell], rows: [] }),
  matchPatterns: (cell) => matchPatterns({ headers: [cell], open: [0], taken: [] }),
};

for (const [name, read] of Object.entries(READERS)) {
  t.test(`${name} comes to an end with long cells of any kind`, async (t) => {
    for (const cell of CELLS) for (let time = 0; time < 10; time++) read(cell);
    t.pass(`${CELLS.length * 10} cells`);
  });
}
