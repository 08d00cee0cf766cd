import type { AnyWorkbook, ShownSheet } from '../../format/workbook/any-workbook.js';
import { openAnyWorkbook } from '../../format/workbook/open-workbook.js';
import type { PreviewRow } from '../../format/workbook/sheet-preview.js';
import type { ConvertedTable, SourceFile } from './converted-table.js';

/** A workbook as tables of CSV. */
export class WorkbookConverter {
  readonly #book: AnyWorkbook;

  private constructor(book: AnyWorkbook) {
    this.#book = book;
  }

  /** @throws AppError BAD_REQUEST when it is no workbook, or a damaged one. So do the others */
  static async open(file: SourceFile): Promise<WorkbookConverter> {
    return new WorkbookConverter(await openAnyWorkbook(file));
  }

  get sheets(): readonly ShownSheet[] {
    return this.#book.sheets.map(({ name, isVisible }) => ({ name, isVisible }));
  }

  async preview(sheet: number): Promise<readonly PreviewRow[]> {
    return this.#book.preview(sheet);
  }

  async countRows(sheet: number): Promise<number> {
    return this.#book.countRows(sheet);
  }

  async *read(sheet: number): AsyncGenerator<Buffer, ConvertedTable> {
    const { width, merged, tallRows, notes } = yield* this.#book.read(sheet);
    return { header: null, width, merged, tallRows: tallRows.runs, notes };
  }
}
