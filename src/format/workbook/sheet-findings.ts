import { TallRowCollector } from '../tall-rows.js';
import type { CellRange } from './cell-reference.js';

/** How many cells of a kind there are, and where the first is. */
class CellCount {
  count = 0;
  first = '';

  note(cell: string): void {
    if (this.count++ === 0) this.first = cell;
  }
}

const MAX_RANGES = 1000;

/** Header, notes and long rows of a sheet: all that is known of it besides its rows. */
export class SheetFindings {
  readonly errors = new CellCount();
  /** Formulas that no program has calculated. */
  readonly unknownFormulas = new CellCount();
  /** Cells far right of the table, which are left out. */
  readonly farCells = new CellCount();
  readonly tallRows = new TallRowCollector();
  hiddenRows = 0;
  /** 1-based; 0: the sheet is empty. */
  headerRow = 0;
  /** Cells as they stand in CSV, a byte a character. */
  header: string[] = [];
  /** Columns that any row has. */
  width = 0;
  readonly #hiddenColumns: [first: number, last: number][] = [];

  begin(row: number, header: readonly string[]): void {
    this.headerRow = row;
    this.header = Array.from(header, (cell) => cell ?? '');
  }

  see(columns: number): void {
    if (columns > this.width) this.width = columns;
  }

  /** 1-based. */
  hideColumns(first: number, last: number): void {
    if (this.#hiddenColumns.length < MAX_RANGES) this.#hiddenColumns.push([first, last]);
  }

  /** A header that was merged over several columns is that of all of them. */
  merge({ firstColumn, lastColumn }: CellRange): void {
    const text = this.header[firstColumn] ?? '';
    for (let column = firstColumn + 1; column <= Math.min(lastColumn, this.width - 1); column++)
      if ((this.header[column] ?? '') === '') this.header[column] = text;
  }

  get hiddenColumns(): number {
    let count = 0;
    for (const [first, last] of this.#hiddenColumns)
      count += Math.max(0, Math.min(last, this.width) - first + 1);
    return count;
  }

  /** Notes for the client. */
  get notes(): string[] {
    const { errors, unknownFormulas, farCells, hiddenRows, hiddenColumns } = this;
    const notes: string[] = [];
    if (errors.count > 0)
      notes.push(`Cells with an error of a formula were read as empty: ${shown(errors)}.`);
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
