import fc from 'fast-check';
import t from 'tap';
import { parseCoordinate } from '../../../src/format/cells/coordinate.js';
import { ALL_TYPES, bitsOf, fitsPlainly, narrowTypes } from '../../../src/format/cells/field-types.js';
import { plainDegrees } from '../../../src/format/cells/plain-bytes.js';
import { hostileCell, inBytes } from './hostile-cell.js';

const degreesOf = (cell: string): number => {
  const { bytes, from, to } = inBytes(cell);
  return plainDegrees(bytes, from, to);
};
const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength });
const number = fc
  .tuple(fc.constantFrom('', '-', '+', '--'), digits(17), fc.constantFrom('', '.', ',', '..'), digits(17))
  .map((parts) => parts.join(''));
const date = fc
  .tuple(digits(4), fc.constantFrom('-', '/'), digits(2), fc.constantFrom('-', '/'), digits(2))
  .map((parts) => parts.join(''));
const anyCell = fc.oneof(number, date, hostileCell);

t.test('degrees read from bytes are the double that their string is, or none', async () => {
  fc.assert(
    fc.property(fc.oneof(number, hostileCell), (cell) => {
      const degrees = degreesOf(cell);
      return Number.isNaN(degrees) || Object.is(degrees, parseCoordinate(cell, 'lat'));
    }),
    { numRuns: 20_000 },
  );
});

t.test('degrees with up to 15 digits are read from bytes', async () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -999, max: 999 }),
      fc.integer({ min: 1, max: 12 }),
      fc.nat(),
      (whole, decimals, n) => {
        const cell = `${whole}.${String(n).padStart(decimals, '0').slice(0, decimals)}`;
        return Object.is(degreesOf(cell), Number(cell));
      },
    ),
    { numRuns: 20_000 },
  );
});

t.test('a type that bytes are seen to fit is one that their string fits', async () => {
  const candidates = fc.integer({ min: 0, max: ALL_TYPES });
  fc.assert(
    fc.property(candidates, anyCell, (types, cell) => {
      const { bytes, from, to } = inBytes(cell);
      return !fitsPlainly(types, bytes, from, to) || narrowTypes(types, cell) === types;
    }),
    { numRuns: 20_000 },
  );
});

t.test('plain numbers and days are seen to fit', async (t) => {
  const fits = (types: number, cell: string): boolean => {
    const { bytes, from, to } = inBytes(cell);
    return fitsPlainly(types, bytes, from, to);
  };
  const dateBits = narrowTypes(ALL_TYPES, '2024-02-28');
  for (const cell of ['0', '-12', '0.5', '123456789012345.123456789012345'])
    t.ok(fits(bitsOf('number'), cell), cell);
  for (const cell of ['2024-02-28', '0000-12-01']) t.ok(fits(dateBits, cell), cell);
});
