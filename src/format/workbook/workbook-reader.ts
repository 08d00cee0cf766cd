import type { AnyWorkbook, RowCount } from './any-workbook.js';
import { PlainFirst } from './plain-elements.js';
import { PlainRows } from './plain-rows.js';
import { PlainTexts } from './plain-texts.js';
import { readPart } from './read-part.js';
import { SharedStringsReader } from './shared-strings.js';
import { ChangedRows, type SheetExtras } from './sheet-changes.js';
import { readExtras } from './sheet-extras.js';
import type { SheetFindings } from './sheet-findings.js';
import { SheetPreview, type SheetRow } from './sheet-preview.js';
import { type SheetContext, SheetReader } from './sheet-reader.js';
import { SheetRecords } from './sheet-records.js';
import { StringStore } from './string-store.js';
import { openWorkbook, type Workbook } from './workbook.js';
import { XmlScanner } from './xml-scanner.js';
import { ZipParts } from './zip-parts.js';

export interface WorkbookFile {
  readonly fd: number;
  /** Directory for data that does not fit in memory. */
  readonly directory: string;
  /** Largest part, unpacked. */
  readonly maxPartBytes: number;
  readonly maxColumns: number;
}

const STEP_BYTES = 256 * 1024;

/** A workbook of which sheets are read, one at a time, in memory that does not grow with it. */
export class WorkbookReader implements AnyWorkbook {
  readonly #file: WorkbookFile;
  readonly #zip: ZipParts;
  readonly #workbook: Workbook;
  #strings: StringStore | null = null;

  private constructor(file: WorkbookFile, zip: ZipParts, workbook: Workbook) {
    this.#file = file;
    this.#zip = zip;
    this.#workbook = workbook;
  }

  /**
   * @throws AppError BAD_REQUEST when it is no workbook, saying what it is, or a damaged one. So do the
   * others
   */
  static async open(file: WorkbookFile, opened?: ZipParts): Promise<WorkbookReader> {
    const zip = opened ?? (await ZipParts.open(file.fd, file.maxPartBytes));
    return new WorkbookReader(file, zip, await openWorkbook(zip));
  }

  get sheets(): Workbook['sheets'] {
    return this.#workbook.sheets;
  }

  async preview(sheet: number): Promise<SheetRow[]> {
    const preview = new SheetPreview();
    const scanner = new XmlScanner(new SheetReader(preview, await this.#context()), this.#part(sheet));
    for await (const _ of readPart(this.#zip, this.#part(sheet), scanner, () => preview.isDone));
    return preview.rows;
  }

  /** Number as far as its bytes tell: some where chunks end may be missing. */
  async countRows(sheet: number, mostBytes: number): Promise<RowCount> {
    let rows = 0;
    let bytes = 0;
    for await (const chunk of this.#zip.read(this.#part(sheet))) {
      if (bytes >= mostBytes) return { rows, hasMore: true };
      rows += countFilledRows(chunk);
      bytes += chunk.length;
    }
    return { rows, hasMore: false };
  }

  extrasOf(sheet: number, hasMerges: boolean): Promise<SheetExtras> {
    return readExtras(this.#zip, this.#part(sheet), hasMerges);
  }

  async *read(sheet: number, changes: SheetExtras | null = null): AsyncGenerator<Buffer, SheetFindings> {
    const records = new SheetRecords(this.#file.maxColumns);
    const { output, findings } = records;
    const context = await this.#context();
    const sink = changes === null ? records : new ChangedRows(records, changes);
    const scanner = new XmlScanner(new SheetReader(sink, context), this.#part(sheet));
    const reader = changes === null ? new PlainFirst(new PlainRows(records, context), scanner) : scanner;
    for await (const _ of readPart(this.#zip, this.#part(sheet), reader))
      if (records.waiting >= STEP_BYTES) yield records.take();
    yield output.take();
    return findings;
  }

  #part = (sheet: number): string => this.#workbook.sheets[sheet]!.part;

  async #context(): Promise<SheetContext> {
    const { readings, is1904 } = this.#workbook;
    return { readings, is1904, strings: await this.#readStrings() };
  }

  async #readStrings(): Promise<StringStore> {
    if (this.#strings !== null) return this.#strings;
    const strings = new StringStore(this.#file.directory);
    const { stringsPart } = this.#workbook;
    if (stringsPart !== null) {
      const scanner = new XmlScanner(new SharedStringsReader(strings), stringsPart);
      const reader = new PlainFirst(new PlainTexts(strings), scanner);
      for await (const _ of readPart(this.#zip, stringsPart, reader));
    }
    this.#strings = strings;
    return strings;
  }
}

const ROW_END = 'row>';
const VALUE_ENDS = ['v>', 't>'];

/** @param xml of a sheet; names may have a prefix */
function countFilledRows(xml: Buffer): number {
  let count = 0;
  let from = 0;
  for (let at = xml.indexOf(ROW_END); at !== -1; at = xml.indexOf(ROW_END, from)) {
    const row = xml.subarray(from, at);
    if (VALUE_ENDS.some((end) => row.includes(end))) count++;
    from = at + ROW_END.length;
  }
  return count;
}
