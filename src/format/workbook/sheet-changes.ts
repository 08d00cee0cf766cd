import type { SheetRange } from './cell-reference.js';
import { csvText } from './csv-text.js';
import type { RowSink } from './row-sink.js';
import type { SheetFindings } from './sheet-findings.js';
import { toBytes } from './xml-text.js';

/** Parts of a sheet besides the cells of its rows, behind them in the file. */
export interface SheetExtras {
  /** Cells that are merged downwards. */
  readonly merges: readonly SheetRange[];
  /** Addresses of the web to which cells lead, by `placeOf`. */
  readonly links: ReadonlyMap<number, string>;
}

const MAX_COLUMNS = 16_384;
export const MAX_MERGES = 100_000;
export const MAX_LINKS = 70_000;
const MAX_TARGET = 2083;

/** @param row 1-based @param column 0-based */
export const cellPlace = (row: number, column: number): number => row * MAX_COLUMNS + column;
export const columnOfPlace = (place: number): number => place % MAX_COLUMNS;
export const rowOfPlace = (place: number): number => Math.floor(place / MAX_COLUMNS);

export const isMergedDown = ({ firstRow, lastRow }: SheetRange): boolean => lastRow > firstRow;
export const isWebAddress = (target: string): boolean =>
  /^https?:\/\//i.test(target) && target.length <= MAX_TARGET;

/**
 * Hands rows on with the values of merged cells filled down, and addresses of the web in place of the texts
 * that lead to them.
 */
export class ChangedRows implements RowSink {
  readonly #sink: RowSink;
  /** By their first rows, the last one first. */
  readonly #waiting: SheetRange[];
  readonly #links: ReadonlyMap<number, string>;
  /** Merged cells in which the row is, with their values. */
  #open: { readonly range: SheetRange; text: string }[] = [];
  row = 0;
  #isHidden = false;
  /** null: no row is open. */
  #cells: string[] | null = null;

  constructor(sink: RowSink, { merges, links }: SheetExtras) {
    this.#sink = sink;
    this.#waiting = merges.toSorted((a, b) => b.firstRow - a.firstRow);
    this.#links = links;
  }

  get columns(): number {
    return this.#cells?.length ?? 0;
  }
  get findings(): SheetFindings {
    return this.#sink.findings;
  }
  get maxCellBytes(): number {
    return this.#sink.maxCellBytes;
  }
  get isFull(): boolean {
    return this.#sink.isFull;
  }

  open(row: number, isHidden: boolean): void {
    if (this.#cells !== null && row === this.row) {
      this.#isHidden ||= isHidden;
      return;
    }
    this.#close();
    this.row = row;
    this.#isHidden = isHidden;
    this.#cells = [];
  }

  set(column: number, text: string): void {
    const target = this.#links.get(cellPlace(this.row, column));
    const cell = target === undefined ? text : csvText(toBytes(target));
    if (cell === '' || this.#cells === null || column >= MAX_COLUMNS) return;
    while (this.#cells.length < column) this.#cells.push('');
    this.#cells[column] = cell;
  }

  finish(): void {
    this.#close();
    this.#sink.finish();
  }

  #close(): void {
    const cells = this.#cells;
    this.#cells = null;
    if (cells === null) return;
    const { row } = this;
    this.#open = this.#open.filter(({ range }) => range.lastRow >= row);
    // A row without any cell of its own stays empty.
    if (cells.length > 0)
      for (const { range, text } of this.#open) {
        while (cells.length < range.firstColumn) cells.push('');
        cells[range.firstColumn] ||= text;
      }
    for (
      let next = this.#waiting.at(-1);
      next !== undefined && next.firstRow <= row;
      next = this.#waiting.at(-1)
    ) {
      this.#waiting.pop();
      if (next.firstRow === row) this.#open.push({ range: next, text: cells[next.firstColumn] ?? '' });
    }
    this.#sink.open(row, this.#isHidden);
    for (const [column, text] of cells.entries()) if (text) this.#sink.set(column, text);
  }
}
