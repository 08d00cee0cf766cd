import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { drivePlace, drivePlaceKey } from '../../../src/geo/drive-time/drive-place.js';
import { estimatedArea, estimatedKmh } from '../../../src/geo/drive-time/estimate.js';
import { packArea, unpackArea } from '../../../src/geo/drive-time/pack-area.js';

const degrees = (limit: number) => fc.integer({ min: -limit * 1e6, max: limit * 1e6 }).map((n) => n / 1e6);
const ring = fc
  .array(fc.tuple(degrees(180), degrees(90)), { minLength: 3, maxLength: 20 })
  .map((points) => [...points, points[0]!].map((point) => [...point]));
const area = fc.array(fc.array(ring, { minLength: 1, maxLength: 3 }), { maxLength: 4 });

t.test('an area comes back as it was packed', async () => {
  fc.assert(
    fc.property(area, (coordinates) => isDeepStrictEqual(unpackArea(packArea(coordinates)), coordinates)),
  );
});

t.test('small steps take few bytes', async (t) => {
  const circle = estimatedArea(drivePlace(50, 8, 10));
  t.ok(packArea(circle).length < 6 * 73, `${packArea(circle).length} bytes`);
});

t.test('bytes that end too early are refused', async (t) => {
  const packed = packArea(estimatedArea(drivePlace(50, 8, 10)));
  t.throws(() => unpackArea(packed.subarray(0, -1)), { message: /a packed area ends after \d+ bytes/ });
});

t.test('an estimate reaches farther the longer the drive, and never around the world', async (t) => {
  t.same([1, 5, 10, 15, 30, 60, 120, 99_999].map(estimatedKmh), [22, 26, 34, 38, 48, 60, 70, 70]);
  t.equal(estimatedKmh(45), 54);
  for (const minutes of [1, 99_999]) t.ok(estimatedArea(drivePlace(0, 179.99, minutes)).length > 0);
  t.equal(estimatedArea(drivePlace(10, 179.999, 30)).length, 2, 'cut at the antimeridian');
});

t.test('places a metre apart are one, and so are 180 and -180', async (t) => {
  const key = (lat: number, lng: number) => drivePlaceKey(drivePlace(lat, lng, 5));
  t.equal(key(1.000001, 2.000004), key(1, 2));
  t.not(key(1.00001, 2), key(1, 2));
  t.equal(key(1, 180), key(1, -180));
  t.equal(key(-0.000001, 0), key(0, 0));
});
