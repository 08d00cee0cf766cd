import t from 'tap';
import { circlePolygon } from '../../../src/geo/circle-polygon.js';
import { PaintBudget } from '../../../src/render/areas/paint-budget.js';

/** About a map of the world, in square points, at 60 km a point. */
const MAP_PT2 = 150_000;
const budget = () => new PaintBudget(MAP_PT2, 60_000);
const circle = (miles: number) => circlePolygon({ lat: 40, lng: -100 }, miles);
const taken = (of: PaintBudget, count: number, miles: number, points: number): number =>
  Array.from({ length: count }).filter(() => of.take(circle(miles), points)).length;

t.test('ten thousand circles of a town all have room', async (t) => {
  t.equal(taken(budget(), 10_000, 10, 73), 10_000);
});

t.test('circles of half the earth have room some hundred times', async (t) => {
  const all = taken(budget(), 10_000, 12_400, 300);
  t.ok(all > 100 && all < 400, `${all}`);
});

t.test('small ones have room behind any number of large ones', async (t) => {
  const crowded = budget();
  for (const miles of [12_400, 3_000, 1_000]) taken(crowded, 3_000, miles, 10);
  t.equal(taken(crowded, 1_000, 20, 73), 1_000);
});

t.test('points are bounded, whatever they cover', async (t) => {
  t.equal(taken(budget(), 10_000, 1, 1_000), 800);
});
