import type { Box } from '../map-frame.js';

/** Side of a cell. Labels keep up to this much more distance than they need: less than the gap between a pin and its own label. */
const CELL_PT = 1;

/** Grid of the taken cells of a part of the page. The time of a query or a change depends on its own box alone, however much is taken. */
export class Occupancy {
  readonly within: Box;
  readonly #columns: number;
  readonly #rows: number;
  readonly #isTaken: Uint8Array;

  constructor(within: Box) {
    this.within = within;
    this.#columns = Math.max(1, Math.ceil(within.widthPt / CELL_PT));
    this.#rows = Math.max(1, Math.ceil(within.heightPt / CELL_PT));
    this.#isTaken = new Uint8Array(this.#columns * this.#rows);
  }

  /** Takes the cells of the box that lie within. */
  take(box: Box): void {
    const [left, top, right, bottom] = this.#cellsOf(box);
    for (let row = Math.max(0, top); row < Math.min(this.#rows, bottom); row++)
      this.#isTaken.fill(
        1,
        row * this.#columns + Math.max(0, left),
        row * this.#columns + Math.max(0, Math.min(this.#columns, right)),
      );
  }

  /** A box that is not wholly within is not free. */
  isFree(box: Box): boolean {
    const { within } = this;
    const isWithin =
      box.xPt >= within.xPt &&
      box.yPt >= within.yPt &&
      box.xPt + box.widthPt <= within.xPt + within.widthPt &&
      box.yPt + box.heightPt <= within.yPt + within.heightPt;
    if (!isWithin) return false;
    const [left, top, right, bottom] = this.#cellsOf(box);
    for (let row = top; row < bottom; row++) {
      const taken = this.#isTaken.indexOf(1, row * this.#columns + left);
      if (taken !== -1 && taken < row * this.#columns + right) return false;
    }
    return true;
  }

  /** First and end of columns and rows that the box touches. */
  #cellsOf({ xPt, yPt, widthPt, heightPt }: Box): [number, number, number, number] {
    const x = (xPt - this.within.xPt) / CELL_PT;
    const y = (yPt - this.within.yPt) / CELL_PT;
    return [
      Math.floor(x),
      Math.floor(y),
      Math.ceil(x + widthPt / CELL_PT),
      Math.ceil(y + heightPt / CELL_PT),
    ];
  }
}
