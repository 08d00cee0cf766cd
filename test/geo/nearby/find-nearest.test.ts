import fc from 'fast-check';
import FlatQueue from 'flatqueue';
import t from 'tap';
import { createRandom } from '../../../load/seeded-csv.js';
import { findNearest, type Wanted } from '../../../src/geo/nearby/find-nearest.js';
import { haversineOfKm, haversineTo, kmOf, originAt } from '../../../src/geo/nearby/great-circle.js';
import { NearestHits } from '../../../src/geo/nearby/nearest-hits.js';
import { bytesOfPins, hideRange, type PinColumns, packPins } from '../../../src/geo/nearby/packed-pins.js';
import { unitePins } from '../../../src/geo/nearby/united-pins.js';

interface Pin {
  id: number;
  lat: number;
  lng: number;
  expiresAtMs?: number;
}

const NOW = 1_000;
const queue = new FlatQueue();
const wanted = (lat: number, lng: number, best: NearestHits): Wanted => ({
  origin: originAt(lat, lng),
  best,
  nowMs: NOW,
  mapIds: null,
});

function columnsOf(pins: readonly Pin[]): PinColumns {
  const expiring = pins.some((pin) => pin.expiresAtMs !== undefined);
  return {
    ids: Float64Array.from(pins, (pin) => pin.id),
    lats: Float64Array.from(pins, (pin) => pin.lat),
    lngs: Float64Array.from(pins, (pin) => pin.lng),
    expiresAtMs: expiring
      ? Float64Array.from(pins, (pin) => pin.expiresAtMs ?? Number.POSITIVE_INFINITY)
      : null,
    mapIds: null,
  };
}

/** Measures, sorts and cuts all pins. */
function bruteForce(pins: readonly Pin[], lat: number, lng: number, n: number, reach = 1): number[] {
  const origin = originAt(lat, lng);
  return pins
    .filter(({ expiresAtMs = Number.POSITIVE_INFINITY }) => expiresAtMs > NOW)
    .map((pin) => ({ id: pin.id, hav: haversineTo(origin, pin.lat, pin.lng) }))
    .filter(({ hav }) => hav <= reach)
    .sort((a, b) => a.hav - b.hav || a.id - b.id)
    .slice(0, n)
    .map(({ id }) => id);
}

function search(maps: readonly Pin[][], lat: number, lng: number, n: number, reach = 1): number[] {
  const best = new NearestHits(n, reach);
  const trees = maps.map((pins) => packPins(columnsOf(pins)));
  findNearest(trees, wanted(lat, lng, best), queue);
  return best.hits.map((hit) => hit.id);
}

const SPECIAL_LATS = [-90, 90, 0, 89.999999, -89.999999, 45];
const SPECIAL_LNGS = [-180, 180, 0, 179.999999, -179.999999, 90, -90];
const lats = fc.oneof(fc.constantFrom(...SPECIAL_LATS), fc.double({ min: -90, max: 90, noNaN: true }));
const lngs = fc.oneof(fc.constantFrom(...SPECIAL_LNGS), fc.double({ min: -180, max: 180, noNaN: true }));
/** Pins close together, many of them at one place. */
const clustered = fc
  .tuple(lats, lngs, fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }))))
  .map(([lat, lng, steps]) =>
    steps.map(([x, y]) => ({
      lat: Math.max(-90, Math.min(90, lat + x * 1e-4)),
      lng: Math.max(-180, Math.min(180, lng + y * 1e-4)),
    })),
  );
const spread = fc.array(fc.record({ lat: lats, lng: lngs }), { maxLength: 120 });
const places = fc
  .tuple(spread, clustered, clustered)
  .map((groups) => groups.flat() as { lat: number; lng: number }[]);

t.test('nearest pins of several trees are those that measuring every pin finds', async (t) => {
  let queries = 0;
  fc.assert(
    fc.property(
      fc.array(places, { minLength: 1, maxLength: 4 }),
      fc.array(
        fc.tuple(lats, lngs, fc.integer({ min: 1, max: 25 }), fc.double({ min: 0, max: 1, noNaN: true })),
        {
          minLength: 12,
          maxLength: 12,
        },
      ),
      (maps, questions) => {
        let id = 0;
        const pins = maps.map((map) =>
          map.map((place): Pin => {
            id++;
            return id % 7 === 0 ? { ...place, id, expiresAtMs: id % 2 ? NOW : NOW + 1 } : { ...place, id };
          }),
        );
        const trees = pins.map((map) => packPins(columnsOf(map)));
        // All but the first tree, and one that is not searched.
        const members = [
          ...trees.slice(1),
          packPins(columnsOf(pins[0]!.map((pin) => ({ ...pin, id: -pin.id })))),
        ];
        const treeOf = Int32Array.from(members, (_, member) => (member + 1) % trees.length || -1);
        const union = { pins: unitePins(members), treeOf };
        for (const [lat, lng, n, share] of questions) {
          // Half of them without a limit, the others up to half way round.
          const reach = queries % 2 === 0 ? 1 : share ** 6;
          const best = new NearestHits(n, reach);
          findNearest(trees, wanted(lat, lng, best), queue);
          const found = best.hits.map((hit) => hit.id);
          const expected = bruteForce(pins.flat(), lat, lng, n, reach);
          if (found.join() !== expected.join()) throw new Error(`${found} instead of ${expected}`);
          const united = new NearestHits(n, reach);
          findNearest(trees, wanted(lat, lng, united), queue, union);
          if (united.hits.map((hit) => hit.id).join() !== expected.join())
            throw new Error(`united: ${united.hits.map((hit) => hit.id)} instead of ${expected}`);
          queries++;
        }
      },
    ),
    { numRuns: 300 },
  );
  t.equal(queries, 3_600);
});

t.test('a tree of several levels agrees with measuring every pin', async (t) => {
  const random = createRandom(7);
  const pins: Pin[] = [];
  for (let id = 1; id <= 20_000; id++) {
    const dense = id % 2 === 0;
    pins.push({ id, lat: dense ? 48 + random() : random() * 180 - 90, lng: random() * 360 - 180 });
  }
  const tree = packPins(columnsOf(pins));
  const wrong: string[] = [];
  for (let i = 0; i < 200; i++) {
    const lat = i % 10 === 0 ? (i % 20 === 0 ? 90 : -90) : random() * 180 - 90;
    const lng = i % 7 === 0 ? 180 : random() * 360 - 180;
    const best = new NearestHits(25, 1);
    findNearest([tree], wanted(lat, lng, best), queue);
    const found = best.hits.map((hit) => hit.id);
    if (found.join() !== bruteForce(pins, lat, lng, 25).join()) wrong.push(`${lat}, ${lng}: ${found}`);
  }
  t.same(wrong, []);
});

/** Counts queued nodes, the cost of a search. */
class CountingQueue extends FlatQueue {
  pushed = 0;

  override push(item: number, priority: number): void {
    this.pushed++;
    super.push(item, priority);
  }
}

t.test('a search looks into few boxes: bounds that were looser would find the same, later', async (t) => {
  const random = createRandom(11);
  const pins = Array.from({ length: 40_000 }, (_, id) => ({
    id,
    lat: random() * 170 - 85,
    lng: random() * 360 - 180,
  }));
  const trees = [0, 1, 2, 3].map((part) => packPins(columnsOf(pins.filter(({ id }) => id % 4 === part))));
  const union = { pins: unitePins(trees), treeOf: Int32Array.of(0, 1, 2, 3) };
  const boxesOf = (lat: number, lng: number, n: number, reach: number, united: boolean): number => {
    const counting = new CountingQueue();
    findNearest(trees, wanted(lat, lng, new NearestHits(n, reach)), counting, united ? union : null);
    return counting.pushed;
  };
  const places = Array.from({ length: 100 }, () => [random() * 160 - 80, random() * 360 - 180] as const);
  const mean = (n: number, reach: number, united = false): number =>
    places.reduce((sum, [lat, lng]) => sum + boxesOf(lat, lng, n, reach, united), 0) / places.length;
  // Counted values with a tolerance of less than one per two searches, as rounding decides about a box now
  // and then.
  const near = (value: number, counted: number): void => {
    t.ok(Math.abs(value - counted) < 0.5, `${value} boxes, counted were ${counted}`);
  };
  near(mean(25, 1), 112.86);
  near(mean(25, 1, true), 59.62);
  near(mean(1, 1), 68.16);
  near(mean(5000, 1), 947.04);
  near(mean(25, haversineOfKm(50)), 20.33);
  near(mean(25, haversineOfKm(2000)), 66.31);
  near(boxesOf(90, 0, 25, 1, false), 155);
  near(boxesOf(0, 180, 25, 1, false), 280);
});

t.test('the antimeridian is no border, and a pole is one point', async (t) => {
  const fiji = { id: 1, lat: -17, lng: 179.9 };
  const samoa = { id: 2, lat: -17, lng: -179.9 };
  const tonga = { id: 3, lat: -17, lng: -175 };
  t.same(search([[fiji], [samoa, tonga]], -17, -179.95, 3), [2, 1, 3]);
  const pole = [0, 90, -180, 180, 12.5].map((lng, id) => ({ id: 5 - id, lat: 90, lng }));
  t.same(search([pole], 90, 77, 5), [1, 2, 3, 4, 5]);
  t.same(search([pole], 52, -33, 5), [1, 2, 3, 4, 5]);
  const meridian = [
    { id: 2, lat: 10, lng: 180 },
    { id: 1, lat: 10, lng: -180 },
  ];
  t.same(search([meridian], 12.3, 170.7, 2), [1, 2]);
});

t.test('more is asked for than there is; there is nothing; all is in one place', async (t) => {
  t.same(search([], 1, 2, 25), []);
  t.same(search([[]], 1, 2, 25), []);
  t.same(search([[{ id: 9, lat: -90, lng: 0 }], []], 90, 0, 25), [9]);
  const heap = Array.from({ length: 300 }, (_, i) => ({ id: 300 - i, lat: 1, lng: 2 }));
  t.same(search([heap], 1, 2, 3), [1, 2, 3]);
});

t.test('antipodes are found', async (t) => {
  for (let lat = -90; lat <= 90; lat += 0.37) {
    for (const lng of [-180, -77.7, 0, 33.3, 180]) {
      const antipode = lng > 0 ? lng - 180 : lng + 180;
      if (search([[{ id: 1, lat: -lat, lng: antipode }]], lat, lng, 5).length !== 1) t.fail(`${lat}, ${lng}`);
    }
  }
});

t.test('hidden pins are left out, those of other ids stay', async (t) => {
  const pins = Array.from({ length: 100 }, (_, i) => ({ id: (i * 37) % 100, lat: 0, lng: i / 10 }));
  const tree = packPins(columnsOf(pins));
  hideRange(tree, 10, 79);
  hideRange(tree, 500, 2 ** 53 - 1);
  hideRange(tree, -5, -1);
  const best = new NearestHits(100, 1);
  findNearest([tree], wanted(0, 0, best), queue);
  const left = pins.filter(({ id }) => id < 10 || id > 79).map(({ id }) => id);
  t.same(
    best.hits.map((hit) => hit.id),
    left,
  );
});

t.test('a pin takes less than 38 bytes, with an expiry too', async (t) => {
  const pins = Array.from({ length: 10_000 }, (_, i) => ({
    id: i,
    lat: (i * 7.1) % 90,
    lng: (i * 3.3) % 180,
    expiresAtMs: i,
  }));
  const bytes = bytesOfPins(packPins(columnsOf(pins))) / pins.length;
  t.ok(bytes < 38, `${bytes}`);
});

t.test('distances are great circles on the mean radius', async (t) => {
  const km = (lat1: number, lng1: number, lat2: number, lng2: number): number =>
    kmOf(haversineTo(originAt(lat1, lng1), lat2, lng2));
  t.equal(km(0, 0, 0, 0), 0);
  // A quarter and half of the way round.
  t.equal(km(0, 0, 90, 0).toFixed(6), ((6371.0088 * Math.PI) / 2).toFixed(6));
  t.equal(km(0, 0, 0, 180).toFixed(6), (6371.0088 * Math.PI).toFixed(6));
  t.equal(km(0, 179.5, 0, -179.5).toFixed(9), km(0, 0, 0, 1).toFixed(9));
  fc.assert(
    fc.property(fc.double({ min: 0, max: 20_015, noNaN: true }), (distance) => {
      const back = kmOf(haversineOfKm(distance));
      return Math.abs(back - distance) <= 1e-6 + distance * 1e-9 || distance > 20_000;
    }),
  );
});
