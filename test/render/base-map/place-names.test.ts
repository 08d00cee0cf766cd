import t from 'tap';
import { BaseMapFiles } from '../../../src/render/base-map/base-map-files.js';
import { showsEarthAt } from '../../../src/render/base-map/geo-box.js';
import { placeNames } from '../../../src/render/base-map/place-names.js';
import { MAP_STYLE } from '../../../src/render/base-map/style.js';
import { Extent } from '../../../src/render/frame/extent.js';
import { frameOf } from '../../../src/render/frame/frame-of.js';
import { layoutOf } from '../../../src/render/frame/layout.js';
import { Occupancy } from '../../../src/render/labels/occupancy.js';
import type { MapFrame } from '../../../src/render/map-frame.js';
import type { Shape } from '../../../src/render/scene.js';
import { geodataDirectory } from '../../../src/world/geodata/files.js';
import { around, us, world } from './frames.js';

const files = new BaseMapFiles(geodataDirectory);
const widthPt = (text: string, sizePt: number): number => text.length * sizePt * 0.55;
const place = (frame: MapFrame, taken = new Occupancy(frame.map)): Shape[] =>
  placeNames(frame, files, MAP_STYLE, taken, widthPt);
const textsOf = (shapes: Shape[]): string[] =>
  shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));

t.test('a country has its capital, its cities, its neighbours and its seas', async (t) => {
  const names = textsOf(place(around(2.5, 46.5, 1_800)));
  for (const name of ['Paris', 'Lyon', 'Bordeaux', 'FRANCE', 'Bay of Biscay', 'Bern'])
    t.ok(names.includes(name), name);
  t.ok(names.length < 90, 'and room for pins');
});

t.test('a world has oceans and large countries, and no towns', async (t) => {
  const shapes = place(world());
  const names = textsOf(shapes);
  for (const name of ['CANADA', 'UNITED STATES', 'BRAZIL', 'Indian Ocean']) t.ok(names.includes(name), name);
  t.notOk(names.includes('Paris'));
  t.ok(
    shapes.every(({ kind }) => kind === 'text'),
    'no dots',
  );
});

t.test('a name at the edge of the earth is wholly on it, with room around it', async (t) => {
  const frame = world();
  const name = place(frame).find((shape) => shape.kind === 'text' && shape.text === 'ANTARCTICA');
  if (name?.kind !== 'text') throw new Error('no name');
  const half = (widthPt(name.text, name.sizePt) + name.text.length * (name.letterSpacingPt ?? 0)) / 2;
  for (const x of [name.xPt - half, name.xPt + half])
    for (const y of [name.yPt - name.sizePt, name.yPt + name.sizePt / 2])
      t.ok(showsEarthAt(frame, x, y), `${x} ${y}`);
});

t.test('a town has its quarters and neighbours', async (t) => {
  const names = textsOf(place(around(-8.62, 41.15, 25)));
  for (const name of ['Porto', 'Matosinhos', 'Vila Nova de Gaia']) t.ok(names.includes(name), name);
});

t.test('with insets, names are of the country that stands alone', async (t) => {
  const names = textsOf(place(us()));
  for (const name of ['Denver', 'TEXAS', 'ALASKA', 'Honolulu']) t.ok(names.includes(name), name);
  for (const name of ['Toronto', 'Monterrey', 'ONTARIO', 'MEXICO']) t.notOk(names.includes(name), name);
});

t.test('large cities of a small map stand near larger ones, and no town does', async (t) => {
  const names = textsOf(place(us()));
  for (const name of ['New York City', 'Philadelphia', 'Boston', 'Detroit', 'Chicago', 'Houston', 'Dallas'])
    t.ok(names.includes(name), name);
  for (const name of ['Jersey City', 'Newark', 'Oakland', 'Arlington']) t.notOk(names.includes(name), name);
});

t.test('a town near a larger one that found no place is shown instead of it', async (t) => {
  const frame = around(2.5, 46.5, 1_800);
  const without = textsOf(place(frame));
  const [x, y] = frame.projection([2.35, 48.86])!;
  const taken = new Occupancy(frame.map);
  // Pins stand where the largest town's name and dot would be.
  taken.take({ xPt: x - 60, yPt: y - 30, widthPt: 120, heightPt: 60 });
  const names = textsOf(place(frame, taken));
  t.notOk(names.includes('Paris'));
  const near = names.filter((name) => !without.includes(name));
  t.ok(near.length > 0, near.join());
});

t.test('the largest cities keep their names beside larger ones and among pins', async (t) => {
  const page = layoutOf({ paper_size: 'letter', orientation: 'landscape' }, { hasTitle: true, legend: null });
  const ofUs = textsOf(place(frameOf('us', page, new Extent())));
  for (const name of ['San Francisco', 'San Jose', 'Sacramento']) t.ok(ofUs.includes(name), name);
  const frame = around(-2, 53, 1_400);
  const taken = new Occupancy(frame.map);
  const [x, y] = frame.projection([-0.126, 51.51])!;
  for (const [dx, dy] of [
    [0, 0],
    [-12, -6],
    [9, 5],
    [3, -14],
    [-4, 12],
  ] as const)
    taken.takeForSymbol({ xPt: x + dx - 4, yPt: y + dy - 12, widthPt: 8, heightPt: 12 });
  const free = textsOf(place(frame));
  const among = textsOf(place(frame, taken));
  for (const name of ['London', 'Birmingham', 'Leeds']) t.ok(among.includes(name), name);
  t.ok(free.includes('London'));
});

t.test('where areas cover the map, a few large cities are named, and nothing else', async (t) => {
  const names = textsOf(
    placeNames(us(), files, MAP_STYLE, new Occupancy(us().map), widthPt, new Set(), (name) => name, true),
  );
  for (const name of ['New York City', 'Chicago', 'Houston', 'Los Angeles']) t.ok(names.includes(name), name);
  for (const name of ['TEXAS', 'Reno', 'Tulsa']) t.notOk(names.includes(name), name);
  t.ok(names.length < 25, `${names.length} names`);
});

t.test('what a label of a marker says is not said twice', async (t) => {
  const frame = us();
  const names = textsOf(
    placeNames(frame, files, MAP_STYLE, new Occupancy(frame.map), widthPt, new Set(['denver', 'texas'])),
  );
  t.notOk(names.some((name) => /^(denver|texas)$/i.test(name)));
  t.ok(names.includes('Honolulu'));
});

t.test('names yield to pins: where all is taken there is none', async (t) => {
  const frame = around(2.5, 46.5, 1_800);
  const taken = new Occupancy(frame.map);
  taken.take(frame.map);
  t.same(place(frame, taken), []);
});

t.test('a frame that shows no place of the earth has no names', async (t) => {
  const frame = around(2.5, 46.5, 1_800);
  const nowhere = Object.assign(() => null, { stream: frame.projection.stream, invert: () => null });
  t.same(place({ ...frame, projection: nowhere }), []);
});

t.test('the name of a town whose streets are shown gives way to a pin at its middle', async (t) => {
  const frame = around(-8.62, 41.15, 25);
  const nameOf = (taken?: Occupancy) =>
    place(frame, taken).find((shape) => shape.kind === 'text' && shape.text === 'Porto');
  const free = nameOf();
  if (free?.kind !== 'text') throw new Error('no name');
  const taken = new Occupancy(frame.map);
  const pin = { xPt: free.xPt - 4, yPt: free.yPt - 12, widthPt: 8, heightPt: 14 };
  taken.takeForSymbol(pin);
  const beside = nameOf(taken);
  if (beside?.kind !== 'text') throw new Error('no name beside the pin');
  const half = widthPt('Porto', beside.sizePt) / 2;
  const [left, right] = { start: [0, 2], middle: [-1, 1], end: [-2, 0] }[beside.anchor].map(
    (share) => beside.xPt + share * half,
  );
  const isBeside = left! > pin.xPt + pin.widthPt || right! < pin.xPt;
  t.ok(
    isBeside || beside.yPt < pin.yPt || beside.yPt - beside.sizePt > pin.yPt + pin.heightPt - 4,
    JSON.stringify(beside),
  );
});
