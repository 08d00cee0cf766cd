import { join } from 'node:path';
import t, { type Test } from 'tap';
import { iouOf, type Polygons, reportOverlap, summaryOf, trueAreasOf } from '../../../load/places/iou.js';

const box = (west: number, south: number, east: number, north: number): Polygons[number] => [
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ],
];

const about = (t: Test, actual: number, expected: number): boolean =>
  t.ok(Math.abs(actual - expected) < 2e-3, `${actual} is about ${expected}`);

t.test('intersection over union of boxes', async (t) => {
  about(t, iouOf([box(0, 0, 1, 1)], [box(0, 0, 1, 1)]), 1);
  about(t, iouOf([box(0, 0, 1, 1)], [box(0.5, 0, 1.5, 1)]), 1 / 3);
  about(t, iouOf([box(0, 0, 1, 1)], [box(2, 0, 3, 1)]), 0);
});

t.test('holes and parts count, and a degree in the north is smaller', async (t) => {
  const ring = [...box(0, 0, 3, 3), ...box(1, 1, 2, 2)];
  about(t, iouOf([ring], [box(0, 0, 3, 3)]), 8 / 9);
  about(t, iouOf([box(0, 0, 1, 1), box(2, 0, 3, 1)], [box(0, 0, 3, 1)]), 2 / 3);
  // Below and above 30 degrees the half of a box from the equator to the pole has equal areas.
  about(t, iouOf([box(0, 0, 1, 30)], [box(0, 0, 1, 90)]), 0.5);
});

t.test('a sample is summed up by the areas that the layer has', async (t) => {
  const truth = new Map<string, Polygons>([
    ['A', [box(0, 0, 1, 1)]],
    ['B', [box(1, 0, 2, 1)]],
    ['C', [box(2, 0, 3, 1)]],
  ]);
  const areas = new Map<string, Polygons>([
    ['A', [box(0, 0, 1, 1)]],
    ['B', [box(1.5, 0, 2.5, 1)]],
  ]);
  const { missing, mean, median, ...rest } = summaryOf(truth, (code) => areas.get(code) ?? null);
  t.same({ missing, areas: rest.areas }, { missing: 1, areas: 2 });
  about(t, mean, 2 / 3);
  about(t, median, 2 / 3);
});

t.test('features of one code are one area, those without a geometry none', async (t) => {
  const feature = (code: string, geometry: unknown) => ({ type: 'Feature', properties: { code }, geometry });
  const directory = t.testdir({
    'areas.geojson': JSON.stringify({
      type: 'FeatureCollection',
      features: [
        feature('A', { type: 'Polygon', coordinates: box(0, 0, 1, 1) }),
        feature('A', { type: 'MultiPolygon', coordinates: [box(2, 0, 3, 1)] }),
        feature('B', null),
      ],
    }),
  });
  t.same(
    [...trueAreasOf(join(directory, 'areas.geojson'), 'code')],
    [['A', [box(0, 0, 1, 1), box(2, 0, 3, 1)]]],
  );
});

t.test('samples that are not there are left out', async (t) => {
  t.doesNotThrow(() => reportOverlap({}, t.testdir({})));
});
