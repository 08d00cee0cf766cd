import { booleanPointInPolygon, area as squareMeters } from '@turf/turf';
import fc from 'fast-check';
import t from 'tap';
import { countMeetings } from '../../../../src/geo/isochrone/do-rings-cross.js';
import { cleanArea } from '../../../../src/services/isochrones/area/clean-area.js';
import { squareAround } from '../../../support/routing-service.js';
import { runs } from '../../../support/runs.js';

const HERE = { lon: 0, lat: 0 };
const ofRing = (ring: unknown) => cleanArea({ type: 'Polygon', coordinates: [ring] }, HERE, 10);
const clean = (coordinates: unknown, type: 'Polygon' | 'MultiPolygon' = 'Polygon') => {
  const area = cleanArea({ type, coordinates }, HERE, 10);
  return 'coordinates' in area ? area.coordinates : area.unusable;
};
const square = (west: number, south: number, side: number): number[][] =>
  [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ].map(([x, y]) => [
    Math.round((west + x! * side) * 1e6) / 1e6,
    Math.round((south + y! * side) * 1e6) / 1e6,
  ]);
const reversed = (ring: number[][]): number[][] => [...ring].reverse();

const signed = (ring: number[][]): number =>
  ring.reduce((sum, [x, y], i) => {
    const [u, v] = ring[(i + 1) % ring.length]!;
    return sum + x! * v! - u! * y!;
  }, 0);

t.test('rings are closed and run as GeoJSON has it, and no point follows itself', async (t) => {
  const open = [
    [0, 0],
    [0, 0],
    [0, 0.1],
    [0.1, 0.1],
    [0.1000000001, 0.1],
    [0.1, 0],
  ];
  const closed = [
    [
      [0, 0],
      [0.1, 0],
      [0.1, 0.1],
      [0, 0.1],
      [0, 0],
    ],
  ];
  t.same(clean([open]), [closed]);
  const withHole = [square(-0.1, -0.1, 0.2), square(-0.05, -0.05, 0.02)];
  t.same(clean(withHole), [[withHole[0], reversed(withHole[1]!)]]);
});

t.test('a bow-tie becomes its two halves', async (t) => {
  const bowTie = [
    [-0.1, -0.1],
    [0.1, 0.1],
    [0.1, -0.1],
    [-0.1, 0.1],
    [-0.1, -0.1],
  ];
  t.same(clean([bowTie]), [
    [
      [
        [-0.1, -0.1],
        [0, 0],
        [-0.1, 0.1],
        [-0.1, -0.1],
      ],
    ],
    [
      [
        [0, 0],
        [0.1, -0.1],
        [0.1, 0.1],
        [0, 0],
      ],
    ],
  ]);
});

t.test('rings drawn twice, beside their part, or within another part, are repaired', async (t) => {
  const large = square(-0.1, -0.1, 0.2);
  t.same(clean([[large], [square(-0.05, -0.05, 0.02)]], 'MultiPolygon'), [[large]]);
  t.same(clean([[large], [large]], 'MultiPolygon'), [[large]]);
  t.same(clean([large, square(0.2, 0.2, 0.1)]), [[large]]);
  const spike = [...large.slice(0, 2), [0.2, -0.1], ...large.slice(1)];
  t.same(clean([spike]), [[large]]);
  const island = square(-0.04, -0.04, 0.01);
  const lake = square(-0.05, -0.05, 0.05);
  t.same(
    clean([[large, lake], [island]], 'MultiPolygon'),
    [[large, reversed(lake)], [island]],
    'an island in a hole stays',
  );
});

t.test('a geometry that is no area is told', async (t) => {
  t.equal(clean([]), null);
  t.equal(clean([[]]), null);
  t.equal(clean([squareAround(0, 0, 0)]), null);
  t.equal(
    clean([
      [
        [0, 0],
        [0.1, 0.1],
        [0, 0],
      ],
    ]),
    null,
  );
  t.equal(clean('none'), 'that is none');
  t.equal(clean([[[0, 0], 7]]), 'that is none');
  for (const lon of [Number.NaN, null, '0', 180.5, Number.POSITIVE_INFINITY])
    t.equal(
      clean([
        [
          [lon, 0],
          [0, 0.1],
          [0.1, 0.1],
        ],
      ]),
      'with coordinates that are none',
      String(lon),
    );
  t.equal(
    clean([
      [
        [0, 90.5],
        [0, 0.1],
        [0.1, 0.1],
      ],
    ]),
    'with coordinates that are none',
  );
});

t.test('an area elsewhere is refused, one that begins near the place is not', async (t) => {
  t.equal(clean([squareAround(1, 0)]), 'that lies 106 km from the place');
  t.type(clean([squareAround(0.09, 0)]), Array);
  t.equal(
    clean([[squareAround(0, 0)], [squareAround(2, 0)]], 'MultiPolygon'),
    'that reaches 228 km far, as no car does in 10 minutes',
  );
  const fiji = { lon: 179.99, lat: -17 };
  const beyond = { type: 'Polygon' as const, coordinates: [squareAround(-179.95, -17, 0.04)] };
  t.match(cleanArea(beyond, fiji, 10), { coordinates: Array }, 'over the date line, 2 km away');
});

t.test('an area of 50,000 points keeps 5,000 at most, and its shape', async (t) => {
  const ring = Array.from({ length: 50_000 }, (_, i) => {
    const angle = (i / 50_000) * 2 * Math.PI;
    const radius = 0.1 + 0.02 * Math.sin(9 * angle) + 0.002 * Math.sin(2000 * angle);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  const area = ofRing(ring);
  if (!('coordinates' in area)) return void t.fail(String(area.unusable));
  const vertices = area.coordinates.flat(2).length;
  t.ok(vertices > 100 && vertices <= 5001, `${vertices} vertices`);
  const whole = squareMeters({ type: 'Polygon', coordinates: [[...ring, ring[0]!]] });
  t.ok(Math.abs(squareMeters({ type: 'MultiPolygon', coordinates: area.coordinates }) / whole - 1) < 0.01);
});

t.test('a tangle is refused before its repair takes minutes', async (t) => {
  let seed = 5;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const tangle = Array.from({ length: 3000 }, () => [random() / 10, random() / 10]);
  t.equal(clean([tangle]), 'whose outline crosses itself all over');
  const comb = Array.from({ length: 4000 }, (_, i) => {
    const side = i % 2 === 0 ? -0.05 : 0.05;
    return [side + i / 1e6, side - i / 1e6];
  });
  t.equal(
    clean([comb]),
    'whose outline crosses itself all over',
    'nor are the teeth of a comb all compared with each other',
  );
  t.equal(
    clean([Array.from({ length: 100_001 }, (_, i) => [i / 1e6, (i % 2) / 10])]),
    'of more than 100000 points',
  );
  t.equal(
    clean(
      Array.from({ length: 501 }, () => [square(0, 0, 0.1)]),
      'MultiPolygon',
    ),
    'of more than 500 rings',
  );
});

/**
 * A spike whose foot lies within a line; points that differ by nothing; two that exact arithmetic cannot
 * unite, and one of which it loses a part.
 */
const HARD = [
  [0.025, 0.017, -0.026, 0, 0, 0, -0.029, -0.001],
  [-0.008, 0, 0.02, 0, -0.008, -0.008, 0.026, 0.02, -0.03, -0.03, 0.022, 0.006, 0.003, -0.027],
  [-0.008, 0.007, 0.015, -0.013, -0.006, -0.003, 0, 0, -0.006, -0.002, 0.016, 0.004, 0, 0, 0, 0, 0, 0.001],
  [0.001, 0, 0, -0.008, 0.002, 0.01, 0, -0.008, 0.003, 0, 0, 0.01, 0.002, -0.024, -0.001, 0.027],
  [0.008, -0.001, 0.009, 0.018, 0, 0, 0.018, 0.024, -0.003, 0.01, 0.012, -0.005, 0.009, 0],
].map((ring) => Array.from({ length: ring.length / 2 }, (_, i) => ring.slice(2 * i, 2 * i + 2)));

t.test('whatever rings it is given, an area comes out valid, and holds what the rings held', async () => {
  const coordinate = fc.integer({ min: -30, max: 30 }).map((n) => n / 1000);
  const point = fc.tuple(coordinate, coordinate).map(([x, y]) => [x, y]);
  fc.assert(
    fc.property(fc.array(point, { minLength: 3, maxLength: 9 }), (ring) => {
      const area = ofRing(ring);
      if ('unusable' in area) return area.unusable === null || area.unusable === 'that holds nothing';
      const { coordinates } = area;
      const isWell = coordinates.flat().every((closed) => {
        const flat = Float64Array.from(closed.slice(0, -1).flat(), (degrees) => Math.round(degrees * 1e6));
        return closed.length >= 4 && countMeetings([flat], 1) === 0;
      });
      const isWound = coordinates.every((polygon) =>
        polygon.every((closed, at) => signed(closed) > 0 === (at === 0)),
      );
      // By the even-odd rule an area contains no more than its rings enclose.
      const whole = { type: 'MultiPolygon' as const, coordinates };
      const closed = [...ring, ring[0]!];
      const isKept = [0.012345679, -0.021718281, 0.027141593].every((x) =>
        [0.019141421, -0.021337733].every(
          (y) =>
            !booleanPointInPolygon([x, y], { type: 'Polygon', coordinates: [closed] }) ||
            booleanPointInPolygon([x, y], whole),
        ),
      );
      return isWell && isWound && isKept;
    }),
    { numRuns: runs(60, 300), examples: HARD.map((ring) => [ring]) },
  );
});
