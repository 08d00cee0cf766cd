import type { PreviewRow } from '../../format/workbook/sheet-preview.js';
import { WorkbookReader } from '../../format/workbook/workbook-reader.js';
import type { ConvertedTable, ShownSheet, SourceFile } from './converted-table.js';

/** A workbook as tables of CSV. */
export class WorkbookConverter {
  readonly #reader: WorkbookReader;

  private constructor(reader: WorkbookReader) {
    this.#reader = reader;
  }

  /** @throws AppError BAD_REQUEST when it is no workbook, or a damaged one. So do the others */
  static async open(file: SourceFile): Promise<WorkbookConverter> {
    return new WorkbookConverter(await WorkbookReader.open(file));
  }

  get sheets(): readonly ShownSheet[] {
    return this.#reader.workbook.sheets.map(({ name, isVisible }) => ({ name, isVisible }));
  }

  preview(sheet: number): Promise<PreviewRow[]> {
    return this.#reader.preview(sheet);
  }

  countRows(sheet: number): Promise<number> {
    return this.#reader.countRows(sheet);
  }

  async *read(sheet: number): AsyncGenerator<Buffer, ConvertedTable> {
    const { width, merged, tallRows, notes } = yield* this.#reader.read(sheet);
    return { header: null, width, merged, tallRows: tallRows.runs, notes };
  }
}
