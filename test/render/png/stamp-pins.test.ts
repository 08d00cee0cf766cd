import t from 'tap';
import type { PinsShape } from '../../../src/render/scene.js';
import { colorAt, inkBox, pictureOf } from './pictures.js';

const pins = (symbol: 'pin' | 'dot', places: number[], colorOf: number[], sizePt = 20): PinsShape => ({
  kind: 'pins',
  symbol,
  sizePt,
  places: Float32Array.from(places),
  colorOf: Uint16Array.from(colorOf),
  colors: ['#cc0000', '#0000cc'],
});

t.test("a pin's tip is at its place", async (t) => {
  const picture = pictureOf([pins('pin', [100, 50], [0])]);
  const { left, right, top, bottom } = inkBox(picture)!;
  t.equal(Math.abs(bottom - 50) < 1.5, true);
  t.equal(Math.abs((left + right) / 2 - 100) < 0.4, true);
  t.equal(Math.abs(top - 30) < 1.5, true);
  t.equal(colorAt(picture, 100, 42), '#cc0000');
  t.equal(colorAt(picture, 100, 37), '#ffffff', 'the hole');
});

t.test("a dot's middle is at its place", async (t) => {
  const { left, right, top, bottom } = inkBox(pictureOf([pins('dot', [100, 36], [1])]))!;
  for (const [side, at] of [
    [left, 90],
    [right, 110],
    [top, 26],
    [bottom, 46],
  ] as const)
    t.equal(Math.abs(side - at) < 0.5, true);
});

t.test('the last marker lies on top, each in its colour', async (t) => {
  t.equal(colorAt(pictureOf([pins('dot', [50, 36, 50, 36], [0, 1])]), 50, 36), '#0000cc');
  t.equal(colorAt(pictureOf([pins('dot', [50, 36, 50, 36], [1, 0])]), 50, 36), '#cc0000');
});

t.test('markers at the edges are cut, those outside are not drawn', async (t) => {
  const picture = pictureOf([
    pins('dot', [0, 36, 360, 36, -500, 36, 1e9, -1e9, Number.NaN, 0], [0, 0, 0, 0, 0]),
  ]);
  t.equal(colorAt(picture, 1, 36), '#cc0000');
  t.equal(colorAt(picture, 359, 36), '#cc0000');
  t.equal(colorAt(picture, 180, 36), '#ffffff');
});

t.test('the smallest markers can be seen', async (t) => {
  t.not(inkBox(pictureOf([pins('dot', [50, 36], [0], 0.5)])), null);
});
