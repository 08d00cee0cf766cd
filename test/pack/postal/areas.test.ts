import t from 'tap';
import type { Area } from '../../../src/pack/postal/areas.js';
import { landOf, Segments } from '../../../src/pack/postal/land.js';
import { areasOfDistricts } from '../../../src/pack/postal/layer.js';
import type { Site } from '../../../src/pack/postal/partition.js';
import { toPlane } from '../../../src/pack/postal/plane.js';

const square = (west: number, south: number, size: number): number[][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

const site = (code: string, lng: number, lat: number): Site => ({ at: toPlane(lng, lat), codes: [code] });

/** Codes with the corners of their outer rings, each open ring starting at its least corner. */
function outlinesOf(areas: readonly Area[]): Record<string, string[]> {
  const outlineOf = (ring: number[][]): string => {
    const corners = ring.slice(1).map(([lng, lat]) => `${lng} ${lat}`);
    const least = corners.indexOf([...corners].sort()[0]!);
    return [...corners.slice(least), ...corners.slice(0, least)].join(', ');
  };
  return Object.fromEntries(
    areas.map(({ code, polygons }) => [code, polygons.map(([outer]) => outlineOf(outer!))]),
  );
}

const county = (polygons: number[][][][], ...sites: Site[]): Area[] => {
  const segments = new Segments();
  return areasOfDistricts([{ land: landOf(polygons, segments), sites }], segments, false);
};

t.test('a square county with a point in each quarter falls into its quarters', async (t) => {
  // Near the equator, where the plane's degrees are equal to four decimals.
  const quarters = county(
    [[square(-0.02, -0.02, 0.04)]],
    ...[site('SW', -0.01, -0.01), site('SE', 0.01, -0.01), site('NE', 0.01, 0.01), site('NW', -0.01, 0.01)],
  );
  t.same(outlinesOf(quarters), {
    NE: ['0 0, 0.02 0, 0.02 0.02, 0 0.02'],
    NW: ['-0.02 0, 0 0, 0 0.02, -0.02 0.02'],
    SE: ['0 -0.02, 0.02 -0.02, 0.02 0, 0 0'],
    SW: ['-0.02 -0.02, 0 -0.02, 0 0, -0.02 0'],
  });
});

t.test('a county with one point is its area, holes and islands included', async (t) => {
  const hole = square(0.01, 0.01, 0.01).reverse();
  const [area] = county([[square(0, 0, 0.04), hole], [square(0.1, 0, 0.02)]], site('A', 0.03, 0.03));
  t.equal(area!.polygons.length, 2);
  t.same(
    area!.polygons.map((rings) => rings.length),
    [2, 1],
  );
});

t.test('two codes at one place have the same area', async (t) => {
  const areas = outlinesOf(county([[square(0, 0, 0.04)]], site('B', 0.01, 0.01), site('A', 0.01, 0.01)));
  t.same(areas.A, areas.B);
  t.same(areas.A, ['0 0, 0.04 0, 0.04 0.04, 0 0.04']);
});

t.test('places of one code become one area without borders inside', async (t) => {
  const areas = county(
    [[square(-0.02, -0.02, 0.04)]],
    ...[site('W', -0.01, -0.01), site('E', 0.01, -0.01), site('E', 0.01, 0.01), site('W', -0.01, 0.01)],
  );
  t.same(outlinesOf(areas), {
    E: ['0 -0.02, 0.02 -0.02, 0.02 0, 0.02 0.02, 0 0.02, 0 0'],
    W: ['-0.02 -0.02, 0 -0.02, 0 0, 0 0.02, -0.02 0.02, -0.02 0'],
  });
});

/** Two banks, 0.01 wide, of a bay that is open to the north and closed in the south. */
const bay = [
  [0, 0],
  [0.05, 0],
  [0.05, 0.05],
  [0.04, 0.05],
  [0.04, 0.01],
  [0.01, 0.01],
  [0.01, 0.05],
  [0, 0.05],
  [0, 0],
];

t.test('a cell that reaches across a bay falls into parts that nothing ties together', async (t) => {
  const areas = outlinesOf(
    county([[bay]], site('N', 0.005, 0.04), site('N', 0.045, 0.04), site('S', 0.025, 0.001)),
  );
  t.equal(areas.N!.length, 2);
  t.equal(areas.S!.length, 1);
});

t.test('a bank cut off from its point goes to the neighbour that it borders on', async (t) => {
  // The far bank above 0.03 is nearest to W across the water.
  const areas = outlinesOf(county([[bay]], site('W', 0.009, 0.04), site('S', 0.025, 0.001)));
  t.equal(areas.W!.length, 1);
  t.equal(areas.S!.length, 1);
  t.match(areas.S![0], '0.05 0.05');
});

t.test('an island without a point is not divided', async (t) => {
  const island = square(0.02, 0.1, 0.01);
  const areas = outlinesOf(
    county([[square(0, 0, 0.05)], [island]], site('W', 0.01, 0.025), site('E', 0.038, 0.025)),
  );
  t.same(areas.W, ['0 0, 0.024 0, 0.024 0.05, 0 0.05']);
  t.same(areas.E, [
    '0.024 0, 0.05 0, 0.05 0.05, 0.024 0.05',
    '0.02 0.1, 0.024 0.1, 0.03 0.1, 0.03 0.11, 0.024 0.11, 0.02 0.11',
  ]);
});

t.test('a corner that one county cuts into a border is in the neighbour’s border too', async (t) => {
  const segments = new Segments();
  const [west, east] = [square(0, 0, 0.04), square(0.04, 0, 0.04)].map((ring) => landOf([[ring]], segments));
  const areas = areasOfDistricts(
    [
      { land: west!, sites: [site('S', 0.02, 0.003), site('N', 0.02, 0.027)] },
      { land: east!, sites: [site('E', 0.06, 0.02)] },
    ],
    segments,
    false,
  );
  t.same(outlinesOf(areas).E, ['0.04 0, 0.08 0, 0.08 0.04, 0.04 0.04, 0.04 0.015']);
});

t.test('a point on an island that the map lacks gets an islet, one on the shore does not', async (t) => {
  const areas = county(
    [[square(0, 0, 0.04)]],
    site('A', 0.02, 0.02),
    site('B', 0.2, 0.02),
    site('C', 0.02, -0.001),
  );
  const byCode = Object.fromEntries(areas.map(({ code, polygons }) => [code, polygons]));
  t.equal(byCode.B!.length, 1);
  for (const [lng, lat] of byCode.B![0]![0]!) {
    const metres = Math.hypot(lng! - 0.2, lat! - 0.02) * 111_195;
    t.ok(metres > 498 && metres < 502, `${metres} m`);
  }
  t.equal(byCode.C!.length, 1);
});

t.test('land on both sides of the antimeridian comes back to its own side', async (t) => {
  const segments = new Segments();
  const land = landOf([[square(179.9, 52, 0.1)], [square(-180, 52, 0.1)]], segments, -360);
  const [area] = areasOfDistricts([{ land, sites: [site('A', -180.05, 52.05)] }], segments, false);
  const lngs = area!.polygons.map(([ring]) => ring!.map(([lng]) => lng!));
  t.same(
    lngs.map((some) => [Math.min(...some), Math.max(...some)]).sort((a, b) => a[0]! - b[0]!),
    [
      [-180, -179.9],
      [179.9, 180],
    ],
  );
});
