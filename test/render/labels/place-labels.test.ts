import fc from 'fast-check';
import t from 'tap';
import { LabelledAreas } from '../../../src/render/labels/area-labels.js';
import type { LabelCandidate, LabelPosition } from '../../../src/render/labels/label.js';
import { markerLabels } from '../../../src/render/labels/marker-labels.js';
import { Occupancy } from '../../../src/render/labels/occupancy.js';
import { placeLabels } from '../../../src/render/labels/place-labels.js';
import type { PageBox } from '../../../src/render/map-frame.js';
import type { TextShape } from '../../../src/render/scene.js';

const MAP: PageBox = { xPt: 36, yPt: 50, widthPt: 300, heightPt: 200 };
const ALL: LabelPosition[] = ['right', 'left', 'above', 'below', 'center'];
const widthPt = (text: string, sizePt: number): number => text.length * sizePt * 0.55;

const candidate = (text: string, xPt: number, yPt: number, positions = ALL): LabelCandidate => ({
  text,
  xPt,
  yPt,
  symbol: { sidePt: 3, abovePt: 3, belowPt: 3 },
  positions,
  style: {
    sizePt: 8,
    weight: 400,
    italic: false,
    color: '#000000',
    halo: null,
    letterSpacingPt: 0,
    paddingPt: 0,
  },
});

function boxOf({ text, xPt, yPt, sizePt, anchor }: TextShape): PageBox {
  const width = widthPt(text, sizePt);
  const left = { start: 0, middle: 0.5, end: 1 }[anchor] * width;
  return { xPt: xPt - left, yPt: yPt - 0.8 * sizePt, widthPt: width, heightPt: 1.04 * sizePt };
}

const HAIR = 0.02;
const doOverlap = (a: PageBox, b: PageBox): boolean =>
  a.xPt + HAIR < b.xPt + b.widthPt &&
  b.xPt + HAIR < a.xPt + a.widthPt &&
  a.yPt + HAIR < b.yPt + b.heightPt &&
  b.yPt + HAIR < a.yPt + a.heightPt;
const isWithin = (a: PageBox, b: PageBox): boolean =>
  a.xPt > b.xPt - HAIR &&
  a.yPt > b.yPt - HAIR &&
  a.xPt + a.widthPt < b.xPt + b.widthPt + HAIR &&
  a.yPt + a.heightPt < b.yPt + b.heightPt + HAIR;

t.test('labels lie on the map, on no obstacle and on no other label', async () => {
  const number = (max: number) => fc.double({ min: -20, max, noNaN: true });
  const point = fc.record({
    x: number(360),
    y: number(270),
    text: fc.string({ maxLength: 60, unit: 'grapheme' }),
  });
  const obstacle = fc.record({
    xPt: number(330),
    yPt: number(250),
    widthPt: fc.double({ min: 0, max: 80, noNaN: true }),
    heightPt: fc.double({ min: 0, max: 80, noNaN: true }),
  });
  fc.assert(
    fc.property(
      fc.array(point, { maxLength: 80 }),
      fc.array(obstacle, { maxLength: 6 }),
      (points, obstacles) => {
        const taken = new Occupancy(MAP);
        for (const box of obstacles) taken.take(box);
        const placed = placeLabels(
          points.map(({ x, y, text }) => candidate(text, x, y)),
          taken,
          { widthPt },
        );
        const boxes = placed.map(({ shape }) => boxOf(shape));
        return boxes.every(
          (box, i) =>
            isWithin(box, MAP) &&
            !obstacles.some((other) => doOverlap(box, other)) &&
            !boxes.slice(0, i).some((other) => doOverlap(box, other)),
        );
      },
    ),
    { numRuns: 200 },
  );
});

t.test('a label stands at the first place where it can be read, as it is adapted to it', async (t) => {
  const adapted = (line: TextShape): TextShape | null =>
    line.anchor === 'start' ? null : { ...line, color: '#ffffff' };
  const onMap = () => new Occupancy(MAP);
  t.match(placeLabels([candidate('Here', 100, 100)], onMap(), { widthPt, adapted }), [
    { shape: { text: 'Here', anchor: 'end', color: '#ffffff' } },
  ]);
  t.same(placeLabels([candidate('Here', 100, 100, ['right'])], onMap(), { widthPt, adapted }), []);
});

t.test('the more important label stays where two want one place; the other takes its next', async (t) => {
  const taken = new Occupancy(MAP);
  const shapes = placeLabels([candidate('First', 100, 100), candidate('Second', 100, 100)], taken, {
    widthPt,
  });
  t.match(shapes, [
    { shape: { text: 'First', anchor: 'start', xPt: 105 } },
    { shape: { text: 'Second', anchor: 'end', xPt: 95 } },
  ]);
  t.same(placeLabels([candidate('Third', 100, 100, ['right', 'left'])], taken, { widthPt }), []);
});

t.test('50,000 candidates: as many are tried and shown as may be, and most are never measured', async (t) => {
  let measured = 0;
  let taken = 0;
  function* many(): Generator<LabelCandidate> {
    for (let i = 0; i < 50_000; i++) {
      taken++;
      yield candidate(`Marker ${i}`, 36 + ((i * 7919) % 3000) / 10, 50 + ((i * 104_729) % 2000) / 10);
    }
  }
  const count = (text: string, sizePt: number): number => {
    measured++;
    return widthPt(text, sizePt);
  };
  const placed = placeLabels(many(), new Occupancy(MAP), { widthPt: count, mostTried: 30_000 });
  t.equal(taken, 30_001);
  t.ok(placed.length > 50 && placed.length <= 400, `${placed.length}`);
  t.ok(measured < 30_000, `${measured}`);
  t.equal(placeLabels(many(), new Occupancy(MAP), { widthPt, mostShown: 10 }).length, 10);
});

const noAreas = new LabelledAreas([]);

t.test('markers on one point have one label, that of the first', async (t) => {
  const markers = [
    { name: 'First', xPt: 100, yPt: 100 },
    { name: 'Second', xPt: 100.2, yPt: 99.9 },
    { name: 'Elsewhere', xPt: 200, yPt: 180 },
  ].map((marker) => ({ ...marker, isRegion: false }));
  const placed = placeLabels(markerLabels(markers, noAreas, 'dot', 4), new Occupancy(MAP), { widthPt });
  t.same(
    placed.map(({ shape }) => shape.text),
    ['First', 'Elsewhere'],
  );
});

t.test('a label stands beside the head of its pin', async (t) => {
  const pin = { xPt: 95.8, yPt: 88, widthPt: 8.4, heightPt: 12 };
  const taken = new Occupancy(MAP);
  taken.take(pin);
  const here = { name: 'Here', xPt: 100, yPt: 100, isRegion: false };
  const [placed] = placeLabels(markerLabels([here], noAreas, 'pin', 12), taken, { widthPt });
  t.notOk(doOverlap(boxOf(placed!.shape), pin));
  t.ok(placed!.shape.yPt > 94 && placed!.shape.yPt < 98, `${placed!.shape.yPt}`);
});

t.test('a major name stands where symbols cover least of it, and never on other labels', async (t) => {
  const taken = new Occupancy(MAP);
  const around: PageBox = { xPt: 150, yPt: 120, widthPt: 100, heightPt: 60 };
  taken.takeForSymbol(around);
  t.equal(taken.coveredShare({ ...around, heightPt: 120 }), 0.5);
  const town = candidate('Someplace', 200, 166);
  t.same(placeLabels([town], taken, { widthPt }), [], 'another name is left out');
  const [major] = placeLabels([{ ...town, isMajor: true }], taken, { widthPt });
  const box = boxOf(major!.shape);
  t.ok(box.yPt > 166 && box.yPt < 180 + 9, 'below, where most is free');
  t.equal(taken.coveredShare(box), 1, 'its room is taken');
  taken.take(MAP);
  t.same(placeLabels([{ ...town, isMajor: true }], taken, { widthPt }), []);
});
