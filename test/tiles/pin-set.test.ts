import fc from 'fast-check';
import t from 'tap';
import { MAX_LATITUDE } from '../../src/render/imagery/web-mercator.js';
import { cellsOf } from '../../src/tiles/draw-map-tile.js';
import { AREA, packPinSet, slotsOf, xOfKey, yOfKey } from '../../src/tiles/pin-set.js';
import { latOf, lngOf, tileX, tileY } from '../../src/tiles/tile-place.js';

type Point = readonly [lng: number, lat: number];

/** Every tile of a zoom. */
const tilesOf = (z: number) =>
  Array.from({ length: 4 ** z }, (_, at) => ({ z, x: at % 2 ** z, y: Math.floor(at / 2 ** z) }));

const packed = (points: readonly Point[]) =>
  packPinSet({
    ids: Float64Array.from(points, (_, at) => at + 1),
    lngs: Float64Array.from(points, ([lng]) => lng),
    lats: Float64Array.from(points, ([, lat]) => lat),
    colors: Uint16Array.from(points, (_, at) => (at % 3 === 0 ? AREA : 0) | (at % 5)),
  });

/** Borders of tiles of many zooms, corners of the square, and anything. */
const share = fc.oneof(
  fc.integer({ min: 0, max: 64 }).map((at) => at / 64),
  fc.double({ min: 0, max: 1, noNaN: true }),
);
const point = fc.oneof(
  fc.tuple(share.map(lngOf), share.map(latOf)),
  fc.tuple(fc.constantFrom(-180, 0, 180), fc.constantFrom(-90, -MAX_LATITUDE, 0, 86, 90)),
);

t.test('each marker is in one tile of a zoom, the one that its point says', async () => {
  fc.assert(
    fc.property(fc.array(point, { maxLength: 200 }), fc.integer({ min: 0, max: 6 }), (points, z) => {
      const pins = packed(points);
      const found = new Map<number, string>();
      for (const place of tilesOf(z)) {
        const [from, to] = slotsOf(pins, place);
        for (let slot = from; slot < to; slot++) {
          const id = pins.ids[slot]!;
          if (found.has(id)) throw new Error(`${id} is in two tiles`);
          found.set(id, `${place.x}/${place.y}`);
        }
      }
      const tileOf = (at: number): number => Math.min(2 ** z - 1, Math.floor(at * 2 ** z));
      for (const [at, [lng, lat]] of points.entries()) {
        const wanted = `${tileOf(tileX(lng))}/${tileOf(tileY(lat))}`;
        if (found.get(at + 1) !== wanted)
          throw new Error(`${lng} ${lat} is in ${found.get(at + 1)}, not in ${wanted}`);
      }
    }),
    { numRuns: 60 },
  );
});

t.test(
  'the cells of a tile have its markers, each once, in the corner of the tile that they stand in',
  async (t) => {
    const points = Array.from(
      { length: 5000 },
      (_, at): Point => [((at * 7919) % 3600) / 10 - 180, ((at * 104729) % 1700) / 10 - 85],
    );
    const pins = packed(points);
    for (const place of [{ z: 0, x: 0, y: 0 }, ...tilesOf(1)]) {
      const [first, end] = slotsOf(pins, place);
      const cells = cellsOf(pins, place);
      t.ok(cells.length <= 1024);
      t.same(
        cells.map(({ from }) => from),
        [first, ...cells.slice(0, -1).map(({ to }) => to)],
      );
      t.equal(cells.at(-1)!.to, end);
      const cellOf = (slot: number): string =>
        [xOfKey, yOfKey].map((of) => Math.floor(of(pins.keys[slot]!) * 2 ** (place.z + 5))).join();
      t.ok(cells.every(({ from, to }) => cellOf(from) === cellOf(to - 1)));
    }
  },
);
