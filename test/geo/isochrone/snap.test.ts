import fc from 'fast-check';
import t from 'tap';
import { snapToRoad } from '../../../src/geo/isochrone/snap.js';
import { writeOsmPbf } from '../../support/osm-pbf.js';
import { at, graphOf, METERS_OF_DEGREE } from '../../support/town.js';

const STREET = { highway: 'residential' };
/**
 * Thirty long diagonals with overlapping boxes, and one short street in a corner that none of them
 * approaches.
 */
const diagonals = Array.from({ length: 30 }, (_, i) => [
  at(100 + i, -900 + 10 * i, -900),
  at(200 + i, 900, 900 - 10 * i),
]);
const nodes = [...diagonals.flat(), at(1, 900, -700), at(2, 900, -640)];
const ways = [
  ...diagonals.map((_, i) => ({ refs: [100 + i, 200 + i], tags: STREET })),
  { refs: [...diagonals.map((_, i) => 100 + i), 1, 2], tags: STREET },
  { refs: [...diagonals.map((_, i) => 200 + i), 2], tags: STREET },
];
const graph = graphOf(writeOsmPbf(nodes, ways));
const lines = ways.flatMap(({ refs }) => refs.slice(1).map((end, i) => [refs[i]!, end] as const));
const placeOf = new Map(
  nodes.map(({ id, lon, lat }) => [id, [lon * METERS_OF_DEGREE, lat * METERS_OF_DEGREE]]),
);

/** Metres from a place to the nearest of all lines. */
const nearest = (x: number, y: number): number =>
  Math.min(
    ...lines.map(([from, to]) => {
      const [ax, ay] = placeOf.get(from)!;
      const [bx, by] = placeOf.get(to)!;
      const [dx, dy] = [bx! - ax!, by! - ay!];
      const share = Math.min(1, Math.max(0, ((x - ax!) * dx + (y - ay!) * dy) / (dx * dx + dy * dy)));
      return Math.hypot(ax! + share * dx - x, ay! + share * dy - y);
    }),
  );

t.test(
  'the nearest street is found, however many boxes lie in front of it, and none beyond the limit',
  async () => {
    const coordinate = fc.integer({ min: -3500, max: 3500 });
    fc.assert(
      fc.property(coordinate, coordinate, (x, y) => {
        const snap = snapToRoad(graph, x / METERS_OF_DEGREE, y / METERS_OF_DEGREE, 2000);
        const meters = nearest(x, y);
        if (Math.abs(meters - 2000) < 1) return true;
        return meters > 2000 ? snap === null : Math.abs(snap!.meters - meters) < 0.5;
      }),
      { numRuns: 400 },
    );
  },
);
