import type { SheetFindings } from './sheet-findings.js';
import type { PreviewRow } from './sheet-preview.js';

export interface ShownSheet {
  readonly name: string;
  readonly isVisible: boolean;
}

/** The tables of a workbook of any format, in the order of their tabs. */
export interface AnyWorkbook {
  readonly sheets: readonly ShownSheet[];
  /** The first rows of a sheet, cut short. */
  preview(sheet: number): Promise<readonly PreviewRow[]> | readonly PreviewRow[];
  /** Rows of a sheet that have a value, some perhaps missing. */
  countRows(sheet: number): Promise<number> | number;
  /** Yields a sheet as CSV. @returns findings of the whole sheet */
  read(sheet: number): AsyncGenerator<Buffer, SheetFindings>;
}
