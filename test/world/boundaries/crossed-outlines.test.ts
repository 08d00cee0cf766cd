import type { Position } from 'geojson';
import t from 'tap';
import { compactPolygons } from '../../../src/world/boundaries/compact-polygons.js';
import { crossedOutlines } from '../../../src/world/boundaries/crossed-outlines.js';
import { square } from '../../support/boundary-files.js';

const crossedOf = (...polygons: Position[][][]) =>
  crossedOutlines(new Map([['1', [compactPolygons(polygons, () => '1')!]]]));
const bowTie: Position[] = [
  [8, 50],
  [9, 51],
  [9, 50],
  [8, 51],
  [8, 50],
];

t.test('outlines that cross themselves are found, each with a place', async (t) => {
  t.same(await crossedOf([bowTie]), [{ code: '1', lat: 50.5, lng: 8.5 }]);
  t.same(await crossedOf([square(8, 50, 4), bowTie]), [{ code: '1', lat: 50.5, lng: 8.5 }], 'a hole');
  const [overlap] = await crossedOf([square(8, 50, 2)], [square(9, 51, 2)]);
  t.match(overlap, { code: '1' }, 'parts that overlap');
});

t.test('rings that touch, and points that are repeated, are valid', async (t) => {
  const touching: Position[] = [
    [8, 51],
    [9, 50.5],
    [9, 51.5],
    [8, 51],
  ];
  const [first, ...others] = square(8, 50) as [Position, ...Position[]];
  for (const polygons of [
    [[square(8, 50, 4), touching]],
    [[square(8, 50)], [square(8.1, 50.1)]],
    [[[first, first, ...others]]],
  ])
    t.same(await crossedOf(...polygons), []);
});
