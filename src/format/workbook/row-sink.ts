import type { SheetFindings } from './sheet-findings.js';

/** Takes the rows of a sheet in their order. */
export interface RowSink {
  /** The last row that was seen, 1-based; 0: before the first. */
  readonly row: number;
  /** Columns that it has so far. */
  readonly columns: number;
  readonly findings: SheetFindings;
  /** Shared texts are cut to so many bytes. */
  readonly maxCellBytes: number;
  /** Tells whether it takes no further cells of the row. */
  readonly isFull: boolean;
  /** Tells whether no further row is of interest; absent: all are. */
  readonly isDone?: boolean;
  /** Rows after which equal ones that follow tell nothing more; absent: each counts. */
  readonly mostRepeats?: number;
  /** Some programs write a row in pieces: one of the number that came last goes on. */
  open(row: number, isHidden: boolean): void;
  /** @param text as it stands in CSV */
  set(column: number, text: string): void;
  /** There are no further rows. */
  finish(): void;
}
