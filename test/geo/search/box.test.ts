import { destination } from '@turf/turf';
import fc from 'fast-check';
import t from 'tap';
import { areaOf, type Box, boxAround, type Circle } from '../../../src/geo/search/box.js';

const WORLD = { west: -180, east: 180 };
/** Effect of rounding on a border. */
const NEAR_DEGREES = 1e-6;
const BEARINGS = Array.from({ length: 720 }, (_, i) => i / 2);

/** Points on the circle's border, by turf; longitudes run on beyond 180. */
const border = ({ lat, lng, radiusKm }: Circle) =>
  BEARINGS.map((bearing) => {
    const [x = 0, y = 0] = destination([lng, lat], radiusKm, bearing).geometry.coordinates;
    const turns = Math.round((lng - x) / 360);
    return { lat: y, lng: x + 360 * turns };
  });
/** West and east of a box around a circle, relative to the circle's centre. */
const sides = ({ west, east }: Box, lng: number) => ({
  west: west > lng + NEAR_DEGREES ? west - 360 : west,
  east: east < lng - NEAR_DEGREES ? east + 360 : east,
});

const circle = fc.record({
  lat: fc.double({ min: -70, max: 70, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
  radiusKm: fc.double({ min: 0.01, max: 2000, noNaN: true }),
});

t.test('a box around a circle contains it, and is no larger than that takes', async () => {
  fc.assert(
    fc.property(circle, (circle) => {
      const box = boxAround(circle);
      const { west, east } = sides(box, circle.lng);
      const points = border(circle);
      const lats = points.map(({ lat }) => lat);
      const lngs = points.map(({ lng }) => lng);
      // degreesOf leaves a metre, at 70 degrees three of longitude; and between two bearings a border is
      // further out, the more so in longitude where the meridians draw together: four ten-thousandths of the
      // radius are allowed for that.
      const slack = 4e-5 + 4e-4 * (circle.radiusKm / 111);
      const isClose = (side: number, reached: number) => Math.abs(side - reached) <= slack;
      const isOutside = (side: number, reached: number) => side >= reached - NEAR_DEGREES;
      return (
        isOutside(box.north, Math.max(...lats)) &&
        isOutside(-box.south, -Math.min(...lats)) &&
        isOutside(east, Math.max(...lngs)) &&
        isOutside(-west, -Math.min(...lngs)) &&
        isClose(box.north, Math.max(...lats)) &&
        isClose(box.south, Math.min(...lats)) &&
        isClose(east, Math.max(...lngs)) &&
        isClose(west, Math.min(...lngs))
      );
    }),
    { numRuns: 300 },
  );
});

t.test('a circle that comes near a pole has all longitudes', async (t) => {
  t.match(boxAround({ lat: 89, lng: 10, radiusKm: 200 }), { ...WORLD, north: 90 });
  t.match(boxAround({ lat: -89, lng: 10, radiusKm: 200 }), { ...WORLD, south: -90 });
  t.match(
    boxAround({ lat: 89.9995, lng: 10, radiusKm: 0.01 }),
    WORLD,
    'where they are too close to each other',
  );
  t.match(boxAround({ lat: -89.9995, lng: 10, radiusKm: 0.01 }), WORLD);
  t.same(
    boxAround({ lat: 0, lng: 0, radiusKm: 30_000 }),
    { ...WORLD, south: -90, north: 90 },
    'all of the Earth',
  );
  const beside = boxAround({ lat: 89, lng: 10, radiusKm: 50 });
  t.ok(beside.west > -30 && beside.east < 50, 'and one beside it has not');
});

t.test('a circle across the antimeridian has its west behind its east', async (t) => {
  for (const lng of [179.9, -179.9, 180, -180]) {
    const { west, east } = boxAround({ lat: 10, lng, radiusKm: 50 });
    t.ok(west > 179 && west <= 180, `${west}`);
    t.ok(east < -179 && east >= -180, `${east}`);
  }
  const { west, east } = boxAround({ lat: 10, lng: 179, radiusKm: 50 });
  t.ok(west < east);
});

t.test('boxes are compared by their degrees, across the antimeridian, too', async (t) => {
  t.equal(areaOf({ south: -10, west: 20, north: 30, east: 25 }), 200);
  t.equal(areaOf({ south: 0, west: 170, north: 10, east: -170 }), 200);
  t.equal(areaOf({ south: 5, west: 7, north: 5, east: 9 }), 0);
  t.equal(areaOf({ south: 0, west: 7, north: 5, east: 7 }), 0);
});
