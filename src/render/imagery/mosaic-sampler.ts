import type { TileCover } from './tile-cover.js';
import type { ImagerySampler } from './warp.js';
import type { WarpPlan } from './warp-plan.js';
import { MAX_LATITUDE, mercatorY } from './web-mercator.js';

/**
 * Steps of the table of Mercator heights, which take 60 ns each to compute. Interpolation is off by less
 * than 0.01 pixel of 4,096.
 */
const LATITUDES = 4096;
const NO_TILE = -1;

/**
 * A picture of tiles.
 * @param pixels of each tile of the cover red, green, blue and alpha, row by row, `tileSide` each; null where
 * there is none
 * @param plan whose places will be sampled
 */
export function mosaicSampler(
  { zoom, tiles }: TileCover,
  pixels: readonly (Uint8Array | null)[],
  tileSide: number,
  { south, north }: Pick<WarpPlan, 'south' | 'north'>,
): ImagerySampler {
  const count = 2 ** zoom;
  const worldPx = count * tileSide;
  // Columns are counted from half the earth before the first tile, so that those around the antimeridian are
  // together.
  const columnOf = (x: number): number => ((x - tiles[0]!.x + 1.5 * count) % count) | 0;
  const columns = tiles.map(({ x }) => columnOf(x));
  const [firstColumn, firstRow] = [Math.min(...columns), Math.min(...tiles.map(({ y }) => y))];
  const width = Math.max(...columns) - firstColumn + 1;
  const height = Math.max(...tiles.map(({ y }) => y)) - firstRow + 1;
  const tileAt = new Int16Array(width * height).fill(NO_TILE);
  tiles.forEach(({ y }, i) => {
    if (pixels[i] !== null) tileAt[(y - firstRow) * width + columns[i]! - firstColumn] = i;
  });
  const originPx = (((tiles[0]!.x - 0.5 * count + firstColumn) % count) + count) * tileSide;
  const heightAt = heights(south, north);

  /** Four bytes of a pixel of the window, added to `sums` with a weight; false where there is none. */
  const sums = new Float64Array(3);
  const add = (x: number, y: number, weight: number): boolean => {
    if (x < 0 || y < 0 || x >= width * tileSide || y >= height * tileSide) return false;
    const column = (x / tileSide) | 0;
    const row = (y / tileSide) | 0;
    const tile = tileAt[row * width + column]!;
    if (tile === NO_TILE) return false;
    const at = 4 * ((y - row * tileSide) * tileSide + x - column * tileSide);
    const bytes = pixels[tile]!;
    if (bytes[at + 3]! < 128) return false;
    sums[0]! += weight * bytes[at]!;
    sums[1]! += weight * bytes[at + 1]!;
    sums[2]! += weight * bytes[at + 2]!;
    return true;
  };

  return {
    sample(lon, lat, to, at) {
      if (lat > MAX_LATITUDE || lat < -MAX_LATITUDE) return false;
      const fromOrigin = (lon / 360 + 0.5) * worldPx - originPx;
      const x = fromOrigin - Math.floor(fromOrigin / worldPx) * worldPx - 0.5;
      const y = heightAt(lat) * worldPx - firstRow * tileSide - 0.5;
      const left = Math.floor(x);
      const top = Math.floor(y);
      const [u, v] = [x - left, y - top];
      sums.fill(0);
      let weight = 0;
      if (add(left, top, (1 - u) * (1 - v))) weight += (1 - u) * (1 - v);
      if (add(left + 1, top, u * (1 - v))) weight += u * (1 - v);
      if (add(left, top + 1, (1 - u) * v)) weight += (1 - u) * v;
      if (add(left + 1, top + 1, u * v)) weight += u * v;
      // Beside a missing tile, the neighbours that exist count for all.
      if (weight < 0.5) return false;
      to[at] = sums[0]! / weight + 0.5;
      to[at + 1] = sums[1]! / weight + 0.5;
      to[at + 2] = sums[2]! / weight + 0.5;
      return true;
    },
  };
}

/** `mercatorY` of latitudes from south to north. */
function heights(south: number, north: number): (lat: number) => number {
  const from = Math.max(south, -MAX_LATITUDE);
  const step = Math.max((Math.min(north, MAX_LATITUDE) - from) / LATITUDES, 1e-12);
  const table = Float64Array.from({ length: LATITUDES + 2 }, (_, i) => mercatorY(from + i * step));
  return (lat) => {
    const at = Math.min(Math.max((lat - from) / step, 0), LATITUDES);
    const index = Math.floor(at);
    return table[index]! + (at - index) * (table[index + 1]! - table[index]!);
  };
}
