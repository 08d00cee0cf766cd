import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { Extent } from '../../../src/render/frame/extent.js';

const extentOf = (...places: [number, number][]): Extent => {
  const extent = new Extent();
  for (const [lon, lat] of places) extent.add(lon, lat);
  return extent;
};

t.test('nothing has no box', async (t) => {
  t.equal(new Extent().box(), null);
  t.same(new Extent().outline(), []);
});

t.test('places on both sides of the antimeridian are near to each other', async (t) => {
  t.same(extentOf([179, -17], [-178, -20]).box(), { west: 179, east: 182, south: -20, north: -17 });
  t.same(extentOf([180, 1], [-180, 2]).box(), { west: 180, east: 180, south: 1, north: 2 });
  t.same(extentOf([539, 0], [-182, 0]).box(), { west: 178, east: 179, south: 0, north: 0 }, 'any turn');
});

t.test('a box from east to west goes over the antimeridian', async (t) => {
  const extent = new Extent();
  extent.addBox(170, -10, -170, 10);
  t.same(extent.box(), { west: 170, east: 190, south: -10, north: 10 });
  extent.addBox(-180, -5, 180, 5);
  t.same(extent.box(), { west: -180, east: 180, south: -10, north: 10 });
});

t.test('what is no place is an error', async (t) => {
  for (const [lon, lat] of [
    [0, 91],
    [Number.NaN, 0],
    [0, Number.NaN],
    [Number.POSITIVE_INFINITY, 0],
  ] as const) {
    t.throws(() => new Extent().add(lon, lat), RangeError);
  }
  t.throws(() => new Extent().addBox(0, 10, 5, -10), RangeError);
});

const lon = fc.double({ min: -180, max: 180, noNaN: true });
const lat = fc.double({ min: -90, max: 90, noNaN: true });

t.test('the box is the smallest by degrees, as looking at every gap finds, in any order', async () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(lon, lat), { minLength: 1, maxLength: 30 }), (places) => {
      const box = extentOf(...places).box()!;
      const reversed = extentOf(...places.toReversed()).box();
      const lons = places.map(([x]) => x).sort((a, b) => a - b);
      const gaps = lons.map((x, i) => (i === 0 ? x + 360 - lons.at(-1)! : x - lons[i - 1]!));
      // Places within one degree are not taken apart.
      const isSmallest = box.east - box.west <= 360 - Math.max(...gaps) + 1e-9 || Math.max(...gaps) < 1;
      const holdsAll = places.every(([x, y]) => {
        const isWithin = [x - 360, x, x + 360].some((at) => at >= box.west - 1e-9 && at <= box.east + 1e-9);
        return isWithin && y >= box.south && y <= box.north;
      });
      return isDeepStrictEqual(reversed, box) && isSmallest && holdsAll;
    }),
  );
});
