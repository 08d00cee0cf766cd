import type { PageBox } from '../map-frame.js';

/**
 * Side of a cell. Labels keep up to this much more distance than they need: less than the gap between a pin
 * and its own label.
 */
const CELL_PT = 1;

/** Who takes a cell. */
const [SYMBOL, LABEL] = [1, 2];

/**
 * Grid of the taken cells of a part of the page. The time of a query or a change depends on its own box
 * alone, however much is taken.
 */
export class Occupancy {
  readonly within: PageBox;
  readonly #columns: number;
  readonly #rows: number;
  readonly #takenBy: Uint8Array;

  constructor(within: PageBox) {
    this.within = within;
    this.#columns = Math.max(1, Math.ceil(within.widthPt / CELL_PT));
    this.#rows = Math.max(1, Math.ceil(within.heightPt / CELL_PT));
    this.#takenBy = new Uint8Array(this.#columns * this.#rows);
  }

  /** Takes the cells of a symbol's box that lie within. */
  takeForSymbol(box: PageBox): void {
    this.#take(box, SYMBOL);
  }

  /** Takes the cells of the box that lie within, for what nothing may hide. */
  take(box: PageBox): void {
    this.#take(box, LABEL);
  }

  #take(box: PageBox, by: number): void {
    const [left, top, right, bottom] = this.#cellsOf(box);
    for (let row = Math.max(0, top); row < Math.min(this.#rows, bottom); row++)
      this.#takenBy.fill(
        by,
        row * this.#columns + Math.max(0, left),
        row * this.#columns + Math.max(0, Math.min(this.#columns, right)),
      );
  }

  /** A box that is not wholly within is not free. */
  isFree(box: PageBox): boolean {
    return this.coveredShare(box, true) === 0;
  }

  /**
   * Share of the box that symbols cover; 1 where anything else lies there, or the box is not wholly within.
   * @param isFirstEnough the answer is 0 or not
   */
  coveredShare(box: PageBox, isFirstEnough = false): number {
    if (!this.#isWithin(box)) return 1;
    const [left, top, right, bottom] = this.#cellsOf(box);
    let covered = 0;
    for (let row = top; row < bottom; row++)
      for (let cell = row * this.#columns + left; cell < row * this.#columns + right; cell++) {
        if (this.#takenBy[cell] === 0) continue;
        if (isFirstEnough || this.#takenBy[cell] === LABEL) return 1;
        covered++;
      }
    return covered / Math.max(1, (right - left) * (bottom - top));
  }

  #isWithin(box: PageBox): boolean {
    const { within } = this;
    return (
      box.xPt >= within.xPt &&
      box.yPt >= within.yPt &&
      box.xPt + box.widthPt <= within.xPt + within.widthPt &&
      box.yPt + box.heightPt <= within.yPt + within.heightPt
    );
  }

  /** First and end of columns and rows that the box touches. */
  #cellsOf({ xPt, yPt, widthPt, heightPt }: PageBox): [number, number, number, number] {
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
