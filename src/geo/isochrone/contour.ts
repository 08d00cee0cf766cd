import { twiceArea } from '../flat-lines.js';
import { type Raster, UNITS_PER_CELL } from './raster.js';

/**
 * A closed line without its first point repeated: x, y in cells from the centre of the raster's first cell.
 */
export type GridRing = Float64Array;

/** Distance in cells that crossings keep from corners of the grid, so that rings never touch. */
const CLEARANCE = 0.02;
const NONE = -1;

/** Sides of a square of four centres: below, right, above, left. */
const [BELOW, RIGHT, ABOVE, LEFT] = [0, 1, 2, 3];
/**
 * For each shape of a square the side where a line enters and the side where it leaves, with the inside to
 * its left. The index adds 1, 2, 4, 8 for each corner inside: lower left, lower right, upper right, upper
 * left. In saddles (5 and 10) the corners inside are connected.
 */
const PASSAGES = Int8Array.from(
  [
    [],
    [BELOW, LEFT],
    [RIGHT, BELOW],
    [RIGHT, LEFT],
    [ABOVE, RIGHT],
    [ABOVE, LEFT, BELOW, RIGHT],
    [ABOVE, BELOW],
    [ABOVE, LEFT],
    [LEFT, ABOVE],
    [BELOW, ABOVE],
    [LEFT, BELOW, RIGHT, ABOVE],
    [RIGHT, ABOVE],
    [LEFT, RIGHT],
    [BELOW, RIGHT],
    [LEFT, BELOW],
    [],
  ].flatMap((sides) => [...sides, NONE, NONE, NONE, NONE].slice(0, 4)),
);

/** Draws contours around reached cells. Its arrays are reused from one contour to the next. */
export class Contours {
  /**
   * For each crossing the next one of its line. A crossing is numbered by the grid line that it lies on: 2 *
   * cell for the line to the right of a centre, 2 * cell + 1 for the one above.
   */
  #next = new Int32Array(0);
  #starts = new Int32Array(1024);
  #points = new Float64Array(4096);

  /**
   * Marching squares (Lorensen and Cline, 1987, in the plane) around the cells whose nearest street is
   * reached and nearer than a level. The inside lies to the left: outer rings run counter-clockwise, holes
   * clockwise. No ring crosses or touches itself or another.
   * @param level in the raster's units of distance, not a whole number
   * @param wants which rings to keep, by twice their area in cells, negative for holes
   */
  around(
    { nearest, width, height }: Raster,
    level: number,
    wants: (twiceArea: number, points: Float64Array, count: number) => boolean,
  ): GridRing[] {
    if (this.#next.length < 2 * width * height) this.#next = new Int32Array(2 * width * height);
    const next = this.#next;
    next.fill(NONE, 0, 2 * width * height);
    const count = this.#link(nearest, width, height, 2 * level);
    const rings: GridRing[] = [];
    for (let i = 0; i < count; i++) {
      if (next[this.#starts[i]!] === NONE) continue;
      const numbers = this.#follow(this.#starts[i]!, nearest, width, level);
      if (wants(twiceArea(this.#points, numbers), this.#points, numbers))
        rings.push(this.#points.slice(0, numbers));
    }
    return rings;
  }

  /** @returns the number of lines */
  #link(nearest: Uint16Array, width: number, height: number, limit: number): number {
    const next = this.#next;
    let count = 0;
    for (let y = 0; y + 1 < height; y++) {
      const row = y * width;
      const above = row + width;
      let [below, over] = [nearest[row]!, nearest[above]!];
      let shape = ((below & 1) === 0 && below < limit ? 2 : 0) | ((over & 1) === 0 && over < limit ? 4 : 0);
      for (let x = 0; x + 1 < width; x++) {
        below = nearest[row + x + 1]!;
        over = nearest[above + x + 1]!;
        // The right corners of the previous square are the left corners of this one.
        shape =
          ((shape & 2) >> 1) |
          ((shape & 4) << 1) |
          ((below & 1) === 0 && below < limit ? 2 : 0) |
          ((over & 1) === 0 && over < limit ? 4 : 0);
        if (shape === 0 || shape === 15) continue;
        const at = row + x;
        for (let passage = 4 * shape; passage < 4 * shape + 4 && PASSAGES[passage]! !== NONE; passage += 2) {
          const from = crossingOf(PASSAGES[passage]!, at, width);
          next[from] = crossingOf(PASSAGES[passage + 1]!, at, width);
          if (count === this.#starts.length) {
            const larger = new Int32Array(2 * count);
            larger.set(this.#starts);
            this.#starts = larger;
          }
          this.#starts[count++] = from;
        }
      }
    }
    return count;
  }

  /** Writes the points of a line. @returns how many numbers were written */
  #follow(start: number, nearest: Uint16Array, width: number, level: number): number {
    const next = this.#next;
    let count = 0;
    for (let at = start; next[at] !== NONE; ) {
      const cell = at >>> 1;
      const isAcross = (at & 1) === 0;
      const share = crossingShare(nearest[cell]!, nearest[isAcross ? cell + 1 : cell + width]!, level);
      const x = cell % width;
      if (count === this.#points.length) {
        const larger = new Float64Array(2 * count);
        larger.set(this.#points);
        this.#points = larger;
      }
      this.#points[count++] = isAcross ? x + share : x;
      this.#points[count++] = isAcross ? (cell - x) / width : (cell - x) / width + share;
      const following = next[at]!;
      next[at] = NONE;
      at = following;
    }
    return count;
  }
}

function crossingOf(side: number, at: number, width: number): number {
  if (side === BELOW) return 2 * at;
  if (side === LEFT) return 2 * at + 1;
  return side === ABOVE ? 2 * (at + width) : 2 * (at + 1) + 1;
}

/**
 * Where the line crosses between a cell inside and a neighbour outside, as a share of the way from the first.
 */
function crossingShare(first: number, second: number, level: number): number {
  const a = first >>> 1;
  const b = second >>> 1;
  let share: number;
  if ((first & 1) === (second & 1)) share = (level - a) / (b - a);
  // Half-way between two streets, where each is at most a cell farther from the neighbour's centre than from
  // its own.
  else share = (b + UNITS_PER_CELL - a) / (2 * UNITS_PER_CELL);
  return Math.min(1 - CLEARANCE, Math.max(CLEARANCE, share));
}
