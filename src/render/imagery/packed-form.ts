/**
 * A picture of the whole earth, equirectangular from 180° W and 90° N, in levels that are each half as wide
 * as the one before, cut into square tiles, rows from the north. Of a tile: luma (JFIF's YCbCr) of each
 * pixel, then both chromas of each four, as in most JPEGs; each byte as its difference from what its
 * neighbours predict, deflated. Lossless but for the chroma, half as large as a PNG, and a tile takes 1 ms.
 *
 * Uint32, little endian: MAGIC, number of levels, of each level width and height, offsets of the tiles of all
 * levels in the file and of its end. Then the tiles.
 */
export const MAGIC = 0x31474d49;
export const TILE_SIDE = 256;
export const HEAD_FIELDS = 2;
export const LEVEL_FIELDS = 2;

/**
 * The byte at `i` of a plane, as those before it predict: the median of left, above, and the plane through
 * three (LOCO-I).
 */
export function predicted(plane: Uint8Array, i: number, side: number): number {
  const isFirstRow = i < side;
  if (i % side === 0) return isFirstRow ? 0 : plane[i - side]!;
  const left = plane[i - 1]!;
  if (isFirstRow) return left;
  const above = plane[i - side]!;
  const corner = plane[i - side - 1]!;
  if (corner >= Math.max(left, above)) return Math.min(left, above);
  if (corner <= Math.min(left, above)) return Math.max(left, above);
  return left + above - corner;
}
