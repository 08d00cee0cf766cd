import { TallRowCollector } from '../tall-rows.js';
import type { SheetRange } from './cell-reference.js';

/** How many cells of a kind there are, and where the first is. */
class CellCount {
  count = 0;
  first = '';

  note(cell: string): void {
    if (this.count++ === 0) this.first = cell;
  }
}

const MAX_RANGES = 1000;
/** A header stands on one of the first rows. */
const MAX_HEADER_ROW = 100;

/** Cells that are merged over several columns or rows. */
export interface MergedHeader {
  readonly row: number;
  readonly lastRow: number;
  /** 0-based. */
  readonly firstColumn: number;
  readonly lastColumn: number;
}

export interface MergedDown {
  readonly row: number;
  /** 0-based. */
  readonly column: number;
  /** Rows below the first one. */
  readonly rows: number;
}
const MAX_MERGED_DOWN = 10_000;

/** Width, merged headers, notes and long rows of a sheet: all that is known of it besides its rows. */
export class SheetFindings {
  readonly errors = new CellCount();
  /** Cells of a linked data type, or with a picture: programs that do not know these show an error. */
  readonly richValues = new CellCount();
  /** Formulas that no program has calculated. */
  readonly unknownFormulas = new CellCount();
  /** Cells far right of the table, which are left out. */
  readonly farCells = new CellCount();
  readonly tallRows = new TallRowCollector();
  hiddenRows = 0;
  /** Columns that any row has; 0: the sheet is empty. */
  width = 0;
  /** Those that may be headers. */
  readonly merged: MergedHeader[] = [];
  /** Cells that are merged over rows, wherever they are. */
  readonly mergedDown: MergedDown[] = [];
  readonly #hiddenColumns: [first: number, last: number][] = [];

  see(columns: number): void {
    if (columns > this.width) this.width = columns;
  }

  /** 1-based. */
  hideColumns(first: number, last: number): void {
    if (this.#hiddenColumns.length < MAX_RANGES) this.#hiddenColumns.push([first, last]);
  }

  merge({ firstRow, lastRow, firstColumn, lastColumn }: SheetRange): void {
    if (lastRow > firstRow && this.mergedDown.length < MAX_MERGED_DOWN)
      this.mergedDown.push({ row: firstRow, column: firstColumn, rows: lastRow - firstRow });
    if (firstRow > MAX_HEADER_ROW || this.merged.length >= MAX_RANGES) return;
    if (lastColumn <= firstColumn && lastRow <= firstRow) return;
    this.merged.push({
      row: firstRow,
      lastRow,
      firstColumn,
      lastColumn: Math.min(lastColumn, this.width - 1),
    });
  }

  get hiddenColumns(): number {
    let count = 0;
    for (const [first, last] of this.#hiddenColumns)
      count += Math.max(0, Math.min(last, this.width) - first + 1);
    return count;
  }

  /** Notes for the client. */
  get notes(): string[] {
    const { errors, richValues, unknownFormulas, farCells, hiddenRows, hiddenColumns } = this;
    const notes: string[] = [];
    if (errors.count > 0)
      notes.push(`Cells with an error of a formula were read as empty: ${shown(errors)}.`);
    if (richValues.count > 0)
      notes.push(
        `Cells of a linked data type (Geography, Stocks) or with a picture were read as empty: ${shown(richValues)}. Excel's "Convert to Text" makes texts of them.`,
      );
    if (unknownFormulas.count > 0)
      notes.push(
        `Cells with a formula that was never calculated were read as empty: ${shown(unknownFormulas)}. A spreadsheet program calculates them when it saves the workbook.`,
      );
    if (farCells.count > 0) notes.push(`Cells far right of the table were left out: ${shown(farCells)}.`);
    const hidden = [
      ...(hiddenRows > 0
        ? [`${hiddenRows.toLocaleString('en')} hidden row${hiddenRows > 1 ? 's' : ''}`]
        : []),
      ...(hiddenColumns > 0 ? [`${hiddenColumns} hidden column${hiddenColumns > 1 ? 's' : ''}`] : []),
    ];
    if (hidden.length > 0) notes.push(`The sheet has ${hidden.join(' and ')}, read like the others.`);
    return notes;
  }
}

const shown = ({ count, first }: CellCount): string =>
  count === 1 ? first : `${count.toLocaleString('en')}, the first is ${first}`;
