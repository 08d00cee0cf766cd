import Flatbush from 'flatbush';
import FlatQueue from 'flatqueue';
import { findNearest } from '../src/geo/nearby/find-nearest.js';
import { originAt } from '../src/geo/nearby/great-circle.js';
import { NearestHits } from '../src/geo/nearby/nearest-hits.js';
import { bytesOfPins, type PackedPins, packPins } from '../src/geo/nearby/packed-pins.js';
import { createRandom } from './seeded-csv.js';
import { median, report } from './table.js';

const PINS = 1_000_000;
const N = 25;
const QUERIES = 10_000;
const ROUNDS = 5;
const CLUSTERS = 1000;

interface Places {
  lats: Float64Array;
  lngs: Float64Array;
}

/** Places, the same on every run. */
function makePlaces(isClustered: boolean): Places {
  const random = createRandom(7);
  const centres = Array.from(
    { length: CLUSTERS },
    () => [random() * 120 - 55, random() * 350 - 175] as const,
  );
  const lats = new Float64Array(PINS);
  const lngs = new Float64Array(PINS);
  for (let i = 0; i < PINS; i++) {
    const [lat, lng] = isClustered ? centres[i % CLUSTERS]! : [10, 0];
    lats[i] = lat + (random() - 0.5) * (isClustered ? 0.4 : 140);
    lngs[i] = lng + (random() - 0.5) * (isClustered ? 0.4 : 360);
  }
  return { lats, lngs };
}

const timed = (work: () => void): number => {
  const start = performance.now();
  work();
  return performance.now() - start;
};

function pack({ lats, lngs }: Places): PackedPins {
  const ids = Float64Array.from(lats, (_, i) => i + 1);
  return packPins({ ids, lats, lngs, expiresAtMs: null, mapIds: null });
}

/** A stock Flatbush, with 64 bits a coordinate. */
function plainFlatbush({ lats, lngs }: Places): Flatbush {
  const index = new Flatbush(PINS);
  for (let i = 0; i < PINS; i++) index.add(lngs[i]!, lats[i]!);
  index.finish();
  return index;
}

/**
 * The tree of nearby search beside a stock Flatbush, on one thread in alternating rounds. Flatbush's own
 * neighbours are those on a plane: cheaper to compute, and wrong on a globe.
 */
export async function benchNearbyTrees(): Promise<void> {
  const queue = new FlatQueue();
  for (const kind of ['uniform', 'clustered']) {
    const places = makePlaces(kind === 'clustered');
    const random = createRandom(11);
    const from = Array.from({ length: QUERIES }, () => {
      const at = Math.floor(random() * PINS);
      return [
        places.lats[at]! + (random() - 0.5) / 10,
        places.lngs[at]! * 0.99 + (random() - 0.5) / 10,
      ] as const;
    });
    const packMs: number[] = [];
    const plainMs: number[] = [];
    const ours: number[] = [];
    const planar: number[] = [];
    let pins = pack(places);
    let plain = plainFlatbush(places);
    for (let round = 0; round < ROUNDS; round++) {
      packMs.push(timed(() => (pins = pack(places))));
      plainMs.push(timed(() => (plain = plainFlatbush(places))));
      const oursMs = timed(() => {
        for (const [lat, lng] of from) {
          const best = new NearestHits(N, 1);
          findNearest([pins], { origin: originAt(lat, lng), best, nowMs: 0, mapIds: null }, queue);
        }
      });
      const planarMs = timed(() => {
        for (const [lat, lng] of from) plain.neighbors(lng, lat, N);
      });
      ours.push((QUERIES / oursMs) * 1000);
      planar.push((QUERIES / planarMs) * 1000);
    }
    const bytes = bytesOfPins(pins) / PINS;
    const plainBytes = plain.data.byteLength / PINS;
    const beside = (value: number) => ({ of: 'a plain Flatbush', value });
    report(
      `nearby-trees: ${PINS.toLocaleString('en')} pins, ${kind}, ${N} nearest, medians of ${ROUNDS} rounds`,
      [
        {
          name: 'build',
          value: median(packMs),
          unit: 'ms',
          ratio: beside(median(packMs) / median(plainMs)),
        },
        { name: 'bytes a pin', value: bytes, unit: 'with its id', ratio: beside(bytes / plainBytes) },
        {
          name: 'searches',
          value: median(ours),
          unit: '/s',
          ratio: beside(median(ours) / median(planar)),
        },
      ],
    );
  }
}
