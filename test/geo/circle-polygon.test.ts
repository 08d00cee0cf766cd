import { booleanPointInPolygon, booleanValid } from '@turf/turf';
import { geoArea } from 'd3-geo';
import fc from 'fast-check';
import t from 'tap';
import { type AreaGeometry, circlePolygon } from '../../src/geo/circle-polygon.js';
import { EARTH_RADIUS_KM } from '../../src/geo/nearby/great-circle.js';

const KM_PER_MILE = 1.609344;
const RADIANS = Math.PI / 180;

function distanceMiles([lng1, lat1]: number[], [lng2, lat2]: number[]): number {
  const hav =
    Math.sin(((lat2! - lat1!) / 2) * RADIANS) ** 2 +
    Math.cos(lat1! * RADIANS) * Math.cos(lat2! * RADIANS) * Math.sin(((lng2! - lng1!) / 2) * RADIANS) ** 2;
  return (2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(hav)))) / KM_PER_MILE;
}

const polygonsOf = (area: AreaGeometry) => (area.type === 'Polygon' ? [area.coordinates] : area.coordinates);

function signedArea(ring: number[][]): number {
  return ring.reduce(
    (sum, [x, y], i) => sum + (i === 0 ? 0 : ring[i - 1]![0]! * y! - x! * ring[i - 1]![1]!),
    0,
  );
}

/** Violations of RFC 7946. */
function faults(area: AreaGeometry): string[] {
  return polygonsOf(area).flatMap((rings) =>
    rings.flatMap((ring, at) => [
      ...(ring.length < 4 ? ['short'] : []),
      ...(String(ring[0]) === String(ring.at(-1)) ? [] : ['open']),
      ...(ring.some(([x, y]) => Math.abs(x!) > 180 || Math.abs(y!) > 90) ? ['off the Earth'] : []),
      ...(ring.some((position, i) => i > 0 && String(position) === String(ring[i - 1])) ? ['repeated'] : []),
      ...(signedArea(ring) > 0 === (at === 0) ? [] : ['wrong winding']),
    ]),
  );
}

const place = fc.record({
  lat: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 0, 89.9999)),
  lng: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180, 0, 179.99999)),
});

const HALF_ROUND_MILES = (Math.PI * EARTH_RADIUS_KM) / KM_PER_MILE;
const SOME: readonly [string, fc.Arbitrary<number>][] = [
  ['of any size', fc.double({ min: -2, max: Math.log10(12_500), noNaN: true }).map((power) => 10 ** power)],
  ['as large as a continent and more', fc.double({ min: 1000, max: HALF_ROUND_MILES, noNaN: true })],
  [
    'of all but a little of the Earth',
    fc.double({ min: 10, max: 3000, noNaN: true }).map((rest) => HALF_ROUND_MILES - rest),
  ],
];
for (const [which, radius] of SOME)
  t.test(
    `a circle ${which}, anywhere, is a valid area, and holds the points within its radius and no others`,
    async () => {
      // Rare positions: poles, the antimeridian, the centre's antipode.
      const odd = fc.record({
        lat: fc.constantFrom(-89.5, -60, 0, 60, 89.5),
        lng: fc.constantFrom(-179.9, -90, 0, 90, 179.9),
      });
      fc.assert(
        fc.property(
          place,
          radius,
          fc.array(fc.oneof(place, odd), { maxLength: 12 }),
          (centre, miles, points) => {
            const area = circlePolygon(centre, miles);
            if (faults(area).length > 0) return false;
            const antipode = { lat: -centre.lat, lng: centre.lng > 0 ? centre.lng - 180 : centre.lng + 180 };
            for (const { lat, lng } of [...points, centre, antipode]) {
              const distance = distanceMiles([centre.lng, centre.lat], [lng, lat]);
              // Edges lie slightly inside the circle.
              if (Math.abs(distance - miles) < Math.min(0.02 * miles, 60)) continue;
              if (booleanPointInPolygon([lng, lat], area) !== distance < miles) return false;
            }
            return true;
          },
        ),
        { numRuns: 300 },
      );
    },
  );

t.test('every vertex lies on the circle', async (t) => {
  for (const [lat, lng, miles] of [
    [52.5, 13.4, 0.5],
    [0, 0, 3000],
    [80, -100, 500],
  ] as const) {
    const { coordinates } = circlePolygon({ lat, lng }, miles) as { coordinates: number[][][] };
    const isOn = (vertex: number[]): boolean =>
      Math.abs(distanceMiles([lng, lat], vertex) - miles) < 1e-4 * miles + 1e-6;
    t.ok(coordinates[0]!.length > 64 && coordinates[0]!.every(isOn), `${lat} ${lng} ${miles}`);
  }
});

t.test('at the antimeridian it is cut, around a pole closed along it, without both a hole', async (t) => {
  const halves = circlePolygon({ lat: 10, lng: 179.9 }, 50);
  t.equal(halves.type, 'MultiPolygon');
  const [east, west] = polygonsOf(halves).map((rings) => rings[0]!.map(([lng]) => lng!));
  t.ok(Math.min(...east!) > 179 && Math.max(...east!) === 180);
  t.ok(Math.max(...west!) < -179 && Math.min(...west!) === -180);
  const cap = circlePolygon({ lat: 88, lng: 30 }, 300);
  t.equal(cap.type, 'Polygon');
  t.same(
    [
      [180, 90],
      [-180, 90],
    ].map((corner) => polygonsOf(cap)[0]![0]!.some((vertex) => String(vertex) === String(corner))),
    [true, true],
  );
  t.equal(
    polygonsOf(circlePolygon({ lat: 0, lng: 0 }, 9000))[0]!.length,
    1,
    'its hole lies over the antimeridian',
  );
  t.equal(polygonsOf(circlePolygon({ lat: 0, lng: 90 }, 9000))[0]!.length, 2);
  t.same(circlePolygon({ lat: 1, lng: 1 }, 12_500), {
    type: 'Polygon',
    coordinates: [
      [
        [-180, -90],
        [180, -90],
        [180, 90],
        [-180, 90],
        [-180, -90],
      ],
    ],
  });
});

t.test('other implementations take it for a valid area of the right size', async (t) => {
  for (const [lat, lng, miles] of [
    [0, 0, 10],
    [10, 179.9, 50],
    [88, 30, 300],
    [-89.9, 0, 20],
    [50, 9, 1e-9],
    [0, 90, 9000],
    [0, 180, 6300],
  ] as const) {
    const area = circlePolygon({ lat, lng }, miles);
    t.ok(booleanValid(area), `${lat} ${lng} ${miles}`);
    if (miles < 1 || miles > 1000) continue;
    // d3-geo expects rings in the opposite direction.
    const steradians = polygonsOf(area).reduce(
      (sum, [ring]) => sum + geoArea({ type: 'Polygon', coordinates: [ring!.toReversed()] }),
      0,
    );
    const expected = 2 * Math.PI * (1 - Math.cos((miles * KM_PER_MILE) / EARTH_RADIUS_KM));
    t.ok(Math.abs(steradians / expected - 1) < 0.01, `${lat} ${lng} ${miles}: ${steradians / expected}`);
  }
});
