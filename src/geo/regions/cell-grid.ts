/**
 * A grid over the world that answers most points without looking at a polygon. Squares of 2^20 microdegrees
 * (1.05 degrees) are divided into as many cells as they have edges of areas. Values of squares and cells: FAR
 * no region, and none within reach 1 .. NEAR - 1 wholly inside the region with this number, counted from 1
 * NEAR no region, but one may be within reach below 0 for a square: ~(first cell * 8 + bits of a side); for a
 * cell: ~(start of its list of parts)
 */
export interface CellGrid {
  readonly top: Int32Array;
  readonly cells: Int32Array;
  /** Lists of parts that may contain a point: count, then numbers. */
  readonly candidates: Uint32Array;
}

export const FAR = 0;
export const NEAR = 0x7fffffff;
/** A side of a square has 2^20 microdegrees. */
export const SQUARE_BITS = 20;
export const GRID_COLUMNS = Math.ceil(360e6 / 2 ** SQUARE_BITS);
export const GRID_ROWS = Math.ceil((180e6 + 1) / 2 ** SQUARE_BITS);
/** Cells of a side have at least 2^14 microdegrees (1.8 km). */
export const MAX_SIDE_BITS = 6;

/** @param x longitude in microdegrees, below 180e6 @param y latitude in microdegrees */
export function lookUp({ top, cells }: CellGrid, x: number, y: number): number {
  const column = x + 180e6;
  const row = y + 90e6;
  const square = top[(row >> SQUARE_BITS) * GRID_COLUMNS + (column >> SQUARE_BITS)]!;
  if (square >= 0) return square;
  const sideBits = ~square & 7;
  const shift = SQUARE_BITS - sideBits;
  const mask = (1 << sideBits) - 1;
  return cells[(~square >> 3) + (((row >> shift) & mask) << sideBits) + ((column >> shift) & mask)]!;
}
