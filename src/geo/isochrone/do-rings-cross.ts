import type { GridRing } from './contour.js';

/** Tells whether any two lines of the rings meet, except neighbours at their common point. */
export const doRingsCross = (rings: readonly GridRing[]): boolean => countMeetings(rings, 1) > 0;

/**
 * Number of meetings between lines of the rings, except neighbours at their common point. A grid over their
 * boxes keeps it fast: simplified rings have some hundred points, and each cell holds few.
 * @param atMost stops counting there
 * @param maxTests bound for rings from other services: where more pairs of lines would be compared, the
 * result is `atMost`
 */
export function countMeetings(rings: readonly GridRing[], atMost: number, maxTests = Infinity): number {
  const total = rings.reduce((sum, ring) => sum + ring.length / 2, 0);
  const lines = new Float64Array(4 * total);
  const ringOf = new Uint32Array(total);
  const orderOf = new Uint32Array(total);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  let count = 0;
  rings.forEach((ring, number) => {
    for (let i = 0; i < ring.length; i += 2) {
      const j = (i + 2) % ring.length;
      lines.set([ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!], 4 * count);
      ringOf[count] = number;
      orderOf[count++] = i / 2;
      west = Math.min(west, ring[i]!);
      east = Math.max(east, ring[i]!);
      south = Math.min(south, ring[i + 1]!);
      north = Math.max(north, ring[i + 1]!);
    }
  });
  const side = Math.max(1, Math.ceil(Math.sqrt(total)));
  const columnOf = (x: number): number =>
    Math.min(side - 1, Math.floor(((x - west) / (east - west || 1)) * side));
  const rowOf = (y: number): number =>
    Math.min(side - 1, Math.floor(((y - south) / (north - south || 1)) * side));
  let meetings = 0;
  let tests = 0;
  const cells: number[][] = Array.from({ length: side * side }, () => []);
  for (let a = 0; a < total; a++) {
    const [x0, y0, x1, y1] = [lines[4 * a]!, lines[4 * a + 1]!, lines[4 * a + 2]!, lines[4 * a + 3]!];
    for (let row = rowOf(Math.min(y0, y1)); row <= rowOf(Math.max(y0, y1)); row++) {
      for (let column = columnOf(Math.min(x0, x1)); column <= columnOf(Math.max(x0, x1)); column++) {
        const cell = cells[row * side + column]!;
        for (const b of cell)
          if (
            !areNeighbours(a, b) &&
            doLinesMeet(lines, a, b) &&
            isFirstOf(b, row, column, Math.min(x0, x1), Math.min(y0, y1)) &&
            ++meetings >= atMost
          )
            return atMost;
        tests += cell.length + 1;
        if (tests > maxTests) return atMost;
        cell.push(a);
      }
    }
  }
  return meetings;

  /** Tells whether this is the first cell that both lines share, so that each pair counts once. */
  function isFirstOf(b: number, row: number, column: number, x: number, y: number): boolean {
    const [x0, y0, x1, y1] = [lines[4 * b]!, lines[4 * b + 1]!, lines[4 * b + 2]!, lines[4 * b + 3]!];
    return column === columnOf(Math.max(x, Math.min(x0, x1))) && row === rowOf(Math.max(y, Math.min(y0, y1)));
  }

  function areNeighbours(a: number, b: number): boolean {
    if (ringOf[a] !== ringOf[b]) return false;
    const length = rings[ringOf[a]!]!.length / 2;
    const apart = Math.abs(orderOf[a]! - orderOf[b]!);
    return apart <= 1 || apart === length - 1;
  }
}

/** Tells whether two lines meet; touching counts. */
function doLinesMeet(lines: Float64Array, a: number, b: number): boolean {
  const [ax, ay, bx, by] = [lines[4 * a]!, lines[4 * a + 1]!, lines[4 * a + 2]!, lines[4 * a + 3]!];
  const [cx, cy, dx, dy] = [lines[4 * b]!, lines[4 * b + 1]!, lines[4 * b + 2]!, lines[4 * b + 3]!];
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return false;
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return false;
  const turn = (px: number, py: number, qx: number, qy: number, rx: number, ry: number): number =>
    Math.sign((qx - px) * (ry - py) - (qy - py) * (rx - px));
  return (
    turn(ax, ay, bx, by, cx, cy) * turn(ax, ay, bx, by, dx, dy) <= 0 &&
    turn(cx, cy, dx, dy, ax, ay) * turn(cx, cy, dx, dy, bx, by) <= 0
  );
}
