import fc from 'fast-check';
import t from 'tap';
import { twiceArea } from '../../../src/geo/flat-lines.js';
import { seaOf, sidesOf } from '../../../src/geo/streets/close-at-box.js';
import { joinWays } from '../../../src/geo/streets/join-ways.js';

t.test('rings that were cut into ways in any order and direction are whole again', async (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 30 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
      fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      fc.boolean(),
      (nodes, cuts, turns, isDirected) => {
        const at = [...new Set(cuts.map((cut) => cut % nodes))].sort((a, b) => a - b);
        const ways = at.map((from, i) => {
          const to = i + 1 < at.length ? at[i + 1]! : at[0]! + nodes;
          const way = Array.from({ length: to - from + 1 }, (_, step) => (from + step) % nodes);
          return turns[i] && !isDirected ? way.reverse() : way;
        });
        const { rings, open } = joinWays(ways.reverse(), isDirected);
        return open.length === 0 && rings.length === 1 && rings[0]!.length === nodes + 1;
      },
    ),
    { numRuns: 200 },
  );
  t.same(joinWays([[1, 2], [], [2, 3]], true), { rings: [], open: [[1, 2, 3]] });
  t.same(
    joinWays(
      [
        [2, 3],
        [1, 2],
      ],
      true,
    ),
    { rings: [], open: [[1, 2, 3]] },
  );
  t.same(
    joinWays(
      [
        [1, 2],
        [3, 2],
      ],
      true,
    ).open.length,
    2,
    'two coasts that run against each other',
  );
});

const box = { west: 0, south: 0, east: 100, north: 100 };
const areaOf = (rings: readonly number[][]): number =>
  rings.reduce((sum, ring) => sum - twiceArea(ring), 0) / 2;

t.test('the sea lies to the right of its coasts, within the box', async (t) => {
  const northward = [30, -20, 30, 120];
  const southward = [30, 120, 30, -20];
  t.equal(areaOf(seaOf([northward], box)), 7_000, 'east of a coast that runs north');
  t.equal(areaOf(seaOf([southward], box)), 3_000);
  t.equal(areaOf(seaOf([northward, [60, 120, 60, -20]], box)), 3_000, 'a strait');
  const island = [40, 40, 60, 40, 60, 60, 40, 60, 40, 40];
  t.equal(areaOf(seaOf([island], box)), 9_600, 'an island alone lies in a sea');
  t.equal(areaOf(seaOf([northward, island], box)), 6_600);
  t.same(seaOf([[-50, -20, -50, 120]], box), [], 'a coast outside of the box');
});

t.test('where a coast ends within the box, or two do not fit together, there is no sea', async (t) => {
  t.same(seaOf([[30, -20, 30, 50]], box), []);
  t.same(
    seaOf(
      [
        [30, -20, 30, 120],
        [60, -20, 60, 120],
      ],
      box,
    ),
    [],
    'land on both sides of a sea to the east',
  );
  t.equal(areaOf(seaOf([[30, 1, 30, 99]], box)), 7_000, 'a coast that ends just before the edge reaches it');
  t.same(seaOf([], box), []);
});

t.test('two sides of lines across a box are the box, whichever way the lines run', async (t) => {
  const height = fc.integer({ min: 1, max: 99 });
  fc.assert(
    fc.property(
      fc.uniqueArray(height, { minLength: 1, maxLength: 6 }),
      fc.array(fc.boolean(), { minLength: 6 }),
      (heights, turns) => {
        const lines = heights.map((y, i) => (turns[i] ? [-5, y, 50, y, 105, y] : [105, y, 50, y, -5, y]));
        const [one, other] = sidesOf(lines, box)!;
        const ascending = [0, ...heights.toSorted((a, b) => a - b), 100];
        const every = ascending
          .slice(1)
          .reduce((sum, y, i) => sum + (i % 2 === 0 ? 100 * (y - ascending[i]!) : 0), 0);
        return areaOf(one) + areaOf(other) === 10_000 && [areaOf(one), areaOf(other)].includes(every);
      },
    ),
    { numRuns: 100 },
  );
  t.equal(sidesOf([[30, -20, 30, 50]], box), null, 'one that ends within');
  t.equal(
    sidesOf(
      [
        [30, -20, 30, 120],
        [-20, 50, 120, 50],
      ],
      box,
    ),
    null,
    'two that cross',
  );
  t.equal(sidesOf([[-50, -20, -50, 120]], box), null, 'one outside');
});
