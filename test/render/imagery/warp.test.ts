import {
  type GeoProjection,
  geoAlbersUsa,
  geoAzimuthalEqualArea,
  geoConicConformal,
  geoDistance,
  geoEqualEarth,
  geoMercator,
} from 'd3-geo';
import fc from 'fast-check';
import t from 'tap';
import { type ImagerySampler, warp } from '../../../src/render/imagery/warp.js';
import { planWarp } from '../../../src/render/imagery/warp-plan.js';
import { fittedProjection } from '../../support/projections.js';

const SIZE = { widthPx: 320, heightPx: 200 };
const BOX = { xPt: 10, yPt: 20, widthPt: 160, heightPt: 100 };
const MIDDLE: [number, number] = [90, 70];

/** Keeps the place that is asked for in place of its colour. */
function placesOf(projection: Parameters<typeof fittedProjection>[0]) {
  const places = new Map<number, [number, number]>();
  const sampler: ImagerySampler = {
    sample: (lon, lat, _, at) => places.set(at / 4, [lon, lat]) === places,
  };
  const fitted = fittedProjection(projection);
  const pixels = warp(planWarp(fitted, BOX, SIZE), [sampler]);
  return { places, pixels, fitted };
}

/**
 * Pixels between where a place was put, and where it belongs by the projection alone; of all pixels the
 * largest.
 */
function worst(projection: Parameters<typeof fittedProjection>[0]): { pixels: number; missing: number } {
  const { places, fitted } = placesOf(projection);
  const [perPx, distances] = [BOX.widthPt / SIZE.widthPx, { pixels: 0, missing: 0 }];
  for (let y = 0; y < SIZE.heightPx; y++) {
    for (let x = 0; x < SIZE.widthPx; x++) {
      const at = (px: number, py: number) => fitted.invert([BOX.xPt + px * perPx, BOX.yPt + py * perPx]);
      const exact = at(x + 0.5, y + 0.5);
      const place = places.get(y * SIZE.widthPx + x);
      if ((exact === null) !== (place === undefined)) distances.missing++;
      if (exact === null || place === undefined) continue;
      // Length of a pixel here on the earth, by its longer diagonal.
      const [a, b, c, d] = [at(x, y), at(x + 1, y + 1), at(x + 1, y), at(x, y + 1)];
      const lengths = [a && b && geoDistance(a, b), c && d && geoDistance(c, d)];
      const pixel = Math.max(...lengths.map((length) => length ?? 0)) / Math.SQRT2;
      if (pixel > 0) distances.pixels = Math.max(distances.pixels, geoDistance(exact, place) / pixel);
    }
  }
  return distances;
}

const fitEarth = (projection: GeoProjection) =>
  projection.fitExtent(
    [
      [BOX.xPt, BOX.yPt],
      [BOX.xPt + BOX.widthPt, BOX.yPt + BOX.heightPt],
    ],
    { type: 'Sphere' },
  );

t.test('each pixel shows the place that the projection has there, within half of one', async (t) => {
  const cases: [string, Parameters<typeof fittedProjection>[0]][] = [
    ['a world', fitEarth(geoEqualEarth())],
    ['a world around the antimeridian', fitEarth(geoEqualEarth().rotate([180, 0]))],
    ['the United States with insets', geoAlbersUsa().scale(200).translate(MIDDLE)],
    [
      'both sides of the antimeridian',
      geoMercator().rotate([180, 0]).center([0, -17]).scale(300).translate(MIDDLE),
    ],
    ['the south pole', geoAzimuthalEqualArea().rotate([0, 90]).scale(150).translate(MIDDLE)],
    [
      'a conformal cone',
      geoConicConformal().parallels([40, 55]).center([10, 47]).scale(400).translate(MIDDLE),
    ],
    ['a town', geoMercator().center([-8.61, 41.15]).scale(60_000).translate(MIDDLE)],
  ];
  for (const [name, projection] of cases) {
    const { pixels, missing } = worst(projection);
    t.ok(pixels < 0.5, `${name}: ${pixels}`);
    // Where an edge passes through a pixel, either is right.
    t.ok(missing < 20, `${name}: ${missing} pixels are empty or full against the projection`);
  }
});

t.test('any turn and scale of an azimuthal map, poles and antimeridian included', async () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -180, max: 180 }),
      fc.integer({ min: -90, max: 90 }),
      fc.integer({ min: 60, max: 4000 }),
      (lon, lat, scale) => {
        const { pixels, missing } = worst(
          geoAzimuthalEqualArea().rotate([lon, lat]).scale(scale).translate(MIDDLE),
        );
        return pixels < 0.5 && missing < 20;
      },
    ),
    { numRuns: Number(process.env.WARP_RUNS ?? 3) },
  );
});

t.test('beyond the earth there is nothing', async (t) => {
  const { pixels } = placesOf(geoAzimuthalEqualArea().scale(20).translate(MIDDLE));
  t.same([...pixels.subarray(0, 4)], [0, 0, 0, 0]);
  t.equal(pixels[4 * (100 * SIZE.widthPx + 160) + 3], 255);
});

t.test('what the first source has not comes from the next', async (t) => {
  const paint = (value: number, from: number): ImagerySampler => ({
    sample(lon, _, to, at) {
      if (lon < from) return false;
      to.fill(value, at, at + 3);
      return true;
    },
  });
  const plan = planWarp(fittedProjection(fitEarth(geoEqualEarth())), BOX, SIZE);
  const pixels = warp(plan, [paint(1, 0), paint(2, -180)]);
  const middleLine = 4 * 100 * SIZE.widthPx;
  t.equal(pixels[middleLine + 4 * 40], 2);
  t.equal(pixels[middleLine + 4 * 280], 1);
});
