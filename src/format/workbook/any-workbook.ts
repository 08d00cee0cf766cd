import type { SheetExtras } from './sheet-changes.js';
import type { SheetFindings } from './sheet-findings.js';
import type { SheetRow } from './sheet-preview.js';

export interface ShownSheet {
  readonly name: string;
  readonly isVisible: boolean;
}

export interface RowCount {
  readonly rows: number;
  /** The sheet goes on behind what was read. */
  readonly hasMore: boolean;
}

/** The tables of a workbook of any format, in the order of their tabs. */
export interface AnyWorkbook {
  readonly sheets: readonly ShownSheet[];
  /** The first rows of a sheet, cut short. */
  preview(sheet: number): Promise<readonly SheetRow[]> | readonly SheetRow[];
  /** Rows of a sheet that have a value, some perhaps missing. @param mostBytes of it that are read */
  countRows(sheet: number, mostBytes: number): Promise<RowCount> | RowCount;
  /** Parts behind the rows of a sheet. @param hasMerges whether merged cells are asked for */
  extrasOf(sheet: number, hasMerges: boolean): Promise<SheetExtras> | SheetExtras;
  /**
   * Yields a sheet as CSV.
   * @param changes cells that are filled down and replaced; null: none
   * @returns findings of the whole sheet
   */
  read(sheet: number, changes: SheetExtras | null): AsyncGenerator<Buffer, SheetFindings>;
}
