import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import type { RegionFeature } from '../../../src/geo/regions/pack-region-layer.js';
import { packRegionLayer, RegionLayer } from '../../../src/geo/regions/region-layer.js';
import { box, codeAt, layerOf, share } from '../../support/region-layers.js';
import { runs } from '../../support/runs.js';

const KM = 1 / 111.195;

/** The rule in plain code, on the same grid of microdegrees. */
function isIn(polygons: readonly (readonly number[][][])[], lat: number, lng: number): boolean {
  let inside = false;
  for (const ring of polygons.flat()) {
    for (let at = 1; at < ring.length; at++) {
      let [a, b] = [ring[at - 1]!, ring[at]!].map(([x, y]) => [Math.round(x! * 1e6), Math.round(y! * 1e6)]);
      if (a![1]! > b![1]!) [a, b] = [b, a];
      const [x, y] = [Math.round(lng * 1e6), Math.round(lat * 1e6)];
      if (!(a![1]! <= y && y < b![1]!)) continue;
      if ((b![0]! - a![0]!) * (y - a![1]!) > (x - a![0]!) * (b![1]! - a![1]!)) inside = !inside;
    }
  }
  return inside;
}

/** A star around a point, in either direction, with a hole of the same shape in about half of them. */
const star = (west: number, east: number) =>
  fc
    .record({
      lng: fc.double({ min: west, max: east, noNaN: true }),
      lat: fc.double({ min: -60, max: 60, noNaN: true }),
      radius: fc.double({ min: 0.001, max: 3, noNaN: true }),
      spokes: fc.array(fc.double({ min: 0.4, max: 1, noNaN: true }), { minLength: 3, maxLength: 24 }),
      isReversed: fc.boolean(),
      hasHole: fc.boolean(),
    })
    .map(({ lng, lat, radius, spokes, isReversed, hasHole }) => {
      const ring = (scale: number): number[][] => {
        const points = spokes.map((spoke, at) => {
          const angle = (2 * Math.PI * at) / spokes.length;
          const reach = radius * scale * spoke;
          return [lng + reach * Math.cos(angle), lat + reach * Math.sin(angle)];
        });
        points.push(points[0]!);
        return isReversed ? points.reverse() : points;
      };
      return hasHole ? [ring(1), ring(0.5)] : [ring(1)];
    });

t.test('points in areas with holes are found as by a plain ray cast over all edges', async (t) => {
  const seen = { inside: 0, hole: 0 };
  fc.assert(
    fc.property(
      star(-120, -100),
      star(-90, -80),
      fc.array(
        fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
        {
          minLength: 40,
          maxLength: 40,
        },
      ),
      (a, b, offsets) => {
        const layer = layerOf([
          { code: 'A', polygons: [a] },
          { code: 'B', polygons: [b] },
        ]);
        for (const [code, polygon] of [
          ['A', a],
          ['B', b],
        ] as const) {
          const lngs = polygon[0]!.map(([x]) => x!);
          const lats = polygon[0]!.map(([, y]) => y!);
          const middle = (of: number[]) => (Math.min(...of) + Math.max(...of)) / 2;
          const half = (of: number[]) => (Math.max(...of) - Math.min(...of)) / 2;
          for (const [dx, dy] of offsets) {
            const lng = middle(lngs) + dx * 1.1 * half(lngs);
            const lat = middle(lats) + dy * 1.1 * half(lats);
            const found = codeAt(layer, lat, lng);
            if (isIn([polygon], lat, lng)) {
              seen.inside++;
              if (found !== code) return false;
            } else {
              seen.hole++;
              // Outside and in its hole the nearest region within reach counts, or none.
              if (found !== null && found !== code) return false;
            }
          }
        }
        return true;
      },
    ),
    { numRuns: 50, seed: 7 },
  );
  t.ok(seen.inside > 1_000 && seen.hole > 1_000, 'both kinds of points were asked');
});

t.test('a point in a hole farther than 5 km from its rim has no region', async (t) => {
  const layer = layerOf([{ code: 'A', polygons: [[box(0, 0, 3, 3), box(1, 1, 2, 2)]] }]);
  t.equal(codeAt(layer, 1.5, 1.5), null);
  t.equal(codeAt(layer, 0.5, 0.5), 'A');
  t.equal(codeAt(layer, 1 + 3 * KM, 1.5), 'A', '3 km from its rim');
});

t.test('an area in the hole of another is found there, and the other around it', async (t) => {
  const layer = layerOf([
    { code: 'A', polygons: [[box(0, 0, 3, 3), box(1, 1, 2, 2)]] },
    { code: 'B', polygons: [[box(1, 1, 2, 2)]] },
  ]);
  t.equal(codeAt(layer, 1.5, 1.5), 'B');
  t.equal(codeAt(layer, 1.5, 0.5), 'A');
});

t.test('a point on a border is in exactly one neighbour: the eastern, or the northern one', async (t) => {
  const layer = layerOf([
    { code: 'SW', polygons: [[box(0, 0, 1, 1)]] },
    { code: 'SE', polygons: [[box(1, 0, 2, 1)]] },
    { code: 'NW', polygons: [[box(0, 1, 1, 2)]] },
    { code: 'NE', polygons: [[box(1, 1, 2, 2)]] },
  ]);
  t.equal(codeAt(layer, 0.5, 1), 'SE');
  t.equal(codeAt(layer, 1, 0.5), 'NW');
  t.equal(codeAt(layer, 1, 1), 'NE');
});

t.test('a slanted border and its vertices part two neighbours without gap or overlap', async () => {
  const border = [
    [1, 0],
    [1.3, 0.4],
    [0.7, 0.8],
    [1.1, 1.9],
    [1, 2],
  ];
  const west = [[[0, 0], ...border, [0, 2], [0, 0]]];
  const east = [[[2, 0], [2, 2], ...border.toReversed(), [2, 0]]];
  const layer = layerOf([
    { code: 'W', polygons: [west] },
    { code: 'E', polygons: [east] },
  ]);
  fc.assert(
    fc.property(
      fc.nat({ max: 3 }),
      fc.integer({ min: 0, max: 1000 }),
      fc.integer({ min: -2, max: 2 }),
      (edge, part, shift) => {
        const [a, b] = [border[edge]!, border[edge + 1]!];
        const lat = a[1]! + ((b[1]! - a[1]!) * part) / 1000;
        const lng = a[0]! + ((b[0]! - a[0]!) * part) / 1000 + shift / 1e6;
        fc.pre(lat < 2);
        const owners = [isIn([west], lat, lng) && 'W', isIn([east], lat, lng) && 'E'].filter(Boolean);
        return owners.length === 1 && codeAt(layer, lat, lng) === owners[0];
      },
    ),
    { numRuns: runs(300, 2_000), seed: 7 },
  );
});

t.test(
  'a point off the coast belongs to the nearest area within 5 km, by great circle at any latitude',
  async (t) => {
    for (const south of [-80, -40, 0, 40, 69, 80]) {
      const layer = layerOf([{ code: 'A', polygons: [[box(10, south, 11, south + 1)]] }]);
      const lngKm = KM / Math.cos(((south + 0.5) * Math.PI) / 180);
      t.equal(codeAt(layer, south + 1 + 3 * KM, 10.5), 'A', '3 km north');
      t.equal(codeAt(layer, south + 1 + 5.1 * KM, 10.5), null, '5.1 km north');
      t.equal(codeAt(layer, south + 0.5, 10 - 4.8 * lngKm), 'A', '4.8 km west');
      t.equal(codeAt(layer, south + 0.5, 10 - 5.2 * lngKm), null, '5.2 km west');
      t.equal(codeAt(layer, south + 1 + 20 * KM, 10.5), null, '20 km north');
    }
  },
);

t.test('between two coasts the nearer one wins; of two as near, always the same', async (t) => {
  const features: RegionFeature[] = [
    { code: 'E', polygons: [[box(10.04, 0, 11, 1)]] },
    { code: 'W', polygons: [[box(9, 0, 10, 1)]] },
  ];
  const layer = layerOf(features);
  t.equal(codeAt(layer, 0.5, 10.01), 'W');
  t.equal(codeAt(layer, 0.5, 10.03), 'E');
  t.equal(codeAt(layer, 0.5, 10.02), codeAt(layerOf(features.toReversed()), 0.5, 10.02));
});

t.test('longitude 180 is -180, and a coast is near from the other side of it', async (t) => {
  const layer = layerOf([
    { code: 'BOTH', polygons: [[box(179, 0, 180, 1)], [box(-180, 0, -179, 1)]] },
    { code: 'EAST', polygons: [[box(-179.99, 10, -179, 11)]] },
    { code: 'WEST', polygons: [[box(179, 20, 180, 21)]] },
  ]);
  fc.assert(
    fc.property(
      fc.double({ min: -2, max: 23, noNaN: true }),
      (lat) => codeAt(layer, lat, 180) === codeAt(layer, lat, -180),
    ),
    { seed: 7 },
  );
  t.equal(codeAt(layer, 0.5, 180), 'BOTH');
  t.equal(codeAt(layer, 10.5, 179.98), 'EAST', '3.3 km to the west of it');
  t.equal(codeAt(layer, 10.5, 179.9), null);
  t.equal(codeAt(layer, 20.5, -179.97), 'WEST', '3.1 km to the east of it');
  t.equal(codeAt(layer, 20.5, -179.9), null);
});

t.test('where two areas meet at the antimeridian, the eastern one has it, as 180 and as -180', async (t) => {
  const layer = layerOf([
    { code: 'A', polygons: [[box(179, 0, 180, 1)]] },
    { code: 'B', polygons: [[box(-180, 0, -179, 1)]] },
  ]);
  t.equal(codeAt(layer, 0.5, 180), 'B');
  t.equal(codeAt(layer, 0.5, -180), 'B');
});

t.test(
  'a slanted coast is near from the other side of the antimeridian, in the middle of its edges, too',
  async (t) => {
    const layer = layerOf([
      {
        code: 'W',
        polygons: [
          [
            [
              [179, 30],
              [180, 30],
              [179.9, 31],
              [179, 31],
              [179, 30],
            ],
          ],
        ],
      },
      {
        code: 'E',
        polygons: [
          [
            [
              [-179, 40],
              [-179, 41],
              [-179.9, 41],
              [-180, 40],
              [-179, 40],
            ],
          ],
        ],
      },
    ]);
    t.equal(codeAt(layer, 30.2, -179.99), 'W');
    t.equal(codeAt(layer, 40.2, 179.99), 'E');
  },
);

t.test('an area that lies upon another, without a hole for it, hides nothing around itself', async (t) => {
  const layer = layerOf([
    { code: 'over', polygons: [[box(1, 1, 1.001, 1.001)]] },
    { code: 'under', polygons: [[box(0, 0, 2, 2)]] },
  ]);
  t.equal(codeAt(layer, 1.0005, 1.0005), 'over');
  t.equal(codeAt(layer, 1.0005, 1.0015), 'under');
  t.equal(codeAt(layer, 1.0005, 0.9995), 'under');
});

t.test('an area around a pole is closed along it', async (t) => {
  const coast = [180, 60, -60, -180].map((lng) => [lng, -70]);
  const layer = layerOf([{ code: 'AQ', polygons: [[[[-180, -90], [180, -90], ...coast]]] }], 'country');
  for (const lng of [-180, -90.5, 0, 120, 180]) {
    t.equal(codeAt(layer, -90, lng), 'AQ');
    t.equal(codeAt(layer, -75, lng), 'AQ');
    t.equal(codeAt(layer, -69.98, lng), 'AQ', '2 km off its coast');
    t.equal(codeAt(layer, -69, lng), null);
    t.equal(codeAt(layer, 90, lng), null);
  }
});

t.test('packed geometry comes back on the grid of six decimals, outer rings counterclockwise', async (t) => {
  const clockwise = box(0, 0, 2.0000004, 2).reverse();
  const layer = layerOf([
    { code: '06075', polygons: [[clockwise, box(0.5, 0.5, 1, 1)], [box(5, 5, 6, 6)]] },
    { code: '01', polygons: [[box(-3, -3, -2, -2).slice(0, 4)]] },
  ]);
  t.equal(layer.size, 2);
  t.equal(layer.sourceOf(0), 'test/us_county/01');
  t.equal(layer.sourceOf(1), 'test/us_county/06075');
  t.equal(layer.regionOf('06075'), 1);
  t.equal(layer.regionOf('0607'), -1);
  t.equal(layer.regionOf('060755'), -1);
  t.equal(layer.regionOf(''), -1);
  t.same(layer.geometryOf(0).coordinates, [[box(-3, -3, -2, -2)]], 'a ring that was open is closed');
  t.same(layer.geometryOf(1), {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [0, 0],
          [2, 0],
          [2, 2],
          [0, 2],
          [0, 0],
        ],
        box(0.5, 0.5, 1, 1).reverse(),
      ],
      [box(5, 5, 6, 6)],
    ],
  });
});

t.test('geometry goes through packing and back without change, and its points are found', async () => {
  fc.assert(
    fc.property(star(-176, 176), (polygon) => {
      const layer = layerOf([{ code: 'A', polygons: [polygon] }]);
      const { coordinates } = layer.geometryOf(0);
      const again = layerOf([{ code: 'A', polygons: coordinates }]);
      return (
        isDeepStrictEqual(again.geometryOf(0).coordinates, coordinates) &&
        coordinates[0]![0]!.every(([lng, lat]) => codeAt(layer, lat!, lng!) === 'A')
      );
    }),
    { numRuns: 50, seed: 7 },
  );
});

t.test('the same features give the same bytes, in whatever order they come', async (t) => {
  const features: RegionFeature[] = ['b', 'c', 'a'].map((code, at) => ({
    code,
    polygons: [[box(at, 0, at + 1, 1)]],
  }));
  const meta = { type: 'us_county', dataset: 'test' } as const;
  t.same(packRegionLayer(meta, features), packRegionLayer(meta, features.toReversed()));
});

t.test('features of one code are one region; an area too small for the grid is left out', async (t) => {
  const layer = layerOf([
    { code: 'A', polygons: [[box(0, 0, 1, 1)]] },
    { code: 'tiny', polygons: [[box(3, 3, 3.0000001, 3.0000001)]] },
    { code: 'A', polygons: [[box(2, 0, 3, 1)]] },
  ]);
  t.equal(layer.size, 1);
  t.equal(codeAt(layer, 0.5, 0.5), 'A');
  t.equal(codeAt(layer, 0.5, 2.5), 'A');
});

t.test('postal areas are found by code alone', async (t) => {
  const layer = layerOf([{ code: '94103', polygons: [[box(0, 0, 1, 1)]] }], 'us_zip');
  t.equal(layer.regionOf('94103'), 0);
  t.throws(() => layer.regionAt(0.5, 0.5), /areas of us_zip are found by code alone/);
});

t.test('features that cannot be packed are refused with the reason', async (t) => {
  const pack =
    (polygons: number[][][][], code = 'A') =>
    () =>
      packRegionLayer({ type: 'us_county', dataset: 'test' }, [{ code, polygons }]);
  t.throws(pack([[box(500_000, 0, 500_001, 1)]]), /not a longitude and a latitude: 500000, 0/);
  t.throws(
    pack([
      [
        [
          [0, 0],
          [Number.NaN, 1],
          [1, 1],
          [0, 0],
        ],
      ],
    ]),
    /not a longitude and a latitude: NaN, 1/,
  );
  t.throws(
    pack([
      [
        [
          [179, 0],
          [-179, 0],
          [-179, 1],
          [179, 0],
        ],
      ],
    ]),
    /crosses the antimeridian/,
  );
  t.throws(pack([[box(0, 0, 1, 1)]], 'a/b'), /not a code of a region .*"a\/b"/);
  t.throws(pack([[box(0, 0, 1, 1)]], ''), /not a code of a region .*""/);
  t.throws(pack([]), /no area in any of the features/);
  t.throws(
    () => packRegionLayer({ type: 'country', dataset: 'A/B' }, []),
    /not a name of a data set: "A\/B"/,
  );
});

t.test('bytes that are no layer, or not all of one, are refused', async (t) => {
  const packed = packRegionLayer({ type: 'us_state', dataset: 'test' }, [
    { code: 'A', polygons: [[box(0, 0, 1, 1)]] },
  ]);
  t.throws(
    () => new RegionLayer(share(packed.subarray(0, packed.length - 8))),
    /a packed layer of \d+ bytes, of which/,
  );
  t.throws(() => new RegionLayer(share(new Uint8Array(1_000))), /not a packed layer of regions/);
  t.throws(() => new RegionLayer(new SharedArrayBuffer(0)), /not a packed layer of regions/);
});
