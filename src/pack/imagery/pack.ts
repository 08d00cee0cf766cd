import { deflateRawSync } from 'node:zlib';
import { HEAD_FIELDS, LEVEL_FIELDS, MAGIC, predicted, TILE_SIDE } from '../../render/imagery/packed-form.js';
import type { Equirectangular } from './pictures.js';

/** Packs the levels of a picture in the form of `render/imagery/packed-form.ts`. */
export function packLevels(levels: readonly Equirectangular[]): Uint8Array {
  const tiles = levels.map((level) => tilesOf(level));
  const head = new Uint32Array(HEAD_FIELDS + LEVEL_FIELDS * levels.length + tiles.flat().length + 1);
  head.set([MAGIC, levels.length]);
  levels.forEach(({ width, height }, i) => {
    head.set([width, height], HEAD_FIELDS + LEVEL_FIELDS * i);
  });
  let offset = head.byteLength;
  const offsets = [offset, ...tiles.flat().map(({ length }) => (offset += length))];
  head.set(offsets, HEAD_FIELDS + LEVEL_FIELDS * levels.length);
  return Buffer.concat([new Uint8Array(head.buffer), ...tiles.flat()]);
}

function tilesOf({ width, height, rgb }: Equirectangular): Uint8Array[] {
  const tiles: Uint8Array[] = [];
  for (let top = 0; top < height; top += TILE_SIDE) {
    for (let left = 0; left < width; left += TILE_SIDE) {
      const at = (x: number, y: number): number => 3 * ((top + y) * width + left + x);
      tiles.push(deflateRawSync(tileOf(rgb, at), { level: 9 }));
    }
  }
  return tiles;
}

function tileOf(rgb: Uint8Array, at: (x: number, y: number) => number): Uint8Array {
  const half = TILE_SIDE / 2;
  const luma = new Uint8Array(TILE_SIDE ** 2);
  const blueness = new Float64Array(half ** 2);
  const redness = new Float64Array(half ** 2);
  for (let y = 0; y < TILE_SIDE; y++) {
    for (let x = 0; x < TILE_SIDE; x++) {
      const from = at(x, y);
      const [red, green, blue] = [rgb[from]!, rgb[from + 1]!, rgb[from + 2]!];
      luma[y * TILE_SIDE + x] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
      const pixel = (y >> 1) * half + (x >> 1);
      blueness[pixel]! += (-0.168736 * red - 0.331264 * green + 0.5 * blue) / 4;
      redness[pixel]! += (0.5 * red - 0.418688 * green - 0.081312 * blue) / 4;
    }
  }
  const bytes = (chroma: Float64Array): Uint8Array => Uint8Array.from(chroma, (v) => Math.round(128 + v));
  return Buffer.concat([
    differences(luma, TILE_SIDE),
    differences(bytes(blueness), half),
    differences(bytes(redness), half),
  ]);
}

function differences(plane: Uint8Array, side: number): Uint8Array {
  return plane.map((value, i) => value - predicted(plane, i, side));
}
