import t from 'tap';
import { shareValue } from '../../src/base/threads/shared-value.js';
import type pg from '../../src/store/pg.js';
import { drawMapTiles } from '../../src/tiles/draw-map-tile.js';
import type { MapSource, TileArea } from '../../src/tiles/map-source.js';
import { AREA, packPinSet } from '../../src/tiles/pin-set.js';
import { tileX, tileY } from '../../src/tiles/tile-place.js';
import { readTile } from '../support/read-tile.js';

/** A database without these markers: they were deleted since the map was read. */
const NO_ROWS = { query: async () => ({ rows: [] }) } as unknown as pg.Pool;
const NO_REGIONS = { geometryOf: () => null };

const sourceOf = (
  points: readonly (readonly [lng: number, lat: number])[],
  areas: TileArea[] = [],
): MapSource => ({
  mapId: 1,
  pins: packPinSet({
    ids: Float64Array.from(points, (_, at) => at + 1),
    lngs: Float64Array.from(points, ([lng]) => lng),
    lats: Float64Array.from(points, ([, lat]) => lat),
    colors: Uint16Array.from(points, (_, at) => (at % 4 === 0 ? AREA | 1 : 0)),
  }),
  fills: ['#111111', '#222222'],
  areas: areas.length === 0 ? null : shareValue(areas),
  areaTypes: [],
  bounds: null,
  expiresAtMs: Number.POSITIVE_INFINITY,
  bytes: 0,
});

/** A circle around a point of the equator. */
const circle = (id: number, lng: number, miles: number): TileArea => {
  const degrees = miles / 69;
  const box = [tileX(lng - degrees), tileY(degrees), tileX(lng + degrees), tileY(-degrees)];
  return { type: 'circle', of: String(miles), lng, lat: 0, id, markers: 1, color: 0, box };
};

/** The tile of the whole map. */
const drawn = async (source: MapSource, maxBytes?: number): Promise<Uint8Array> => {
  const places = [{ z: 0, x: 0, y: 0 }];
  return (await drawMapTiles(NO_ROWS, NO_REGIONS, source, places, maxBytes))[0]!;
};

t.test('markers that are gone since are drawn and counted where they were', async (t) => {
  const bytes = await drawn(sourceOf([[0, 0]]));
  t.same(readTile(bytes).markers, [
    { id: 1, properties: { id: 1, color: '#222222', pin: false }, geometry: [[[2048, 2048]]] },
  ]);
});

t.test('a cell of the grid says how many of its markers have a pin, and their colours', async (t) => {
  const bytes = await drawn(sourceOf(Array(2000).fill([10, 10])));
  const [cell, ...more] = readTile(bytes).markers!;
  t.same(more, []);
  t.same(cell!.properties, {
    count: 2000,
    pins: 1500,
    color: '#111111',
    colors: '{"#111111":1500,"#222222":500}',
  });
});

t.test(
  'the smallest areas are left out where a tile would be too large, and those that are not seen',
  async (t) => {
    const areas = Array.from({ length: 64 }, (_, at) => circle(at + 1, at - 32, 800 - 5 * at));
    const source = sourceOf([], [...areas, circle(99, 0, 0.1)]);
    const areasWithin = async (maxBytes?: number) => {
      const bytes = await drawn(source, maxBytes);
      return { size: bytes.length, ids: readTile(bytes).areas!.map(({ id }) => id!) };
    };
    const whole = await areasWithin();
    t.same(
      whole.ids,
      areas.map(({ id }) => id),
    );
    const part = await areasWithin(whole.size - 1);
    t.ok(part.size < whole.size);
    t.same(part.ids, whole.ids.slice(0, 32));
  },
);

t.test('tiles that are drawn together are those that are drawn alone, and read markers once', async (t) => {
  const points = Array.from(
    { length: 3000 },
    (_, at) => [((at * 7919) % 3600) / 10 - 180, at / 50 - 30] as const,
  );
  const source = sourceOf(points, [circle(7, 10, 900), circle(8, -60, 300)]);
  const places = [
    { z: 0, x: 0, y: 0 },
    ...Array.from({ length: 16 }, (_, at) => ({ z: 2, x: at % 4, y: at >> 2 })),
  ];
  const asked: number[][] = [];
  const counting = {
    query: async (_: string, [, ids]: [number, number[]]) => {
      asked.push(ids);
      return { rows: [] };
    },
  } as unknown as pg.Pool;
  const together = await drawMapTiles(counting, NO_REGIONS, source, places);
  t.equal(asked.length, 1);
  t.equal(new Set(asked[0]).size, asked[0]!.length);
  for (const [at, place] of places.entries())
    t.same(together[at], (await drawMapTiles(NO_ROWS, NO_REGIONS, source, [place]))[0]);
});
