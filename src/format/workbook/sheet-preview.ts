import type { RowSink } from './row-sink.js';
import { SheetFindings } from './sheet-findings.js';
import { fromBytes } from './xml-text.js';

/** A row that is not blank, its cells trimmed. */
export interface SheetRow {
  /** 1-based. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** Rows of a sheet that are looked at to see whether it is a table of places. */
const MAX_ROWS = 60;
const MAX_COLUMNS = 200;
/** Longer cells are cut: those of a header and of places are shorter. */
const MAX_CELL_BYTES = 300;
/** All rows together: the process's main thread looks at them. */
const MAX_BYTES = 64 * 1024;

/**
 * The first rows of a sheet, cut to what tells whether it is a table: cells may name one long text again and
 * again.
 */
export class SheetPreview implements RowSink {
  readonly maxCellBytes = MAX_CELL_BYTES;
  readonly mostRepeats = MAX_ROWS;
  readonly findings = new SheetFindings();
  readonly rows: SheetRow[] = [];
  row = 0;
  /** Cells of the last row; null: it has none yet. */
  #cells: string[] | null = null;
  #bytes = 0;

  get columns(): number {
    return this.#cells?.length ?? 0;
  }

  get isFull(): boolean {
    return this.#bytes >= MAX_BYTES;
  }

  /** Tells whether no further row is of interest. */
  get isDone(): boolean {
    return this.isFull || this.rows.length >= MAX_ROWS;
  }

  open(row: number): void {
    if (row === this.row) return;
    this.row = row;
    this.#cells = null;
  }

  set(column: number, text: string): void {
    if (this.isFull || column >= MAX_COLUMNS) return;
    const cell = fromBytes(plainText(text.slice(0, MAX_CELL_BYTES))).trim();
    if (cell === '') return;
    const cells = this.#cells ?? this.#addRow();
    while (cells.length < column) cells.push('');
    cells[column] = cell;
    this.#bytes += cell.length;
  }

  finish(): void {}

  #addRow(): string[] {
    this.#cells = [];
    // Its row may go on.
    if (this.rows.length < MAX_ROWS) this.rows.push({ row: this.row, cells: this.#cells });
    return this.#cells;
  }
}

/** @param cell as it stands in CSV; its end may be cut off */
const plainText = (cell: string): string =>
  cell.startsWith('"')
    ? cell
        .slice(1)
        .replace(/"(?!")$/, '')
        .replaceAll('""', '"')
    : cell;
