import t from 'tap';
import { mosaicSampler } from '../../../src/render/imagery/mosaic-sampler.js';
import { MAX_LATITUDE } from '../../../src/render/imagery/web-mercator.js';

const SIDE = 256;
const ZOOM = 3;
const EARTH = { south: -90, north: 90 };

/** Tiles whose pixels hold where they are among those of the whole earth, in eighths. */
function tileOf(tile: { x: number; y: number }): Uint8Array {
  const pixels = new Uint8Array(4 * SIDE * SIDE);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      pixels.set([(tile.x * SIDE + x) / 8, (tile.y * SIDE + y) / 8, 0, 255], 4 * (y * SIDE + x));
    }
  }
  return pixels;
}

const samplers = new WeakMap<object, ReturnType<typeof mosaicSampler>>();

function at(tiles: { x: number; y: number }[], lon: number, lat: number): number[] | null {
  const color = new Uint8Array(4);
  const sampler = samplers.get(tiles) ?? mosaicSampler({ zoom: ZOOM, tiles }, tiles.map(tileOf), SIDE, EARTH);
  samplers.set(tiles, sampler);
  return sampler.sample(lon, lat, color, 0) ? [...color.subarray(0, 2)] : null;
}

/** By the formula of the OpenStreetMap wiki's "Slippy map tilenames", in eighths of a pixel. */
function expected(lon: number, lat: number): [number, number] {
  const radians = (lat * Math.PI) / 180;
  const y = (1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2;
  return [((lon + 180) / 360) * SIDE, y * SIDE];
}

const near = (actual: number[] | null, [x, y]: [number, number]): boolean =>
  actual !== null && Math.abs(actual[0]! - x) <= 1.1 && Math.abs(actual[1]! - y) <= 1.1;

t.test('a place is where web maps have it, in all of their tiles', async (t) => {
  const tiles = Array.from({ length: 64 }, (_, i) => ({ x: i % 8, y: i >> 3 }));
  for (const [lon, lat] of [
    [0, 0],
    [15, 23],
    [-122.4, 37.8],
    [151.2, -33.9],
    [-45, 0.001],
    [90, 84.9],
    [10, -84.9],
  ] as const) {
    t.ok(near(at(tiles, lon, lat), expected(lon, lat)), `${lon} ${lat}: ${at(tiles, lon, lat)}`);
  }
  t.same(at(tiles, 15 + 360, 23), at(tiles, 15, 23), 'a turn more');
  t.same(at(tiles, 15 - 720, 23), at(tiles, 15, 23), 'two turns less');
});

t.test('tiles on both sides of the antimeridian are one picture', async (t) => {
  const tiles = [
    { x: 7, y: 4 },
    { x: 0, y: 4 },
  ];
  t.ok(near(at(tiles, 170, -20), expected(170, -20)));
  t.ok(near(at(tiles, -170, -20), expected(-170, -20)));
  t.ok(near(at(tiles, 190, -20), expected(-170, -20)));
  t.ok(near(at(tiles.toReversed(), 170, -20), expected(170, -20)), 'in any order');
  t.equal(at(tiles, 20, -20), null);
});

t.test('there is nothing beyond the tiles, nor at the poles', async (t) => {
  const tiles = [{ x: 4, y: 3 }];
  t.ok(near(at(tiles, 20, 20), expected(20, 20)));
  for (const [lon, lat] of [
    [-20, 20],
    [20, -20],
    [20, 60],
    [20, MAX_LATITUDE + 0.001],
    [20, -90],
  ] as const) {
    t.equal(at(tiles, lon, lat), null, `${lon} ${lat}`);
  }
});

t.test('transparent pixels are none', async (t) => {
  const sampler = mosaicSampler(
    { zoom: 0, tiles: [{ x: 0, y: 0 }] },
    [new Uint8Array(4 * SIDE * SIDE)],
    SIDE,
    EARTH,
  );
  t.notOk(sampler.sample(0, 0, new Uint8Array(4), 0));
});
