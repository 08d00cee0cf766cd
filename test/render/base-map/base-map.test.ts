import fc from 'fast-check';
import t from 'tap';
import { isInRings } from '../../../src/geo/base-map/is-in-rings.js';
import { baseMap } from '../../../src/render/base-map/base-map.js';
import { BaseMapFiles } from '../../../src/render/base-map/base-map-files.js';
import { stretchesWithin } from '../../../src/render/base-map/cut.js';
import { MAP_STYLE, SATELLITE_STYLE } from '../../../src/render/base-map/style.js';
import type { MapFrame } from '../../../src/render/map-frame.js';
import type { PathShape } from '../../../src/render/scene.js';
import { geodataDirectory } from '../../../src/world/geodata/files.js';
import { antarctica, around, us, world } from './frames.js';
import { coordinatesOf, isPainted } from './painted.js';

const files = new BaseMapFiles(geodataDirectory);
const draw = (frame: MapFrame): PathShape[] => baseMap(frame, files, MAP_STYLE) as PathShape[];
const filledWith = (shapes: PathShape[], color: string): string[] =>
  shapes.filter(({ fill }) => fill?.color === color).map(({ d }) => d);

/** Tells whether a place is drawn as land. */
function isLand(frame: MapFrame, lon: number, lat: number): boolean {
  const [land = ''] = filledWith(draw(frame), MAP_STYLE.land!.color);
  const [x, y] = frame.projection([lon, lat])!;
  return isPainted(land, x, y);
}

t.test('what is land on the earth is land on the map, wherever the frame lies', async () => {
  const { land } = files.layers('10m');
  fc.assert(
    fc.property(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -70, max: 75, noNaN: true }),
      fc.constantFrom(800, 2_500),
      (lon, lat, metersPerPt) => {
        const frame = around(lon, lat, metersPerPt);
        const [drawn = ''] = filledWith(draw(frame), MAP_STYLE.land!.color);
        for (const [dx, dy] of [
          [0, 0],
          [-300, -200],
          [300, 200],
          [-340, 230],
        ] as const) {
          const place = frame.projection.invert([396 + dx, 321 + dy])!;
          const asOnEarth = isInRings(land, place[0], place[1]);
          // Beside a coast a quarter of a point decides.
          const isClear = [-0.05, 0.05].every(
            (by) =>
              isInRings(land, place[0] + by, place[1]) === asOnEarth &&
              isInRings(land, place[0], place[1] + by) === asOnEarth,
          );
          if (isClear && isPainted(drawn, 396 + dx, 321 + dy) !== asOnEarth) return false;
        }
        return true;
      },
    ),
    { numRuns: 60, seed: 5 },
  );
});

t.test('across the antimeridian, around a pole, around the earth', async (t) => {
  const fiji = around(179.5, -17.2, 800);
  t.ok(isLand(fiji, 178, -17.8), 'Viti Levu');
  t.ok(isLand(fiji, 179.2, -16.6), 'Vanua Levu');
  t.notOk(isLand(fiji, -179.6, -18.2), 'the Koro Sea');
  t.ok(isLand(around(179, 66.5, 1_500), -178, 66.6), 'Chukotka');
  t.ok(isLand(antarctica(), 0, -89.99));
  t.ok(isLand(antarctica(), 179.9, -85));
  t.notOk(isLand(antarctica(), 0, -60));
  t.ok(isLand(world(), 100, 60));
  t.ok(isLand(world(), 10, -85));
  t.notOk(isLand(world(), -40, 30));
});

t.test('nothing lies outside the map', async (t) => {
  for (const frame of [world(), antarctica(), us(), around(2, 47, 1_800), around(-8.6, 41.15, 25)]) {
    const { map } = frame;
    const isOutside = ([x, y]: [number, number]): boolean =>
      x < map.xPt - 0.01 ||
      y < map.yPt - 0.01 ||
      x > map.xPt + map.widthPt + 0.01 ||
      y > map.yPt + map.heightPt + 0.01;
    // d3's own composite cuts at its insets, not at the map.
    if (frame.insetLines !== '') continue;
    t.same(
      draw(frame).flatMap(({ d }) => coordinatesOf(d).filter(isOutside)),
      [],
    );
  }
});

t.test(
  'inland, a town lies on land from edge to edge, without lakes and rivers that would be off by streets',
  async (t) => {
    const shapes = draw(around(11.57, 48.13, 25));
    const [land = ''] = filledWith(shapes, MAP_STYLE.land!.color);
    for (const [x, y] of [
      [36.1, 76.1],
      [755.9, 76.1],
      [36.1, 565.9],
      [755.9, 565.9],
    ] as const)
      t.ok(isPainted(land, x, y));
    t.equal(shapes.length, 1, 'land');
  },
);

t.test('the map of a town claims no sea and no coast, which the data put into its streets', async (t) => {
  for (const [lon, lat, metersPerPt] of [
    [-8.68, 41.15, 59],
    [-70.25, 43.66, 20],
    [-73.19, -36.79, 5],
  ] as const) {
    const shapes = draw(around(lon, lat, metersPerPt));
    t.same(filledWith(shapes, MAP_STYLE.water!.color), []);
    t.notOk(shapes.some(({ stroke }) => stroke?.color === MAP_STYLE.coast!.color));
    t.equal(filledWith(shapes, MAP_STYLE.land!.color).length, 1);
  }
  t.equal(filledWith(draw(around(-8.68, 41.15, 61)), MAP_STYLE.water!.color).length, 1, 'a county has a sea');
});

t.test('a lake is water on land', async (t) => {
  const frame = around(33, -1, 2_000);
  const [, lakes = ''] = filledWith(draw(frame), MAP_STYLE.water!.color);
  const [x, y] = frame.projection([33, -1.1])!;
  t.ok(isPainted(lakes, x, y));
});

t.test('borders of counties and states end at the coast of a town', async (t) => {
  const { countyBorder, stateBorder } = MAP_STYLE;
  const colors = new Set([...countyBorder, ...stateBorder].map(({ color }) => color));
  for (const [town, lon, lat, metersPerPt] of [
    ['Boston', -71, 42.32, 83],
    ['New York', -74, 40.65, 69],
    ['Seattle', -122.5, 47.6, 107],
  ] as const) {
    const shapes = draw(around(lon, lat, metersPerPt));
    const [land = ''] = filledWith(shapes, MAP_STYLE.land!.color);
    const lines = shapes
      .filter(({ stroke }) => stroke && colors.has(stroke.color))
      .flatMap(({ d }) => d.split('M').slice(1).map(coordinatesOf));
    const middles = lines.flatMap((line) =>
      line.slice(1).map(([x, y], i) => [(x + line[i]![0]) / 2, (y + line[i]![1]) / 2] as const),
    );
    t.ok(middles.length > 20, `${town} has borders`);
    t.same(
      middles.filter(([x, y]) => !isPainted(land, x, y)),
      [],
      town,
    );
  }
});

t.test('with insets a country stands alone', async (t) => {
  const frame = us();
  t.ok(isLand(frame, -104.9, 39.7), 'Denver');
  t.ok(isLand(frame, -149.9, 64), 'Alaska, in its inset');
  t.notOk(isLand(frame, -106, 30), 'Mexico');
  t.notOk(isLand(frame, -79.4, 43.7), 'Toronto');
});

t.test('over imagery there are borders alone', async (t) => {
  const shapes = baseMap(around(2, 47, 1_800), files, SATELLITE_STYLE) as PathShape[];
  t.equal(shapes.length, 2, 'dark below light');
  t.ok(shapes.every(({ fill, stroke }) => fill === null && stroke !== null));
});

t.test('lines thin out with the scale: a world is no longer than it must be', async (t) => {
  t.ok(draw(world()).reduce((sum, { d }) => sum + d.length, 0) < 1_000_000);
  t.ok(draw(us()).reduce((sum, { d }) => sum + d.length, 0) < 400_000);
});

t.test('lines that go on beyond 180 degrees are drawn where the map goes all around', async (t) => {
  const box = { west: -180, east: 180, south: -90, north: 90, isAllAround: true };
  const chukotka = [178, 65, 182, 66, 186, 67, 189, 66];
  t.same([...stretchesWithin(chukotka, box)], [chukotka]);
  t.same([...stretchesWithin(chukotka, { ...box, isAllAround: false })], [chukotka.slice(0, 4)]);
});

t.test('where the geodata were not built, an error says which file is missing', async (t) => {
  const nowhere = new BaseMapFiles(new URL('nowhere/', geodataDirectory));
  t.throws(() => baseMap(world(), nowhere, MAP_STYLE), /base-map-50m\.bin/);
});
