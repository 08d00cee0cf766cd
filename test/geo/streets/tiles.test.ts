import fc from 'fast-check';
import t from 'tap';
import { twiceArea } from '../../../src/geo/flat-lines.js';
import { LAYERS } from '../../../src/geo/streets/layers.js';
import { E7 } from '../../../src/geo/streets/plane.js';
import { TileReader, TileWriter } from '../../../src/geo/streets/tile-bytes.js';
import { LEVELS, TileCutter, tilePlaceOf } from '../../../src/geo/streets/tiles.js';
import { listOf } from '../../support/street-tiles.js';

t.test('what is written into a tile is read from it, to a tenth of a metre', async () => {
  const point = fc.integer({ min: -3_000_000, max: 3_000_000 });
  fc.assert(
    fc.property(fc.array(fc.array(point, { minLength: 2, maxLength: 40 }), { maxLength: 20 }), (lines) => {
      const even = lines.map((line) => line.slice(0, 2 * Math.floor(line.length / 2)));
      const writer = new TileWriter();
      for (const line of even) writer.line(line);
      const reader = new TileReader(writer.bytes);
      const read: number[][] = [];
      while (reader.hasMore) read.push(reader.line(0, 0).map((value) => Math.round(value * 1e6)));
      return JSON.stringify(read) === JSON.stringify(even);
    }),
    { numRuns: 200 },
  );
});

t.test('damaged bytes end', async () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const reader = new TileReader(bytes);
      let lines = 0;
      while (reader.hasMore && lines <= bytes.length) {
        if (lines % 2 === 1) reader.text();
        reader.line(0, 0);
        lines++;
      }
      return lines <= bytes.length;
    }),
    { numRuns: 200 },
  );
});

const water = LAYERS.indexOf('water');
const street = LAYERS.indexOf('motorway');

t.test('areas of all tiles are the area, holes left out, apart from what tiles overlap', async (t) => {
  const cutter = new TileCutter();
  const inE7 = (...degrees: number[]): number[] => degrees.map((value) => Math.round(value * E7));
  cutter.area(water, [
    inE7(0.01, 0.01, 0.01, 0.3, 0.3, 0.3, 0.3, 0.01),
    inE7(0.1, 0.1, 0.2, 0.1, 0.2, 0.2, 0.1, 0.2),
  ]);
  const { degrees } = LEVELS[0]!;
  const tiles = listOf(cutter.finish(), 0);
  t.ok(tiles.length > 20);
  let sum = 0;
  for (const { x, y, bytes } of tiles) {
    const [west, south] = [x * degrees - 180, y * degrees - 90];
    const reader = new TileReader(bytes);
    while (reader.hasMore)
      for (let rings = reader.number(); rings > 0; rings--) {
        const ring = reader.line(west, south);
        sum -= twiceArea(ring) / 2;
        t.ok(
          ring.every((value, i) => {
            const from = i % 2 === 0 ? west : south;
            return value > from - degrees / 200 && value < from + degrees * 1.005;
          }),
        );
      }
  }
  const area = 0.29 ** 2 - 0.1 ** 2;
  t.ok(Math.abs(sum / area - 1) < 0.02, `${sum} of ${area}`);
});

t.test('a line is in each tile that it crosses, and a segment across countries in none', async (t) => {
  const cutter = new TileCutter();
  cutter.line(
    street,
    [0.01, 0.01, 0.05, 0.012, 0.07, 0.011, 0.2, 0.01].map((degrees) => degrees * E7),
  );
  cutter.line(
    street,
    [0, 0, 20, 20].map((degrees) => degrees * E7),
  );
  const { keys } = cutter.finish();
  const near = Array.from(keys, tilePlaceOf).filter(({ level }) => level === 0);
  t.same(
    near.map(({ x, y }) => [x - 2880, y - 1440]),
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
    ],
  );
});

t.test('an area as large as a continent takes no tiles', async (t) => {
  const cutter = new TileCutter();
  cutter.area(water, [[-170, -80, -170, 80, 170, 80, 170, -80].map((degrees) => degrees * E7)]);
  t.ok(cutter.finish().keys.length < 700_000);
});
