import { TILE_SIDE } from './packed-form.js';
import type { PackedPicture } from './packed-picture.js';
import type { ImagerySampler } from './warp.js';
import { CELL_FIELDS, type WarpPlan } from './warp-plan.js';

/** Pixels of a level that are looked at around a place. */
const REACH = 2;
/** Largest ratio of a level's pixels to the picture's: cubic interpolation bridges it. */
const LARGER = 1.25;

/** Weights of four neighbours by how far, in 256ths, a place lies from the second (Catmull-Rom). */
const WEIGHTS = Float32Array.from({ length: 4 * 256 }, (_, i) => {
  const t = (i >> 2) / 256;
  return [
    -0.5 * t ** 3 + t ** 2 - 0.5 * t,
    1.5 * t ** 3 - 2.5 * t ** 2 + 1,
    -1.5 * t ** 3 + 2 * t ** 2 + 0.5 * t,
    0.5 * t ** 3 - 0.5 * t ** 2,
  ][i & 3]!;
});

/**
 * The picture as a plan needs it: of the coarsest level that is fine enough (each is the average of the finer
 * one: nothing flickers where a map shows more of the earth than there are pixels), those tiles in which the
 * plan's places lie. 25 MB for the earth at its finest.
 * @param degreesPerPx of the picture that is drawn
 */
export function levelSampler(picture: PackedPicture, plan: WarpPlan, degreesPerPx: number): ImagerySampler {
  const { levels } = picture;
  const level = levels.findLast((each) => each.degreesPerPx <= LARGER * degreesPerPx) ?? levels[0]!;
  const { width, height } = level;
  const rgb = new Uint8Array(3 * width * height);
  readTilesOf(plan, picture, level, rgb);
  const stride = 3 * width;
  return {
    sample(lon, lat, to, at) {
      const x = ((lon + 180) / 360) * width - 0.5;
      const y = ((90 - lat) / 180) * height - 0.5;
      const left = Math.floor(x);
      const top = Math.floor(y);
      const across = 4 * (((x - left) * 256) | 0);
      const down = 4 * (((y - top) * 256) | 0);
      const column = (((left - 1) % width) + width) % width;
      // Bytes from the line's start.
      const c0 = 3 * column;
      const c1 = 3 * (column + 1 < width ? column + 1 : column + 1 - width);
      const c2 = 3 * (column + 2 < width ? column + 2 : column + 2 - width);
      const c3 = 3 * (column + 3 < width ? column + 3 : column + 3 - width);
      const w0 = WEIGHTS[across]!;
      const w1 = WEIGHTS[across + 1]!;
      const w2 = WEIGHTS[across + 2]!;
      const w3 = WEIGHTS[across + 3]!;
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let j = 0; j < 4; j++) {
        const row = top - 1 + j;
        const line = (row < 0 ? 0 : row < height ? row : height - 1) * stride;
        const weight = WEIGHTS[down + j]!;
        const [p0, p1, p2, p3] = [line + c0, line + c1, line + c2, line + c3];
        red += weight * (w0 * rgb[p0]! + w1 * rgb[p1]! + w2 * rgb[p2]! + w3 * rgb[p3]!);
        green += weight * (w0 * rgb[p0 + 1]! + w1 * rgb[p1 + 1]! + w2 * rgb[p2 + 1]! + w3 * rgb[p3 + 1]!);
        blue += weight * (w0 * rgb[p0 + 2]! + w1 * rgb[p1 + 2]! + w2 * rgb[p2 + 2]! + w3 * rgb[p3 + 2]!);
      }
      to[at] = clamped(red);
      to[at + 1] = clamped(green);
      to[at + 2] = clamped(blue);
      return true;
    },
  };
}

const clamped = (value: number): number => (value < 0 ? 0 : value > 254.5 ? 255 : (value + 0.5) | 0);

function readTilesOf(
  { cells }: WarpPlan,
  picture: PackedPicture,
  level: PackedPicture['levels'][number],
  rgb: Uint8Array,
): void {
  const { width, height } = level;
  const columns = width / TILE_SIDE;
  const isRead = new Uint8Array(columns * (height / TILE_SIDE));
  for (let i = 0; i < cells.length; i += CELL_FIELDS) {
    const lons = [cells[i + 4]!, cells[i + 6]!, cells[i + 8]!, cells[i + 10]!];
    const lats = [cells[i + 5]!, cells[i + 7]!, cells[i + 9]!, cells[i + 11]!];
    const tileAt = (px: number): number => Math.floor(px / TILE_SIDE);
    const west = tileAt(((Math.min(...lons) + 180) / 360) * width - REACH);
    const east = tileAt(((Math.max(...lons) + 180) / 360) * width + REACH);
    const north = tileAt(Math.max(((90 - Math.max(...lats)) / 180) * height - REACH, 0));
    const south = tileAt(Math.min(((90 - Math.min(...lats)) / 180) * height + REACH, height - 1));
    for (let row = north; row <= south; row++) {
      for (let around = west; around <= east; around++) {
        const column = ((around % columns) + columns) % columns;
        if (isRead[row * columns + column]) continue;
        isRead[row * columns + column] = 1;
        picture.readTile(level, column, row, rgb);
      }
    }
  }
}
