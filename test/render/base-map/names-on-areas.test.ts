import t from 'tap';
import { GroundColors } from '../../../src/render/base-map/ground-colors.js';
import { nameOnAreas } from '../../../src/render/base-map/names-on-areas.js';
import type { PathShape, TextShape } from '../../../src/render/scene.js';
import { rectangle, text } from '../png/pictures.js';
import { world } from './frames.js';

const LAND = '#f6f4ee';
const widthPt = (line: string, sizePt: number): number => line.length * sizePt * 0.6;
/** 45 points wide. */
const PARIS = text('Paris', {
  sizePt: 15,
  xPt: 200,
  yPt: 200,
  color: '#55555c',
  halo: { color: LAND, widthPt: 1 },
});

const onAreas = (name: TextShape, ...areas: PathShape[]): TextShape | null =>
  nameOnAreas(name, new GroundColors(world(), LAND, areas), LAND, widthPt);

t.test('beside areas a name is as it was', async (t) => {
  t.same(onAreas(PARIS, rectangle(300, 100, 200, 200, '#0c2c84')), PARIS);
});

t.test('on a dark area a name is light, and its halo is of the area', async (t) => {
  const name = onAreas(PARIS, rectangle(100, 100, 200, 200, '#0c2c84'));
  t.match(name, { color: '#ffffff', halo: { color: '#0c2c84', widthPt: 1 } });
});

t.test('on an area of medium light it is dark, on a pale one it keeps its colour', async (t) => {
  const medium = onAreas(PARIS, rectangle(100, 100, 200, 200, '#41b6c4'));
  t.match(medium, { color: '#2f333a', halo: { color: '#41b6c4' } });
  const pale = onAreas(PARIS, rectangle(100, 100, 200, 200, '#ffffcc'));
  t.match(pale, { color: '#55555c', halo: { color: '#ffffcc' } });
});

t.test('where areas lie upon each other it is the colour that one sees', async (t) => {
  const veil = { ...rectangle(100, 100, 200, 200, '#000000'), fill: { color: '#000000', opacity: 0.5 } };
  t.match(onAreas(PARIS, rectangle(100, 100, 200, 200, '#ff0000'), veil), { halo: { color: '#7f0000' } });
});

t.test('across a border there is no name, but that of a large city is dark in white', async (t) => {
  const areas = new GroundColors(world(), LAND, [rectangle(222, 100, 200, 200, '#0c2c84')]);
  t.match(nameOnAreas(PARIS, areas, LAND, widthPt, true), { color: '#2f333a', halo: { color: '#ffffff' } });
  t.equal(onAreas(PARIS, rectangle(222, 100, 200, 200, '#0c2c84')), null);
  t.equal(onAreas(PARIS, rectangle(238, 100, 200, 200, '#0c2c84')), null, 'its last letter lies beyond');
  t.not(onAreas(PARIS, rectangle(244, 100, 200, 200, '#0c2c84')), null, 'it only touches');
});
