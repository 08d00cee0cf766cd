import t from 'tap';
import { innerPoint } from '../../../src/geo/regions/inner-point.js';

const box = (west: number, south: number, east: number, north: number): number[][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const area = (...coordinates: number[][][][]) => ({ type: 'MultiPolygon' as const, coordinates });

t.test('the point of a box is its middle', async (t) => {
  t.same(innerPoint(area([box(10, 50, 12, 51)])), { lat: 50.5, lng: 11 });
});

t.test('the largest of several parts has the point', async (t) => {
  t.same(innerPoint(area([box(0, 0, 1, 1)], [box(10, 50, 13, 52)], [box(20, 0, 21, 1)])), {
    lat: 51,
    lng: 11.5,
  });
});

t.test('it lies neither in a hole nor in the gap of a horseshoe', async (t) => {
  t.same(innerPoint(area([box(0, 0, 10, 10), box(1, 1, 9, 9)])), { lat: 5, lng: 0.5 });
  const horseshoe = [
    [0, 0],
    [10, 0],
    [10, 10],
    [8, 10],
    [8, 1],
    [3, 1],
    [3, 10],
    [0, 10],
    [0, 0],
  ];
  const { lat, lng } = innerPoint(area([horseshoe]));
  t.ok(lat > 1 && lat < 10, `${lat}`);
  t.equal(lng, 1.5);
});
