import t from 'tap';
import { LAYERS, type Layer } from '../../../src/geo/streets/layers.js';
import { E7 } from '../../../src/geo/streets/plane.js';
import { TileCutter } from '../../../src/geo/streets/tiles.js';
import { MAP_STYLE } from '../../../src/render/base-map/style.js';
import { Occupancy } from '../../../src/render/labels/occupancy.js';
import type { PageBox } from '../../../src/render/map-frame.js';
import type { TextShape } from '../../../src/render/scene.js';
import { streetNames } from '../../../src/render/streets/street-names.js';
import { listOf } from '../../support/street-tiles.js';
import { around } from '../base-map/frames.js';

/** Below the equator a degree is as long in any direction; away from the edges of tiles. */
const [LON, LAT] = [2.03, 0.03];
const frame = around(LON, LAT, 5);
const { map } = frame;
const widthPt = (text: string, sizePt: number): number => text.length * sizePt * 0.5;

type Line = [name: string, layer: Layer, ...points: [x: number, y: number][]];

/** Names on lines, in points from the middle of the map. */
function namesOf(lines: readonly Line[], markers: readonly PageBox[] = []): TextShape[] {
  const cutter = new TileCutter();
  for (const [name, layer, ...points] of lines)
    cutter.name(
      LAYERS.indexOf(layer),
      name,
      points.flatMap(([x, y]) =>
        frame.projection
          .invert([map.xPt + map.widthPt / 2 + x, map.yPt + map.heightPt / 2 + y])!
          .map((degrees) => Math.round(degrees * E7)),
      ),
    );
  const taken = new Occupancy(map);
  for (const box of markers) taken.takeForSymbol(box);
  return streetNames(frame, listOf(cutter.finish(), 0), MAP_STYLE, taken, widthPt);
}

t.test('a name lies along its street, and stands upright whichever way that runs', async (t) => {
  const turns = ([x, y]: [number, number], [toX, toY]: [number, number]): number[] =>
    namesOf([['Main Street', 'primary', [x, y], [toX, toY]]]).map(({ turnDeg }) => turnDeg!);
  t.same(turns([-60, 0], [60, 0]), [0]);
  t.same(turns([60, 0], [-60, 0]), [0]);
  t.same(turns([-60, -60], [60, 60]), [45]);
  t.same(turns([60, 60], [-60, -60]), [45]);
  t.same(turns([0, -60], [0, 60]), [90]);
  t.same(turns([0, 60], [0, -60]), [90]);
  const [name] = namesOf([['Main Street', 'primary', [-60, 0], [60, 0]]]);
  t.ok(Math.abs(name!.xPt - map.xPt - map.widthPt / 2) < 1, 'in its middle');
  t.ok(name!.yPt > map.yPt + map.heightPt / 2, 'its letters on the line, and not above it');
});

t.test('a street that is bent, short, or covered has no name there', async (t) => {
  const texts = (...[points, markers]: [[number, number][], PageBox[]?]): string[] =>
    namesOf([['Main Street', 'primary', ...points]], markers).map(({ text }) => text);
  t.same(
    texts([
      [-15, 0],
      [15, 0],
    ]),
    [],
    'short',
  );
  const zigzag = Array.from({ length: 12 }, (_, i): [number, number] => [10 * i - 60, i % 2 === 0 ? 0 : 9]);
  t.same(texts(zigzag), [], 'bent');
  t.same(texts([...zigzag, [130, 0]]), ['Main Street'], 'its straight part');
  const middle = {
    xPt: map.xPt + map.widthPt / 2 - 5,
    yPt: map.yPt + map.heightPt / 2 - 8,
    widthPt: 10,
    heightPt: 10,
  };
  t.same(
    texts(
      [
        [-30, 0],
        [30, 0],
      ],
      [middle],
    ),
    [],
  );
  t.same(
    texts(
      [
        [-90, 0],
        [90, 0],
      ],
      [middle],
    ),
    ['Main Street'],
    'beside the marker',
  );
});

t.test('names keep off each other, the more important street first, and are not many', async (t) => {
  const cross = namesOf([
    ['Side Street', 'tertiary', [0, -30], [0, 30]],
    ['Main Street', 'primary', [-30, 0], [30, 0]],
  ]);
  t.same(
    cross.map(({ text }) => text),
    ['Main Street'],
  );
  const pieces = Array.from(
    { length: 9 },
    (_, i): Line => ['Main Street', 'primary', [80 * i - 350, 0], [80 * i - 272, 0]],
  );
  const same = namesOf(pieces);
  t.ok(same.length >= 2 && same.length <= 4, `${same.length} along 720 points`);
  const grid = Array.from({ length: 600 }, (_, i): Line => {
    const [x, y] = [60 * (i % 12) - 355, 9.6 * Math.floor(i / 12) - 240];
    return [`Street ${i}`, 'secondary', [x, y], [x + 55, y]];
  });
  const many = namesOf(grid);
  t.ok(many.length > 30 && many.length < 70, `${many.length}`);
});
