import type { PageBox } from '../map-frame.js';
import { PNG_DPI } from '../options.js';
import { KeyCounts } from './key-counts.js';

/** Half a pixel of the PNG: places nearer to each other than that are one. */
export const CELL_PT = 72 / PNG_DPI / 2;

/** 0 is an empty cell. */
const MOST_COLORS = 255;

/**
 * Places of markers on a map, each with one colour: a byte for every half pixel, 11 MB a page, however many
 * markers there are. Of markers at one place the colour that most of them have is kept, of equally many the
 * one that comes first, in whatever order they come.
 */
export class PlaceGrid {
  readonly columns: number;
  readonly rows: number;
  /** Index of the colour + 1, row by row from the upper left corner. */
  readonly cells: Uint8Array;
  readonly #box: PageBox;
  readonly #colors: number;
  /** Number of places by cell and colour (`keyOf`). */
  readonly #counts = new KeyCounts();

  /** @throws RangeError for more than 255 colours */
  constructor(box: PageBox, colors: number) {
    if (colors > MOST_COLORS) throw new RangeError(`${colors} colours, ${MOST_COLORS} at most`);
    this.#box = box;
    this.#colors = colors;
    this.columns = Math.max(1, Math.ceil(box.widthPt / CELL_PT));
    this.rows = Math.max(1, Math.ceil(box.heightPt / CELL_PT));
    this.cells = new Uint8Array(this.columns * this.rows);
  }

  /** A point within the box. */
  add(xPt: number, yPt: number, color: number): void {
    const column = Math.min(this.columns - 1, Math.floor((xPt - this.#box.xPt) / CELL_PT));
    const row = Math.min(this.rows - 1, Math.floor((yPt - this.#box.yPt) / CELL_PT));
    const cell = row * this.columns + column;
    const there = this.cells[cell]!;
    const count = this.#counts.increment(keyOf(cell, color));
    if (there === 0) this.cells[cell] = color + 1;
    if (there === 0 || there === color + 1) return;
    const most = this.#counts.get(keyOf(cell, there - 1));
    if (count > most || (count === most && color + 1 < there)) this.cells[cell] = color + 1;
  }

  /** Number of places in a cell. */
  countIn(cell: number): number {
    let count = 0;
    for (let color = 0; color < this.#colors; color++) count += this.#counts.get(keyOf(cell, color));
    return count;
  }

  /**
   * Cells with a place, row by row; the last one in each square of this side, where it is larger than a cell.
   */
  usedCells(squarePt: number): Uint32Array {
    const side = Math.max(1, Math.round(squarePt / CELL_PT));
    const across = Math.ceil(this.columns / side);
    const lastOf = new Uint32Array(across * Math.ceil(this.rows / side));
    let count = 0;
    for (let row = 0, cell = 0; row < this.rows; row++) {
      const first = Math.floor(row / side) * across;
      for (let column = 0; column < this.columns; column++, cell++) {
        if (this.cells[cell] === 0) continue;
        const square = first + Math.floor(column / side);
        if (lastOf[square] === 0) count++;
        lastOf[square] = cell + 1;
      }
    }
    const used = new Uint32Array(count);
    for (let square = 0, i = 0; i < count; square++)
      if (lastOf[square] !== 0) used[i++] = lastOf[square]! - 1;
    return side === 1 ? used : used.sort();
  }

  /** The middle of a cell. */
  xPtOf(cell: number): number {
    return this.#box.xPt + Math.min(((cell % this.columns) + 0.5) * CELL_PT, this.#box.widthPt);
  }

  yPtOf(cell: number): number {
    return this.#box.yPt + Math.min((Math.floor(cell / this.columns) + 0.5) * CELL_PT, this.#box.heightPt);
  }
}

/** A page has 15 million cells: with 255 colours, below 2^32. */
const keyOf = (cell: number, color: number): number => cell * (MOST_COLORS + 1) + color;
