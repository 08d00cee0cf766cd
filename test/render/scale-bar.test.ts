import t from 'tap';
import { roundLength, scaleBar } from '../../src/render/scale-bar.js';
import type { PathShape, TextShape } from '../../src/render/scene.js';
import { around } from './base-map/frames.js';
import { coordinatesOf } from './base-map/painted.js';

const widthPt = (text: string, sizePt: number): number => text.length * sizePt * 0.5;

const frame = { ...around(10, 50, 100), metersPerPt: 100, hasOneScale: true };

t.test('numbers stand in the middle of the ticks at their ends, with their units behind them', async (t) => {
  const { shapes, box } = scaleBar(frame, widthPt);
  const texts = shapes.filter((shape): shape is TextShape => shape.kind === 'text');
  const [, line] = shapes.filter((shape): shape is PathShape => shape.kind === 'path');
  const ticks = coordinatesOf(line!.d).map(([x]) => x);
  const middleOf = ({ text, xPt, sizePt }: TextShape): number =>
    xPt + widthPt(text.split(' ')[0]!, sizePt) / 2;
  t.same(
    texts.map(({ text }) => text),
    ['0', '10 km', '0', '5 mi'],
  );
  const start = Math.min(...ticks);
  const ends = [start, start + 100, start, start + (5 * 1609.344) / 100];
  for (const [i, text] of texts.entries()) {
    t.equal(middleOf(text).toFixed(1), ends[i]!.toFixed(1), text.text);
    t.ok(text.xPt + widthPt(text.text, text.sizePt) <= box!.xPt + box!.widthPt, 'within its ground');
  }
  t.ok(texts[1]!.yPt < texts[3]!.yPt, 'kilometres above miles');
});

t.test('a length is the longest of 1, 2, 5, 10, … that has room', async (t) => {
  t.same(roundLength(100, 100, 1000, 'km'), { number: '10', unit: 'km', lengthPt: 100 });
  t.same(roundLength(99, 100, 1000, 'km'), { number: '5', unit: 'km', lengthPt: 50 });
  t.same(roundLength(99, 2.1, 1000, 'km'), { number: '0.2', unit: 'km', lengthPt: 200 / 2.1 });
  t.same(roundLength(99, 21_000, 1000, 'km'), { number: '2,000', unit: 'km', lengthPt: 2_000 / 21 });
});

t.test('a map without one scale has no bar', async (t) => {
  t.same(scaleBar({ ...frame, hasOneScale: false }, widthPt), { shapes: [], box: null, isFree: true });
});
