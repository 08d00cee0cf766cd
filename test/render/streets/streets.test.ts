import t from 'tap';
import { LAYERS, type Layer } from '../../../src/geo/streets/layers.js';
import { E7 } from '../../../src/geo/streets/plane.js';
import { TileCutter } from '../../../src/geo/streets/tiles.js';
import { type BaseMapStyle, MAP_STYLE, SATELLITE_STYLE } from '../../../src/render/base-map/style.js';
import type { MapFrame } from '../../../src/render/map-frame.js';
import { renderPng } from '../../../src/render/png/render-png.js';
import type { PathShape } from '../../../src/render/scene.js';
import { streetStyle } from '../../../src/render/streets/street-style.js';
import { streetShapes, tilesOfFrame } from '../../../src/render/streets/streets.js';
import { decodePng } from '../../support/pictures/pixels.js';
import { listOf } from '../../support/street-tiles.js';
import { around, us, world } from '../base-map/frames.js';
import { fontsOfBuild } from '../fonts/fonts-of-build.js';

const layer = (name: Layer): number => LAYERS.indexOf(name);
const [LON, LAT] = [2, 48];
/** Degrees from the middle of the town. */
const placed = (...degrees: number[]): number[] =>
  degrees.map((value, i) => Math.round((value + (i % 2 === 0 ? LON : LAT)) * E7));

const cutter = new TileCutter();
cutter.line(layer('motorway'), placed(-0.1, 0.002, 0.1, 0.002));
cutter.line(layer('minor'), placed(-0.1, -0.002, 0.1, -0.002));
cutter.line(layer('path'), placed(-0.1, -0.003, 0.1, -0.003));
cutter.area(layer('water'), [
  placed(0.004, -0.001, 0.004, 0.001, 0.008, 0.001, 0.008, -0.001),
  placed(0.005, -0.0005, 0.007, -0.0005, 0.007, 0.0005, 0.005, 0.0005),
]);
// A wood all over the map, but for a hole that is as large.
cutter.area(layer('green'), [
  placed(-0.3, -0.3, -0.3, 0.3, 0.3, 0.3, 0.3, -0.3),
  placed(-0.2, -0.2, 0.2, -0.2, 0.2, 0.2, -0.2, 0.2),
]);
const tiles = cutter.finish();
const shapesOf = (frame: MapFrame, style: BaseMapStyle = MAP_STYLE): PathShape[] => {
  const range = tilesOfFrame(frame, style)!;
  const shown = listOf(tiles, range.level).filter(
    ({ x, y, layer }) =>
      range.columns.includes(x) && y >= range.bottom && y <= range.top && range.layers.includes(layer),
  );
  return streetShapes(frame, shown, style) as PathShape[];
};

t.test('a street has the colour of its class, a lake that of water, and elsewhere is nothing', async (t) => {
  const frame = around(LON, LAT, 3);
  const { widthPt, heightPt } = frame;
  const { data, width } = decodePng(
    renderPng({ widthPt, heightPt, title: '', shapes: shapesOf(frame) }, fontsOfBuild),
  );
  const at = (lon: number, lat: number): string => {
    const [x, y] = frame.projection([LON + lon, LAT + lat])!;
    const pixel = 4 * (Math.round((y * 200) / 72) * width + Math.round((x * 200) / 72));
    return `#${Buffer.from(data.subarray(pixel, pixel + 3)).toString('hex')}`;
  };
  const { water, lines } = streetStyle(MAP_STYLE);
  t.equal(at(0, 0.002), lines.motorway!.fill.color);
  t.equal(at(0.003, -0.002), lines.minor!.fill.color);
  t.equal(at(0.0045, 0), water!.color);
  t.equal(at(0.006, 0), '#ffffff', 'an island');
  t.equal(at(0, 0), '#ffffff', 'a clearing that reaches beyond the map');
  const [, y] = frame.projection([LON, LAT + 0.002])!;
  const beside = 4 * (Math.round((y * 200) / 72) * width + Math.round(((frame.map.xPt - 2) * 200) / 72));
  t.equal(Buffer.from(data.subarray(beside, beside + 3)).toString('hex'), 'ffffff', 'the margin of the page');
});

t.test('the scale decides which streets are drawn, and how wide', async (t) => {
  const widths = (metersPerPt: number): Map<string, number> =>
    new Map(
      shapesOf(around(LON, LAT, metersPerPt)).flatMap(({ stroke }) =>
        stroke ? [[stroke.color, stroke.widthPt] as const] : [],
      ),
    );
  const { motorway, minor, path } = streetStyle(MAP_STYLE).lines;
  const [near, middle, far] = [widths(3), widths(15), widths(50)];
  t.ok(near.has(path!.fill.color));
  t.notOk(middle.has(path!.fill.color));
  t.ok(near.has(minor!.fill.color) && (middle.has(minor!.fill.color) || middle.has(minor!.thin.color)));
  t.notOk(far.has(minor!.fill.color) || far.has(minor!.thin.color));
  const of = (shown: Map<string, number>): number => shown.get(motorway!.fill.color)!;
  t.ok(of(near) > of(middle) && of(middle) > of(far));
});

t.test('only a town has streets', async (t) => {
  t.equal(tilesOfFrame(around(LON, LAT, 60), MAP_STYLE), null);
  t.equal(tilesOfFrame(world(), MAP_STYLE), null);
  t.equal(tilesOfFrame(us(), MAP_STYLE), null);
  t.same(streetShapes(around(LON, LAT, 3), [], MAP_STYLE), [], 'where none are loaded the map is as it was');
  const fiji = tilesOfFrame(around(180, -17, 20), MAP_STYLE)!;
  t.ok(fiji.columns.includes(5_759) && fiji.columns.includes(0), 'across the antimeridian');
  t.ok(fiji.columns.every((x) => x >= 0 && x < 5_760));
  t.ok(fiji.columns.length * (fiji.top - fiji.bottom + 1) < 40);
});

t.test('on imagery there are lines alone', async (t) => {
  const shapes = shapesOf(around(LON, LAT, 3), SATELLITE_STYLE);
  t.ok(shapes.length > 2);
  t.ok(shapes.slice(0, -1).every(({ fill, stroke }) => fill === null && stroke !== null));
});

t.test('below classes of numbers nothing is green', async (t) => {
  const { green, water } = streetStyle({ ...MAP_STYLE, water: { color: '#dddddd', opacity: 1 } });
  t.equal(green, null);
  t.equal(water?.color, '#dddddd');
});
