import type { SheetFindings } from './sheet-findings.js';

/** Takes the rows of a sheet in their order. */
export interface RowSink {
  /** The last row that was seen, 1-based; 0: before the first. */
  readonly row: number;
  readonly findings: SheetFindings;
  /** Shared texts are cut to so many bytes. */
  readonly maxCellBytes: number;
  /** Whether it takes no further cells of the row. */
  readonly isFull: boolean;
  open(row: number): void;
  /** @param text as it stands in CSV */
  set(column: number, text: string): void;
  /** @returns whether the row has any text */
  close(): boolean;
}
