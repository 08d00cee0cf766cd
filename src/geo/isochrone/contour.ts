import type { Raster } from './raster.js';

/** A closed line without its first point repeated: x, y in cells from the centre of the raster's first cell. */
export type Ring = Float64Array;

/** Crossings keep so far away from corners of the grid that rings never touch. */
const CLEARANCE = 0.02;

/**
 * By which side of a square of four centres a line comes in and by which it goes, what is inside to its left. Sides: 0 below, 1 right,
 * 2 above, 3 left. The index has 1, 2, 4, 8 for each corner inside: lower left, lower right, upper right, upper left.
 */
const PASSAGE: readonly (readonly [number, number])[] = [
  [0, 0],
  [0, 3],
  [1, 0],
  [1, 3],
  [2, 1],
  [0, 0],
  [2, 0],
  [2, 3],
  [3, 2],
  [0, 2],
  [0, 0],
  [1, 2],
  [3, 1],
  [0, 1],
  [3, 0],
];

/** Shapes that the two lines of a saddle are like, by its own. */
const TOGETHER = { 5: [7, 13], 10: [11, 14] };
const APART = { 5: [1, 4], 10: [2, 8] };

/**
 * The lines around what is nearer than a level: marching squares (Lorensen & Cline 1987 in the plane) with linear interpolation. What
 * is inside lies to the left: outer rings run counter-clockwise, holes clockwise. No ring crosses or touches itself or another.
 * @param level in the raster's units of distance, no whole one
 */
export function contoursOf({ distance, width, height }: Raster, level: number): Ring[] {
  // A crossing is named by the grid's line that it lies on: 2 * cell for that to the right of a centre, 2 * cell + 1 for that above.
  const next = new Int32Array(2 * width * height).fill(-1);
  const starts: number[] = [];
  const link = (from: number, to: number): void => {
    next[from] = to;
    starts.push(from);
  };
  for (let y = 0; y + 1 < height; y++) {
    for (let x = 0; x + 1 < width; x++) {
      const at = y * width + x;
      const shape =
        (distance[at]! < level ? 1 : 0) |
        (distance[at + 1]! < level ? 2 : 0) |
        (distance[at + width + 1]! < level ? 4 : 0) |
        (distance[at + width]! < level ? 8 : 0);
      if (shape === 0 || shape === 15) continue;
      const bottom = 2 * at;
      const left = 2 * at + 1;
      const top = 2 * (at + width);
      const right = 2 * (at + 1) + 1;
      const sides = [bottom, right, top, left];
      const linkSides = (of: readonly [number, number]) => link(sides[of[0]]!, sides[of[1]]!);
      if (shape !== 5 && shape !== 10) {
        linkSides(PASSAGE[shape]!);
        continue;
      }
      // A saddle: its middle decides whether the two corners hang together. Then the other two are cut off, else these.
      const middle =
        (distance[at]! + distance[at + 1]! + distance[at + width + 1]! + distance[at + width]!) / 4;
      const corners = middle < level ? TOGETHER[shape] : APART[shape];
      for (const corner of corners) linkSides(PASSAGE[corner]!);
    }
  }
  const rings: Ring[] = [];
  for (const start of starts) {
    if (next[start] === -1) continue;
    const points: number[] = [];
    for (let at = start; next[at] !== -1; ) {
      const cell = at >>> 1;
      const other = (at & 1) === 0 ? cell + 1 : cell + width;
      const share = (level - distance[cell]!) / (distance[other]! - distance[cell]!);
      const along = Math.min(1 - CLEARANCE, Math.max(CLEARANCE, share));
      const x = cell % width;
      const y = (cell - x) / width;
      if ((at & 1) === 0) points.push(x + along, y);
      else points.push(x, y + along);
      const following = next[at]!;
      next[at] = -1;
      at = following;
    }
    rings.push(Float64Array.from(points));
  }
  return rings;
}
