import t from 'tap';
import { renderPng } from '../../../src/render/png/render-png.js';
import type { PinsShape, Shape } from '../../../src/render/scene.js';
import { fontsOfBuild as fonts } from '../fonts/fonts-of-build.js';
import { colorAt, inkBox, pictureOf, rectangle, text } from './pictures.js';

const PAGES = [
  [792, 612, 2200, 1700],
  [612, 792, 1700, 2200],
  [841.89, 595.28, 2339, 1654],
  [595.28, 841.89, 1654, 2339],
] as const;

t.test('a page has its pixels at 200 dpi, and is white to its edges', async (t) => {
  for (const [widthPt, heightPt, widthPx, heightPx] of PAGES) {
    for (const shapes of [[], [rectangle(100, 100, 10, 10, '#ff0000')]]) {
      const picture = pictureOf(shapes, { widthPt, heightPt });
      t.same([picture.width, picture.height], [widthPx, heightPx]);
      t.equal(colorAt(picture, widthPt - 0.5, heightPt - 0.5), '#ffffff');
    }
  }
});

t.test('the file says how large a pixel is and what it is called', async (t) => {
  const png = Buffer.from(
    renderPng({ widthPt: 72, heightPt: 72, title: 'Läden 地\0\n图', shapes: [] }, fonts),
  );
  const pHYs = png.subarray(png.indexOf('pHYs') + 4);
  // 200 / 0.0254 pixels a metre.
  t.same([pHYs.readUInt32BE(0), pHYs.readUInt32BE(4), pHYs[8]], [7874, 7874, 1]);
  t.ok(png.includes('iTXtTitle\0\0\0\0\0Läden 地 图'));
});

t.test('shapes lie upon each other in their order, whatever draws them', async (t) => {
  const pins = (color: string): PinsShape => ({
    kind: 'pins',
    symbol: 'dot',
    sizePt: 30,
    places: Float32Array.of(50, 36),
    colorOf: Uint16Array.of(0),
    colors: [color],
  });
  const letter = text('█', { xPt: 40, yPt: 45, sizePt: 30, color: '#00ff00' });
  const block = rectangle(40, 26, 20, 20, '#0000ff');
  const top = (shapes: Shape[]): string => colorAt(pictureOf(shapes), 50, 36);
  t.equal(top([pins('#aa0000'), block]), '#0000ff');
  t.equal(top([block, pins('#aa0000')]), '#aa0000');
  t.equal(top([block, pins('#aa0000'), letter]), '#00ff00');
  t.equal(top([letter, block]), '#0000ff');
  t.equal(top([letter, pins('#aa0000'), pins('#0000aa')]), '#0000aa');
});

t.test('what is translucent lets through what lies below, in a layer upon markers, too', async (t) => {
  const veil = { ...rectangle(0, 0, 360, 72, '#000000'), fill: { color: '#000000', opacity: 0.5 } };
  const dot: PinsShape = {
    kind: 'pins',
    symbol: 'dot',
    sizePt: 30,
    places: Float32Array.of(50, 36),
    colorOf: Uint16Array.of(0),
    colors: ['#ff8000'],
  };
  const picture = pictureOf([dot, veil]);
  t.equal(colorAt(picture, 50, 36), '#7f4000');
  t.equal(colorAt(picture, 200, 36), '#7f7f7f');
});

t.test('text begins, has its middle, and ends at its place', async (t) => {
  const box = (anchor: 'start' | 'middle' | 'end') => inkBox(pictureOf([text('HHH', { xPt: 180, anchor })]))!;
  const width = fonts.widthPt('HHH', 20, 400);
  t.equal(Math.abs(box('start').left - 180) < 3, true);
  t.equal(Math.abs(box('end').right - 180) < 3, true);
  t.equal(Math.abs(box('middle').left - (180 - width / 2)) < 3, true);
  t.equal(Math.abs(box('start').bottom - 40) < 0.4, true, 'upon its baseline');
});

t.test('a halo is below all letters of its line', async (t) => {
  const line = { xPt: 20, sizePt: 30, color: '#000000' };
  const plain = pictureOf([text('WWWW', line)]);
  const haloed = pictureOf([text('WWWW', { ...line, halo: { color: '#ff0000', widthPt: 8 } })]);
  const black = (data: Uint8Array): number =>
    data.filter((_, at) => at % 4 === 0 && data[at]! + data[at + 1]! + data[at + 2]! === 0).length;
  t.equal(black(haloed.data), black(plain.data));
  t.equal(inkBox(haloed)!.left < inkBox(plain)!.left - 2, true);
});
