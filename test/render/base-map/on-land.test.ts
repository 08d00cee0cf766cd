import t from 'tap';
import { DrawnLand } from '../../../src/render/base-map/on-land.js';

const square = (west: number, south: number, east: number, north: number): number[] => [
  ...[west, south],
  ...[west, north],
  ...[east, north],
  ...[east, south],
];
const stretches = (rings: number[][], line: number[]): number[][] => [
  ...new DrawnLand(rings).stretchesOf(line),
];

t.test('a line is cut at each coast that it crosses', async (t) => {
  const islands = [square(0, 0, 4, 4), square(6, 0, 8, 4)];
  t.same(stretches(islands, [-1, 1, 2, 1, 2, 2, 9, 2]), [
    [0, 1, 2, 1, 2, 2, 4, 2],
    [6, 2, 8, 2],
  ]);
});

t.test('a lake in an island is no land, and one line may cross all of it at once', async (t) => {
  t.same(stretches([square(0, 0, 8, 4), square(3, 1, 5, 3)], [-1, 2, 9, 2]), [
    [0, 2, 3, 2],
    [5, 2, 8, 2],
  ]);
});

t.test('on land a line stays whole, and at sea there is none', async (t) => {
  t.same(stretches([square(0, 0, 8, 4)], [1, 1, 2, 3, 7, 1]), [[1, 1, 2, 3, 7, 1]]);
  t.same(stretches([square(0, 0, 8, 4)], [1, 5, 7, 5]), []);
  t.same(stretches([], [1, 1, 2, 2]), []);
});
