import { geoAlbersUsa, geoDistance } from 'd3-geo';
import fc from 'fast-check';
import t from 'tap';
import { albersUsa } from '../../../src/render/frame/albers-usa.js';
import { Extent } from '../../../src/render/frame/extent.js';
import { frameOf } from '../../../src/render/frame/frame-of.js';
import { layoutOf } from '../../../src/render/frame/layout.js';
import { runs } from '../../support/runs.js';

const EARTH_RADIUS_M = 6_371_008.8;
const landscape = layoutOf(
  { paper_size: 'letter', orientation: 'landscape' },
  { hasTitle: true, legend: null },
);
const portrait = layoutOf({ paper_size: 'a4', orientation: 'portrait' }, { hasTitle: true, legend: null });

type Place = [number, number];
function extentOf(places: Place[]): Extent {
  const extent = new Extent();
  for (const [lon, lat] of places) extent.add(lon, lat);
  return extent;
}
const covering = (places: Place[], layout = landscape) => frameOf('pin_coverage', layout, extentOf(places));

const lat = fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 0));
const lon = fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180, 0));
const near = fc
  .tuple(
    lon,
    lat,
    fc.double({ min: -4, max: 1.5, noNaN: true }),
    fc.array(
      fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
      { maxLength: 8 },
    ),
  )
  .map(([x, y, power, steps]): Place[] => [
    [x, y],
    ...steps.map(
      ([dx, dy]): Place => [x + dx * 10 ** power, Math.min(90, Math.max(-90, y + dy * 10 ** power))],
    ),
  ]);
const places = fc.oneof(near, fc.array(fc.tuple(lon, lat), { minLength: 1, maxLength: 12 }));

t.test(
  'every place is on the map, with a margin but on the whole world, and the map goes back to it',
  async () => {
    fc.assert(
      fc.property(places, fc.constantFrom(landscape, portrait), (places, layout) => {
        const frame = covering(places, layout);
        const { xPt, yPt, widthPt, heightPt } = frame.map;
        const areOnTheMap = places.every((place) => {
          const point = frame.projection(place);
          if (point === null) return false;
          const [x, y] = point;
          // From pole to pole it is the whole world, whichever meridian is in its middle.
          const latitudes = places.map(([, latitude]) => latitude);
          const isWorld =
            frame.sphere === frameOf('world', layout, new Extent()).sphere ||
            Math.max(...latitudes) - Math.min(...latitudes) >= 150;
          // A pole lies on the edge of the earth, and that on the edge of the map.
          const margin = isWorld ? -1e-6 : 5;
          const isWithin =
            x > xPt + margin && x < xPt + widthPt - margin && y > yPt + margin && y < yPt + heightPt - margin;
          // A place at the antimeridian lies on the edge of the earth.
          if (isWorld && Math.abs(place[0]) > 179.99) return isWithin;
          // A pole may be at the edge of the earth, where a point is on it or not by a billionth.
          if (!isWithin || Math.abs(place[1]) > 89.99) return isWithin;
          const back = frame.projection.invert([x, y]);
          return back !== null && geoDistance(back, place) * EARTH_RADIUS_M < frame.metersPerPt;
        });
        return areOnTheMap && frame.metersPerPt > 1 && frame.metersPerPt < 100_000;
      }),
      { numRuns: runs(80, 400) },
    );
  },
);

t.test('one place, or many upon each other, shows its neighbourhood of 20 km', async (t) => {
  for (const place of [
    [-77, 38.9],
    [180, 0],
    [-180, 60],
    [12, 90],
    [0, -90],
  ] as Place[]) {
    const { metersPerPt, map, hasOneScale } = covering([place, place]);
    const shown = metersPerPt * Math.min(map.widthPt, map.heightPt);
    t.ok(shown > 20_000 && shown < 27_000, `${place}: ${shown} m`);
    t.ok(hasOneScale);
  }
});

t.test('what spans the antimeridian is as large as elsewhere', async (t) => {
  const pacific = covering([
    [178, -17],
    [-178, -18],
  ]);
  const atlantic = covering([
    [-2, -17],
    [2, -18],
  ]);
  t.ok(Math.abs(pacific.metersPerPt / atlantic.metersPerPt - 1) < 1e-9);
  const [east, west] = [pacific.projection([179.9, -17]), pacific.projection([-179.9, -17])];
  t.ok(west![0] > east![0], 'longitude -180 continues east of 180');
});

t.test('towns and countries keep their angles, continents their areas', async (t) => {
  const distortion = (places: Place[]) => {
    const frame = covering(places);
    const { map, projection } = frame;
    const at = (x: number, y: number) => {
      const point: Place = [map.xPt + x * map.widthPt, map.yPt + y * map.heightPt];
      const of = (dx: number, dy: number) =>
        geoDistance(projection.invert(point)!, projection.invert([point[0] + dx, point[1] + dy])!);
      const [a, b, c, d] = [of(1, 0), of(0, 1), of(1, 1), of(1, -1)];
      // First fundamental form (E, G, F) of the inverse projection, from four short distances around the
      // point.
      const e = a * a;
      const g = b * b;
      const f = (c * c - d * d) / 4;
      return { angle: Math.hypot(e - g, 2 * f) / (e + g), area: Math.sqrt(e * g - f * f) };
    };
    const middle = at(0.5, 0.5);
    const corner = at(0.1, 0.1);
    return { angle: corner.angle, area: Math.abs(corner.area / middle.area - 1) };
  };
  t.ok(
    distortion([
      [2, 48.7],
      [2.6, 49],
    ]).angle < 0.002,
    'a town',
  );
  t.ok(
    distortion([
      [6, 47.3],
      [15, 55],
    ]).angle < 0.002,
    'a country',
  );
  t.ok(
    distortion([
      [100, -5],
      [110, 5],
    ]).angle < 0.002,
    'a country at the equator',
  );
  t.ok(
    distortion([
      [10, 78],
      [30, 81],
    ]).angle < 0.002,
    'near a pole',
  );
  t.ok(
    distortion([
      [-124, 48],
      [-67, 25],
    ]).area < 0.01,
    'a wide continent',
  );
  t.ok(
    distortion([
      [-17, 15],
      [51, 12],
      [20, -35],
      [10, 37],
    ]).area < 0.01,
    'Africa',
  );
  t.ok(
    distortion([
      [0, 70],
      [120, 68],
      [-120, 65],
    ]).area < 0.01,
    'the Arctic',
  );
});

t.test('a scale bar is for maps whose scale is the same all over', async (t) => {
  t.ok(
    covering([
      [6, 47.3],
      [15, 55],
    ]).hasOneScale,
  );
  t.notOk(
    covering([
      [-170, -50],
      [10, 70],
      [100, 0],
    ]).hasOneScale,
  );
  t.notOk(frameOf('us', landscape, new Extent()).hasOneScale);
  t.notOk(frameOf('world', landscape, new Extent()).hasOneScale);
});

t.test('no markers show the world, whole and in its box; so does its preset wherever they are', async (t) => {
  const world = frameOf('world', portrait, extentOf([[10, 50]]));
  t.same({ ...world, projection: null }, { ...covering([], portrait), projection: null });
  t.match(world.sphere, /^M[\d.,LZM-]+Z$/);
  fc.assert(fc.property(lon, lat, (x, y) => world.projection([x, y]) !== null));
  const { xPt, yPt } = world.map;
  t.equal(world.projection.invert([xPt + 1, yPt + 1]), null, 'beyond the edge of the earth nothing is');
});

t.test('the states are where d3 has them, and all of them fit', async (t) => {
  const box = { xPt: 0, yPt: 0, widthPt: 803, heightPt: 481 };
  const { projection } = albersUsa(box);
  const usa = geoAlbersUsa().scale(1000).translate([425, 243]);
  const us = fc.tuple(
    fc.double({ min: -180, max: -60, noNaN: true }),
    fc.double({ min: 15, max: 75, noNaN: true }),
  );
  fc.assert(
    fc.property(us, (place) => {
      const [ours, theirs] = [projection(place), usa(place)];
      // Here the mainland and the insets go on to the map's edges, some points further.
      const isAtEdge = [ours, theirs].some((point) => point !== null && (point[1] < 6 || point[1] > 476));
      if (isAtEdge) return true;
      if (ours !== null) return Math.hypot(ours[0] - theirs![0], ours[1] - theirs![1]) < 0.1;
      // A place that d3 projects and this projection leaves out lies outside of the box, or under an inset.
      if (theirs === null || usa.invert!(theirs) === null) return true;
      const isInside = theirs[0] > 0 && theirs[0] < 803 && theirs[1] > 0 && theirs[1] < 481;
      const isItself = geoDistance(usa.invert!(theirs)!, place) < 1e-6;
      return !isInside || !isItself;
    }),
    { numRuns: runs(200, 1000) },
  );
  for (const [name, place] of Object.entries({
    attu: [173.1, 52.9],
    barrow: [-156.8, 71.3],
    kauai: [-159.5, 22.1],
    keyWest: [-81.8, 24.5],
    lubec: [-66.98, 44.86],
    neahBay: [-124.7, 48.4],
    brownsville: [-97.5, 25.9],
  } as Record<string, Place>)) {
    t.ok(projection(place) !== null, name);
  }
  t.equal(projection([-112, 20]), null, 'the sea under the insets');
  t.equal(projection([2, 48]), null, 'Paris');
});

t.test('from pole to pole a map is the world, whole and upright', async (t) => {
  const world = frameOf('world', landscape, new Extent());
  const poles: Place[] = [
    [-70, 82.5],
    [0, 90],
    [166.7, -77.8],
    [0, -90],
  ];
  const frame = covering(poles);
  t.same([frame.map, frame.sphere], [world.map, world.sphere]);
  for (const place of poles) t.ok(frame.projection(place) !== null, place.join());
  t.not(
    covering([
      [20, 70],
      [140, -40],
    ]).sphere,
    world.sphere,
    'less is a part of it',
  );
});

t.test('the map of places all around the earth is as large as the world', async (t) => {
  const all = covering([
    [-179, -60],
    [179, 70],
    [-60, 10],
    [60, 0],
  ]);
  const world = frameOf('world', landscape, new Extent());
  t.ok(Math.abs(all.map.widthPt - world.map.widthPt) < 1, `${all.map.widthPt} of ${world.map.widthPt}`);
  t.not(all.sphere, '');
});

t.test('a room that is a little wider than the states is filled, and a much wider one is not', async (t) => {
  const roomOf = (widthPt: number) => ({ xPt: 36, yPt: 80, widthPt, heightPt: 400 });
  const [little, much] = [albersUsa(roomOf(700)).map, albersUsa(roomOf(1_200)).map];
  t.same([little.xPt, little.widthPt], [36, 700]);
  t.ok(much.widthPt < 760 && much.xPt > 200, `${much.widthPt}`);
});
