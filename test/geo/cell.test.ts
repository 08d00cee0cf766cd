import fc from 'fast-check';
import t from 'tap';
import { cellOf, roundMicrodegrees } from '../../src/geo/cell.js';

const lat = fc.double({ min: -90, max: 90, noNaN: true });
const lng = fc.double({ min: -180, max: 180, noNaN: true });

t.test('a cell is an exact integer below 2^50, at the corners of the world too', async (t) => {
  t.equal(cellOf(-90, -180), 0);
  t.equal(cellOf(90, 179.999999), 2 ** 50 - 1);
  fc.assert(
    fc.property(lat, lng, (y, x) => {
      const cell = cellOf(y, x);
      return Number.isSafeInteger(cell) && cell >= 0 && cell < 2 ** 50;
    }),
  );
});

t.test('points whose coordinates agree to 6 decimals share a cell', async () => {
  fc.assert(
    fc.property(lat, lng, (y, x) => {
      const roundedLat = roundMicrodegrees(y) / 1e6;
      const roundedLng = roundMicrodegrees(x) / 1e6;
      return cellOf(y, x) === cellOf(roundedLat, roundedLng);
    }),
  );
});

t.test('longitudes 180 and -180 are one meridian', async (t) => {
  t.equal(cellOf(12.5, 180), cellOf(12.5, -180));
});

t.test('the bits of latitude and longitude alternate, as a naive interleave has them', async () => {
  const naive = (y: number, x: number): number => {
    const row = Math.min(2 ** 25 - 1, Math.floor((roundMicrodegrees(y) + 90e6) / (180e6 / 2 ** 25)));
    const column = Math.min(2 ** 25 - 1, Math.floor((roundMicrodegrees(x) + 180e6) / (360e6 / 2 ** 25)));
    let code = 0n;
    for (let bit = 0n; bit < 25n; bit++) {
      code |= ((BigInt(column) >> bit) & 1n) << (2n * bit);
      code |= ((BigInt(row) >> bit) & 1n) << (2n * bit + 1n);
    }
    return Number(code);
  };
  fc.assert(
    fc.property(
      lat,
      fc.double({ min: -180, max: 179.9, noNaN: true }),
      (y, x) => cellOf(y, x) === naive(y, x),
    ),
  );
});
