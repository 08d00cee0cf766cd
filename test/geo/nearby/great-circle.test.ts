import { geoDistance } from 'd3-geo';
import fc from 'fast-check';
import t from 'tap';
import {
  cosine,
  cosineFloor,
  degreesOf,
  EARTH_RADIUS_KM,
  haversine,
  haversineFloor,
  haversineOfKm,
  haversineTo,
  kmOf,
  lngDelta,
  originAt,
} from '../../../src/geo/nearby/great-circle.js';

const RADIANS = Math.PI / 180;
const lats = fc.oneof(fc.constantFrom(-90, 90, 0), fc.double({ min: -90, max: 90, noNaN: true }));
const lngs = fc.oneof(fc.constantFrom(-180, 180, 0), fc.double({ min: -180, max: 180, noNaN: true }));

t.test('distances are those of d3-geo', async (t) => {
  fc.assert(
    fc.property(lats, lngs, lats, lngs, (lat1, lng1, lat2, lng2) => {
      const km = kmOf(haversineTo(originAt(lat1, lng1), lat2, lng2));
      const expected = geoDistance([lng1, lat1], [lng2, lat2]) * EARTH_RADIUS_KM;
      // Near the antipode both formulas lose digits.
      return Math.abs(km - expected) < (expected > 19_900 ? 0.2 : 1e-5);
    }),
    { numRuns: 5000 },
  );
  t.pass();
});

t.test('at a pole every longitude is the same point, to the last bit', async (t) => {
  t.equal(cosine(90), 0);
  t.equal(cosine(-90), 0);
  t.equal(cosine(0), 1);
  t.equal(cosine(60).toFixed(15), '0.500000000000000');
  for (const lat of [90, -90])
    t.equal(haversineTo(originAt(12, 34), lat, -77), haversineTo(originAt(12, 34), lat, 180));
});

t.test('the shorter way round between two meridians', async (t) => {
  t.equal(lngDelta(10, -10), 20);
  t.equal(lngDelta(-10, 10), 20);
  t.equal(lngDelta(180, -180), 0);
  t.equal(lngDelta(170, -170), 20);
  t.equal(lngDelta(0, 180), 180);
  t.equal(lngDelta(0, -180), 180);
});

t.test('a haversine never exceeds that of the antipode', async (t) => {
  for (let lat = -90; lat <= 90; lat += 0.37)
    for (const lng of [-180, -77.7, 0, 33.3])
      if (haversineTo(originAt(lat, lng), -lat, lng + 180) > 1) t.fail(`${lat}, ${lng}`);
  t.equal(haversineOfKm(20_016), 1);
  t.equal(haversineOfKm(1e9), 1);
  t.equal(haversineOfKm(0), 0);
});

t.test('the floor of a haversine is below it, by next to nothing up to 30 degrees', async (t) => {
  for (let degrees = 0; degrees <= 180; degrees += 0.01) {
    const [floor, exact] = [haversineFloor(degrees), haversine(degrees)];
    if (floor > exact) t.fail(`${floor} is above ${exact} at ${degrees}`);
    const share = degrees === 0 ? 1 : floor / exact;
    if (share < (degrees <= 30 ? 1 - 4e-9 : 0.988)) t.fail(`${floor} is far below ${exact} at ${degrees}`);
    if (haversineFloor(-degrees) !== floor) t.fail(`other on the other side of ${degrees}`);
  }
  t.equal(haversineFloor(180).toFixed(3), '0.988');
});

t.test('the floor of a cosine is within 5e-7 below it, and not below 0', async (t) => {
  for (let degrees = -90; degrees <= 90; degrees += 0.01) {
    const [floor, exact] = [cosineFloor(degrees), Math.cos(degrees * RADIANS)];
    if (floor > exact || floor < exact - 5e-7) t.fail(`${floor} for ${exact} at ${degrees}`);
    if (floor < 0) t.fail(`below 0 at ${degrees}`);
  }
  t.equal(cosineFloor(90), 0);
  t.equal(cosineFloor(120), 0);
});

t.test('a haversine is worth its angle and about a metre', async (t) => {
  for (const degrees of [0, 0.001, 1, 45, 90, 179.9]) {
    const worth = degreesOf(haversine(degrees));
    t.ok(worth > degrees && worth < degrees + 2e-5, `${degrees}: ${worth}`);
  }
});
