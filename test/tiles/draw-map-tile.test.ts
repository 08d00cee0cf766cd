import t from 'tap';
import { shareValue } from '../../src/base/threads/shared-value.js';
import type pg from '../../src/store/pg.js';
import { drawMapTile } from '../../src/tiles/draw-map-tile.js';
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

t.test('markers that are gone since are drawn and counted where they were', async (t) => {
  const bytes = await drawMapTile(NO_ROWS, NO_REGIONS, sourceOf([[0, 0]]), { z: 0, x: 0, y: 0 });
  t.same(readTile(bytes).markers, [
    { id: 1, properties: { id: 1, color: '#222222', pin: false }, geometry: [[[2048, 2048]]] },
  ]);
});

t.test('a cell of the grid says how many of its markers have a pin, and their colours', async (t) => {
  const bytes = await drawMapTile(NO_ROWS, NO_REGIONS, sourceOf(Array(2000).fill([10, 10])), {
    z: 0,
    x: 0,
    y: 0,
  });
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
    const drawn = async (maxBytes?: number) => {
      const bytes = await drawMapTile(NO_ROWS, NO_REGIONS, source, { z: 0, x: 0, y: 0 }, maxBytes);
      return { size: bytes.length, ids: readTile(bytes).areas!.map(({ id }) => id!) };
    };
    const whole = await drawn();
    t.same(
      whole.ids,
      areas.map(({ id }) => id),
    );
    const part = await drawn(whole.size - 1);
    t.ok(part.size < whole.size);
    t.same(part.ids, whole.ids.slice(0, 32));
  },
);
