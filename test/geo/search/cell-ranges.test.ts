import fc from 'fast-check';
import t from 'tap';
import { cellOf } from '../../../src/geo/cell.js';
import { type Box, boxAround } from '../../../src/geo/search/box.js';
import { cellRanges } from '../../../src/geo/search/cell-ranges.js';

const RUNS = { numRuns: 2000 };
/** Whole, round and odd coordinates, including the ends of the world and values that round to them. */
const degrees = (limit: number) =>
  fc.oneof(
    fc.double({ min: -limit, max: limit, noNaN: true }),
    fc.integer({ min: -limit, max: limit }),
    fc.constantFrom(-limit, limit, 0, limit - 1e-9, 1e-9 - limit, limit - 6e-7),
  );
const lat = degrees(90);
const lng = degrees(180);
const box = fc
  .tuple(lat, lat, lng, lng)
  .map(([a, b, west, east]): Box => ({ south: Math.min(a, b), north: Math.max(a, b), west, east }));
const isIn = (cell: number, ranges: { first: number; last: number }[]): boolean =>
  ranges.some(({ first, last }) => cell >= first && cell <= last);

/** A place between two others, ends included. */
const between = (from: number, to: number, part: number): number =>
  part === 1 ? to : Math.min(to, from + (to - from) * part);
const part = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1));

t.test('every point of a box has its cell in one of its ranges', async () => {
  fc.assert(
    fc.property(box, part, part, ({ south, west, north, east }, up, right) => {
      const y = between(south, north, up);
      const beyond = between(west, west > east ? east + 360 : east, right);
      const x = beyond > 180 ? Math.min(east, beyond - 360) : beyond;
      return isIn(cellOf(y, x), cellRanges({ south, west, north, east }));
    }),
    RUNS,
  );
});

t.test('ranges are at most 64, sorted, and neither overlap nor touch', async () => {
  fc.assert(
    fc.property(box, (each) => {
      const ranges = cellRanges(each);
      return (
        ranges.length >= 1 &&
        ranges.length <= 64 &&
        ranges.every(({ first, last }, i) => first <= last && (i === 0 || first > ranges[i - 1]!.last + 1))
      );
    }),
    RUNS,
  );
});

t.test('a box of one cell is one range of one code', async (t) => {
  t.same(cellRanges({ south: 12.5, north: 12.5, west: 7.25, east: 7.25 }), [
    { first: cellOf(12.5, 7.25), last: cellOf(12.5, 7.25) },
  ]);
});

t.test('the world is one range', async (t) => {
  const all = [{ first: 0, last: 2 ** 50 - 1 }];
  t.same(cellRanges({ south: -90, north: 90, west: -180, east: 180 }), all);
  t.same(cellRanges({ south: -90, north: 90, west: 0, east: -1e-9 }), all, 'and across the antimeridian');
});

t.test('ranges hold less than twice the cells of a box that is not a line', async () => {
  const small = fc.tuple(
    fc.double({ min: -80, max: 79, noNaN: true }),
    fc.double({ min: -170, max: 169, noNaN: true }),
    fc.double({ min: 0.01, max: 1, noNaN: true }),
  );
  fc.assert(
    fc.property(small, ([south, west, size]) => {
      const ranges = cellRanges({ south, west, north: south + size, east: west + 2 * size });
      const cells = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
      const side = size / (180 / 2 ** 25);
      return cells < 2 * side * side;
    }),
    RUNS,
  );
});

t.test('the box around a circle holds every point within its radius', async () => {
  const R = 6371.0088;
  const RADIANS = Math.PI / 180;
  fc.assert(
    fc.property(
      lat,
      lng,
      fc.double({ min: 1e-6, max: 20_100, noNaN: true }),
      fc.double({ min: 0, max: 360, noNaN: true }),
      part,
      (y, x, radiusKm, bearing, share) => {
        // Points as vectors, exact at the poles too: from the point along a bearing.
        const angle = (Math.min(radiusKm, Math.PI * R) * share) / R;
        const [phi, theta, turn] = [y * RADIANS, x * RADIANS, bearing * RADIANS];
        const north = Math.cos(phi) * Math.cos(angle) - Math.sin(phi) * Math.sin(angle) * Math.cos(turn);
        const east = Math.sin(angle) * Math.sin(turn);
        const up = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(turn);
        const toLat = Math.atan2(up, Math.hypot(north, east)) / RADIANS;
        const turned = (theta + Math.atan2(east, north)) / RADIANS;
        const toLng = turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned;
        return isIn(cellOf(toLat, toLng), cellRanges(boxAround({ lat: y, lng: x, radiusKm })));
      },
    ),
    RUNS,
  );
});
