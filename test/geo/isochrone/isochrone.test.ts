import { isDeepStrictEqual } from 'node:util';
import {
  booleanPointInPolygon,
  booleanValid,
  featureCollection,
  intersect,
  multiPolygon,
  area as squareMeters,
} from '@turf/turf';
import fc from 'fast-check';
import t from 'tap';
import { IsochroneEngine, MAX_MINUTES } from '../../../src/geo/isochrone/isochrone.js';
import { writeOsmPbf } from '../../support/osm-pbf.js';
import { at, graphOf, gridTown, METERS_OF_DEGREE } from '../../support/town.js';

/** 10 m a second. */
const STREET = { highway: 'residential', maxspeed: '36' };
const SPACING = 200;
/** 41 × 41 junctions: 4 km from its middle to each side. */
const town = gridTown(41, 41, SPACING, STREET);
const engine = new IsochroneEngine(graphOf(writeOsmPbf(town.nodes, town.ways)));

type Area = NonNullable<ReturnType<IsochroneEngine['isochrone']>>;
const areaAt = (east: number, north: number, minutes: number, of = engine): Area =>
  of.isochrone(east / METERS_OF_DEGREE, north / METERS_OF_DEGREE, minutes)!;
const holds = ({ coordinates }: Area, east: number, north: number): boolean =>
  booleanPointInPolygon([east / METERS_OF_DEGREE, north / METERS_OF_DEGREE], multiPolygon(coordinates));
const featureOf = ({ coordinates }: Area) => multiPolygon(coordinates);
const isValid = (area: Area): boolean => booleanValid(featureOf(area)) && !doLinesCross(area);

/**
 * Compares each line of an area with each other one, except neighbours. (@turf/kinks reports some where a
 * line only bends.)
 */
function doLinesCross({ coordinates }: Area): boolean {
  const lines = coordinates
    .flat()
    .flatMap((ring) => ring.slice(1).map((end, i) => [ring[i]!, end] as [number[], number[]]));
  const side = ([ax, ay]: number[], [bx, by]: number[], [x, y]: number[]): number =>
    Math.sign((bx! - ax!) * (y! - ay!) - (by! - ay!) * (x! - ax!));
  return lines.some(([a, b], i) =>
    lines.slice(i + 1).some(([c, d]) => {
      const ends = new Set([a, b, c, d].map(String));
      const isApart = [0, 1].some(
        (axis) =>
          Math.max(a[axis]!, b[axis]!) < Math.min(c[axis]!, d[axis]!) ||
          Math.max(c[axis]!, d[axis]!) < Math.min(a[axis]!, b[axis]!),
      );
      return (
        ends.size === 4 &&
        !isApart &&
        side(a, b, c) * side(a, b, d) <= 0 &&
        side(c, d, a) * side(c, d, b) <= 0
      );
    }),
  );
}

/**
 * Metres driven in some minutes along a grid of streets with crossings every 200 m, each of which costs 1 s.
 */
const reachOf = (minutes: number): number => (minutes * 60 * SPACING) / (SPACING / 10 + 1);

t.test(
  'in a grid of streets the area is the diamond that their times make, and as far around it as a house lies',
  async (t) => {
    for (const minutes of [1, 2, 3, 5]) {
      const area = areaAt(0, 0, minutes);
      const reach = reachOf(minutes);
      t.ok(isValid(area), `${minutes} minutes: valid`);
      t.equal(area.truncated, false);
      t.equal(area.coordinates.length, 1);
      t.equal(area.coordinates[0]!.length, 1, 'without a hole');
      for (const [east, north] of [
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ] as const) {
        t.ok(holds(area, east * (reach - 10), north * (reach - 10)), `${minutes}: along the street`);
        t.notOk(holds(area, east * (reach + 300), north * (reach + 300)), `${minutes}: not beyond it`);
      }
      // Around a corner the way along both streets counts.
      const half = Math.floor(reach / 2 / SPACING) * SPACING;
      if (half > 0) t.ok(holds(area, half, reach - half - 20), `${minutes}: around a corner`);
      t.notOk(holds(area, 0.75 * reach, 0.75 * reach), `${minutes}: not as the crow flies`);
    }
  },
);

t.test('a place beside a street is in its own area, and begins at the street', async (t) => {
  const area = areaAt(100, 60, 1);
  t.ok(holds(area, 100, 60));
  t.equal(Math.round(area.snapMeters), 60);
  t.equal(engine.isochrone(1, 1, 5), null, 'no street within two kilometres');
});

t.test('against a one-way ring one drives all around', async (t) => {
  const corner = (id: number, east: number, north: number) => at(id, east, north);
  const nodes = [
    corner(1, -1000, -1000),
    corner(2, 1000, -1000),
    corner(3, 1000, 1000),
    corner(4, -1000, 1000),
  ];
  const ring = [
    { refs: [1, 2, 3], tags: { ...STREET, oneway: 'yes' } },
    { refs: [3, 4, 1], tags: { ...STREET, oneway: 'yes' } },
  ];
  const around = new IsochroneEngine(graphOf(writeOsmPbf(nodes, ring)));
  // 200 s to the corner where the ring began, then 100 m in ten seconds.
  const area = areaAt(0, -1000, 4, around);
  t.ok(holds(area, 1000, 300), '2,300 m on');
  t.notOk(holds(area, 1000, 700), 'and not 2,700 m');
  t.notOk(holds(area, -300, -1000), 'not back along the one-way street');
  const whole = areaAt(0, -1000, 14, around);
  t.equal(whole.coordinates[0]!.length, 2, 'the middle is a hole');
  t.notOk(holds(whole, 0, 0));
  t.ok(isValid(whole));
});

t.test(
  'a bridge whose middle the extract does not have is no way across, and the answer says that there may be more',
  async (t) => {
    const west = gridTown(5, 5, SPACING, STREET);
    const bridge = { refs: [town.idOf(0, 0), 9001, 9002], tags: STREET };
    const nodes = [...west.nodes, at(9002, 3000, -400)];
    const cut = new IsochroneEngine(
      graphOf(writeOsmPbf(nodes, [...west.ways, bridge, { refs: [9002, 9003], tags: STREET }])),
    );
    const area = areaAt(0, 0, 30, cut);
    t.equal(area.truncated, true);
    t.notOk(holds(area, 3000, -400));
  },
);

t.test('an enclave is not reached, and a place in it begins on the streets around', async (t) => {
  const { nodes, ways } = gridTown(11, 11, SPACING, STREET);
  const island = [at(9001, 90, 90), at(9002, 110, 110)];
  const engine = new IsochroneEngine(
    graphOf(writeOsmPbf([...nodes, ...island], [...ways, { refs: [9001, 9002], tags: STREET }])),
  );
  const area = areaAt(100, 100, 2, engine);
  t.equal(Math.round(area.snapMeters), 100);
  t.ok(holds(area, 100, 100));
});

t.test('beside a street not reached the area ends half-way to it, though nearer than 250 m', async (t) => {
  // Two streets along a river, 200 m apart, and a bridge 20 km upstream.
  const nodes = [
    at(1, -1000, 0),
    at(2, 0, 0),
    at(3, 1000, 0),
    at(4, 20_000, 0),
    at(5, 20_000, 200),
    at(6, 1000, 200),
    at(7, 0, 200),
    at(8, -1000, 200),
  ];
  const bank = new IsochroneEngine(
    graphOf(writeOsmPbf(nodes, [{ refs: [1, 2, 3, 4, 5, 6, 7, 8], tags: STREET }])),
  );
  const area = areaAt(0, 0, 3, bank);
  t.ok(holds(area, 0, 70));
  t.notOk(holds(area, 0, 130));
  t.notOk(holds(area, 0, 200));
  t.ok(holds(area, 0, -220), 'on the other side nothing is nearer');
  t.notOk(holds(area, 0, -290));
  // A place on the other street's bank is in its own area all the same.
  t.ok(holds(areaAt(0, 120, 3, bank), 0, 120));
  t.ok(isValid(area));
});

t.test('a search beyond its deadline gives up, and the next one is right again', async (t) => {
  const expected = areaAt(0, 0, 5);
  const place = [0, 0] as const;
  t.throws(() => engine.isochrone(...place, MAX_MINUTES, performance.now() - 1), {
    message: 'the search took too long',
  });
  t.same(areaAt(0, 0, 5), expected);
});

t.test('all the time in the world reaches all of the network, and no more', async (t) => {
  const area = areaAt(0, 0, MAX_MINUTES);
  t.ok(holds(area, 4000, 4000));
  t.notOk(holds(area, 4200, 4200));
  t.ok(isValid(area));
});

t.test(
  'whatever place and time: valid, with its place inside, growing with the time, and the same the second time',
  async () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -4500, max: 4500 }),
        fc.integer({ min: -4500, max: 4500 }),
        fc.integer({ min: 1, max: 12 }),
        (east, north, minutes) => {
          const area = areaAt(east, north, minutes);
          const longer = areaAt(east, north, minutes + 3);
          // Their grids differ: the smaller area may stand out by a little of its edge.
          const shared = squareMeters(
            intersect(featureCollection([featureOf(area), featureOf(longer)])) ?? featureOf(area),
          );
          const isSame = isDeepStrictEqual(areaAt(east, north, minutes), area);
          return (
            isSame &&
            isValid(area) &&
            holds(area, east, north) &&
            shared > 0.94 * squareMeters(featureOf(area))
          );
        },
      ),
      { numRuns: 60 },
    );
  },
);
