import { cellOf, roundMicrodegrees } from '../cell.js';
import type { Box } from './box.js';

/** Morton codes `first` to `last`, both included. */
export interface CellRange {
  first: number;
  last: number;
}

/**
 * Each range is one descent into the index. With 64 about a quarter of the rows read lie outside the box; the
 * SQL filters them.
 */
const MAX_PIECES = 64;
const LAST_COLUMN = 2 ** 25 - 1;

/** Columns (longitude) and rows (latitude) of cells, both ends included. */
interface CellBox {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** A square of the quadtree, `size` cells wide, whose codes start at `code`. */
interface Square {
  code: number;
  x: number;
  y: number;
  size: number;
}

/**
 * Ranges of `cellOf` codes that contain every point of the box and as little else as MAX_PIECES allow:
 * sorted, disjoint, never adjacent. The largest square partly outside of the box is quartered until there are
 * enough (https://en.wikipedia.org/wiki/Z-order_curve).
 */
export function cellRanges(box: Box): CellRange[] {
  const boxes = cellBoxes(box);
  const inside: Square[] = [];
  const border: Square[] = [{ code: 0, x: 0, y: 0, size: LAST_COLUMN + 1 }];
  let next = 0; // quartered squares lie before this index: squares come by falling size
  while (next < border.length && inside.length + border.length - next + 3 <= MAX_PIECES) {
    for (const square of quarters(border[next++]!)) {
      const where = boxes.map((each) => position(square, each));
      if (where.includes('inside')) inside.push(square);
      else if (where.includes('border')) border.push(square);
    }
  }
  return joined([...inside, ...border.slice(next)]);
}

/** One or two boxes of cells: longitude 180, and longitudes that round to it, are in the column of -180. */
function cellBoxes({ south, west, north, east }: Box): CellBox[] {
  const bottom = rowOf(cellOf(south, 0));
  const top = rowOf(cellOf(north, 0));
  const left = columnOf(cellOf(0, west));
  const right = columnOf(cellOf(0, east));
  const columns = (from: number, to: number): CellBox => ({ left: from, right: to, bottom, top });
  const endsAt180 = roundMicrodegrees(east) === 180e6;
  if (west > east) return [columns(left, LAST_COLUMN), columns(0, right), columns(0, 0)];
  if (endsAt180 && left > 0) return [columns(left, LAST_COLUMN), columns(0, 0)];
  if (endsAt180 && roundMicrodegrees(west) < 180e6) return [columns(0, LAST_COLUMN)];
  return [columns(left, right)];
}

function quarters({ code, x, y, size }: Square): Square[] {
  const half = size / 2;
  const codes = half * half;
  return [
    { code, x, y, size: half },
    { code: code + codes, x: x + half, y, size: half },
    { code: code + 2 * codes, x, y: y + half, size: half },
    { code: code + 3 * codes, x: x + half, y: y + half, size: half },
  ];
}

function position({ x, y, size }: Square, { left, right, bottom, top }: CellBox) {
  const lastX = x + size - 1;
  const lastY = y + size - 1;
  if (lastX < left || x > right || lastY < bottom || y > top) return 'outside';
  return x >= left && lastX <= right && y >= bottom && lastY <= top ? 'inside' : 'border';
}

function joined(squares: Square[]): CellRange[] {
  const ranges: CellRange[] = [];
  for (const { code, size } of squares.sort((a, b) => a.code - b.code)) {
    const last = code + size * size - 1;
    const before = ranges.at(-1);
    if (before && before.last + 1 === code) before.last = last;
    else ranges.push({ first: code, last });
  }
  return ranges;
}

/** Column of a Morton code: its even bits. */
const columnOf = (cell: number): number =>
  gather16(cell >>> 0) + gather16(Math.floor(cell / 2 ** 32)) * 2 ** 16;

/** Row of a Morton code: its odd bits. */
const rowOf = (cell: number): number => columnOf(Math.floor(cell / 2));

/** Packs the 16 even bits of a number, the inverse of `spread16` in cell.ts. */
function gather16(bits: number): number {
  let b = bits & 0x55555555;
  b = (b | (b >>> 1)) & 0x33333333;
  b = (b | (b >>> 2)) & 0x0f0f0f0f;
  b = (b | (b >>> 4)) & 0x00ff00ff;
  return (b | (b >>> 8)) & 0x0000ffff;
}
