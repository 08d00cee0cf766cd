import { parseRecords } from '../../format/records.js';
import type { SheetFindings } from '../../format/workbook/sheet-findings.js';
import { WorkbookReader } from '../../format/workbook/workbook-reader.js';
import { fromBytes } from '../../format/workbook/xml-text.js';
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

  preview(sheet: number): Promise<Buffer> {
    return this.#reader.preview(sheet);
  }

  async *read(sheet: number): AsyncGenerator<Buffer, ConvertedTable> {
    const { findings } = yield* this.#reader.read(sheet);
    return { header: headerOf(findings), tallRows: findings.tallRows.runs, notes: findings.notes };
  }
}

/** Columns that only other rows have are among them, without a name. */
function headerOf({ header, width }: SheetFindings): readonly string[] {
  const line = Array.from({ length: Math.max(width, header.length) }, (_, i) => header[i] ?? '').join(',');
  return parseRecords(fromBytes(line), { delimiter: ',', firstLine: 1 }).cells[0] ?? [];
}
