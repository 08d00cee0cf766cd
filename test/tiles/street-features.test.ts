import t from 'tap';
import { LAYERS, NAMES } from '../../src/geo/streets/layers.js';
import { TileWriter } from '../../src/geo/streets/tile-bytes.js';
import type pg from '../../src/store/pg.js';
import { drawBaseTile } from '../../src/tiles/draw-base-tile.js';
import { tileX, tileY } from '../../src/tiles/tile-place.js';
import { readTile } from '../support/read-tile.js';

/** West and south of a stored tile of each level in degrees, around Vienna. */
const STORED = { 0: { x: 3141, y: 2211, degrees: 1 / 16 }, 1: { x: 785, y: 552, degrees: 1 / 4 } } as const;

/** A database with one tile of each layer. */
function poolOf(write: Readonly<Record<number, (writer: TileWriter) => void>>, asked: unknown[][]): pg.Pool {
  const query = async (text: string, values: unknown[]) => {
    const level = values[0] as 0 | 1;
    if (text.includes('sum(')) {
      asked.push(values);
      return { rows: Object.keys(write).map((layer) => ({ layer: Number(layer), points: 10 })) };
    }
    const { x, y } = STORED[level];
    const wanted = values[4] as number[];
    return {
      rows: Object.entries(write)
        .filter(([layer]) => wanted.includes(Number(layer)))
        .map(([layer, fill]) => {
          const writer = new TileWriter();
          fill(writer);
          return { x, y, layer: Number(layer), bytes: writer.bytes };
        }),
    };
  };
  return { query } as unknown as pg.Pool;
}

const ring = (from: number, to: number): number[] => [from, from, from, to, to, to, to, from];

t.test(
  'streets, waters with islands, parks and names of loaded networks are layers of deep tiles',
  async (t) => {
    const asked: unknown[][] = [];
    const pool = poolOf(
      {
        [LAYERS.indexOf('water')]: (writer) => {
          writer.number(2);
          writer.line(ring(10_000, 40_000));
          writer.line(
            ring(20_000, 30_000)
              .reverse()
              .map((_, i, all) => all[i ^ 1]!),
          );
        },
        [LAYERS.indexOf('green')]: (writer) => {
          writer.number(1);
          writer.line(ring(12_000, 14_000));
        },
        [LAYERS.indexOf('primary')]: (writer) => writer.line([0, 0, 60_000, 60_000]),
        [NAMES]: (writer) => {
          writer.number(LAYERS.indexOf('primary'));
          writer.text('Ring');
          writer.line([0, 0, 60_000, 60_000]);
        },
      },
      asked,
    );
    for (const z of [12, 13]) {
      const { x, y, degrees } = STORED[z === 12 ? 1 : 0];
      const [lng, lat] = [x * degrees - 180 + 0.025, y * degrees - 90 + 0.025];
      const [column, row] = [tileX(lng), tileY(lat)].map((share) => Math.floor(share * 2 ** z)) as [
        number,
        number,
      ];
      const layers = readTile(await drawBaseTile(pool, null, { z, x: column, y: row }));
      t.same(
        Object.keys(layers).sort(),
        ['parks', 'road_names', 'roads', 'water_areas'].filter((name) => z === 13 || name !== 'road_names'),
      );
      t.same(layers.roads![0]!.properties, { class: 'primary' });
      if (z === 13) t.same(layers.road_names![0]!.properties, { class: 'primary', name: 'Ring' });
      const [lake] = layers.water_areas!;
      t.equal(lake!.geometry.length, 2, 'with its island');
      const [level, columns, bottom, top] = asked.pop()!;
      t.equal(level, z === 12 ? 1 : 0);
      t.ok((columns as number[]).includes(x) && Number(bottom) <= y && Number(top) >= y);
    }
  },
);
