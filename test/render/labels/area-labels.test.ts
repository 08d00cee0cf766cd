import fc from 'fast-check';
import t from 'tap';
import { LabelledAreas, type OutlinedArea } from '../../../src/render/labels/area-labels.js';
import { markerLabels } from '../../../src/render/labels/marker-labels.js';
import { Occupancy } from '../../../src/render/labels/occupancy.js';
import { placeLabels } from '../../../src/render/labels/place-labels.js';
import type { PageBox } from '../../../src/render/map-frame.js';

const MAP: PageBox = { xPt: 0, yPt: 0, widthPt: 600, heightPt: 400 };
const widthPt = (text: string, sizePt: number): number => text.length * sizePt * 0.55;

type Point = readonly [number, number];

function area(ring: readonly Point[], layer: string | null = 'us_zip'): OutlinedArea {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
  const d = `${ring.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x},${y}`).join('')}Z`;
  const areaPt2 = (box[2] - box[0]) * (box[3] - box[1]);
  return { d, areaPt2, box, layer };
}

/** Tells whether a point lies in a ring, by the even-odd rule. */
const isIn = (ring: readonly Point[], [x, y]: Point): boolean =>
  ring.filter(([x1, y1], i) => {
    const [x2, y2] = ring.at(i - 1)!;
    return y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1);
  }).length %
    2 ===
  1;

function labelsOf(
  areas: readonly OutlinedArea[],
  names: readonly { name: string; xPt: number; yPt: number }[],
) {
  const regions = new LabelledAreas(areas);
  const markers = names.map((marker) => ({ ...marker, isRegion: true }));
  return placeLabels(markerLabels(markers, regions, 'dot', 0), new Occupancy(MAP), { widthPt });
}

const C_SHAPE: readonly Point[] = [
  [100, 100],
  [300, 100],
  [300, 130],
  [130, 130],
  [130, 270],
  [300, 270],
  [300, 320],
  [100, 320],
];

t.test('the name of a region stands within it, in its widest room', async (t) => {
  const [label] = labelsOf([area(C_SHAPE)], [{ name: 'Horseshoe Bend', xPt: 115, yPt: 200 }]);
  const { xPt, yPt, anchor } = label!.shape;
  t.equal(anchor, 'middle');
  t.ok(xPt > 195 && xPt < 205 && (yPt < 130 || yPt > 270), `${xPt} ${yPt}`);
});

t.test('a name that is too wide for its region stands below each other, or is left out', async (t) => {
  const column: readonly Point[] = [
    [100, 100],
    [140, 100],
    [140, 300],
    [100, 300],
  ];
  const at = { xPt: 120, yPt: 200 };
  const textsOf = (name: string) =>
    labelsOf([area(column)], [{ name, ...at }]).flatMap(({ shapes }) => shapes.map(({ text }) => text));
  t.same(textsOf('10115'), ['10115']);
  t.same(textsOf('Bad Belzig'), ['Bad', 'Belzig']);
  t.same(textsOf('Donaudampfschiffahrt'), []);
});

t.test('a region that is too small to be drawn has its name beside it', async (t) => {
  t.same(
    labelsOf([], [{ name: 'Monaco', xPt: 120, yPt: 200 }]).map(({ shape }) => shape.anchor),
    ['start'],
  );
});

t.test('no name touches another region, whatever their outlines are', async () => {
  const row = fc.array(fc.integer({ min: -14, max: 14 }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 8, maxLength: 8 }),
      fc.integer({ min: 1, max: 12 }),
      (moved, letters) => {
        // Corners of a grid, each moved a little: neighbours share their borders.
        const corner = (i: number, j: number): Point => [
          40 + 60 * i + moved[i]![j]!,
          40 + 40 * j + moved[j]![i]!,
        ];
        const rings: Point[][] = [];
        for (let i = 0; i < 7; i++)
          for (let j = 0; j < 7; j++)
            rings.push([corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)]);
        const names = rings.map((ring, i) => ({
          name: String.fromCharCode(65 + (i % 26)).repeat(letters) + i,
          xPt: ring.reduce((sum, [x]) => sum + x / 4, 0),
          yPt: ring.reduce((sum, [, y]) => sum + y / 4, 0),
        }));
        const placed = labelsOf(
          rings.map((ring) => area(ring)),
          names,
        );
        return placed.every(({ candidate, shape }) => {
          const ring = rings[names.findIndex(({ name }) => name === candidate.text)]!;
          const half = widthPt(shape.text, shape.sizePt) / 2 - 0.1;
          const [top, bottom] = [shape.yPt - 0.8 * shape.sizePt + 0.1, shape.yPt + 0.24 * shape.sizePt - 0.1];
          return [top, bottom].every(
            (y) => isIn(ring, [shape.xPt - half, y]) && isIn(ring, [shape.xPt + half, y]),
          );
        });
      },
    ),
    { numRuns: 100 },
  );
});
