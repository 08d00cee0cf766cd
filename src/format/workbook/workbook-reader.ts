import { parsePart, readPart } from './read-part.js';
import { SharedStringsReader } from './shared-strings.js';
import { SheetReader } from './sheet-reader.js';
import { StringStore } from './string-store.js';
import { openWorkbook, type Workbook } from './workbook.js';
import { ZipParts } from './zip-parts.js';

export interface WorkbookFile {
  readonly fd: number;
  /** Directory for data that does not fit in memory. */
  readonly directory: string;
  /** Largest part, unpacked. */
  readonly maxPartBytes: number;
  readonly maxColumns: number;
}

/** Rows of a sheet that are looked at to see whether it is a table of places. */
const PREVIEW_ROWS = 60;
const STEP_BYTES = 256 * 1024;

/** A workbook of which sheets are read, one at a time, in memory that does not grow with it. */
export class WorkbookReader {
  readonly #file: WorkbookFile;
  readonly #zip: ZipParts;
  readonly workbook: Workbook;
  #strings: StringStore | null = null;

  private constructor(file: WorkbookFile, zip: ZipParts, workbook: Workbook) {
    this.#file = file;
    this.#zip = zip;
    this.workbook = workbook;
  }

  /** @throws AppError BAD_REQUEST when it is no workbook, saying what it is, or a damaged one. So do the others */
  static async open(file: WorkbookFile): Promise<WorkbookReader> {
    const zip = await ZipParts.open(file.fd, file.maxPartBytes);
    return new WorkbookReader(file, zip, await openWorkbook(zip));
  }

  /** The first rows of a sheet as CSV. */
  async preview(sheet: number): Promise<Buffer> {
    const reader = await this.#reader();
    const part = this.workbook.sheets[sheet]!.part;
    for await (const _ of readPart(this.#zip, part, reader, () => reader.records > PREVIEW_ROWS));
    return reader.take();
  }

  /** Yields a sheet as CSV. @returns its reader, which has the findings of the whole sheet */
  async *read(sheet: number): AsyncGenerator<Buffer, SheetReader> {
    const reader = await this.#reader();
    for await (const _ of readPart(this.#zip, this.workbook.sheets[sheet]!.part, reader))
      if (reader.waiting >= STEP_BYTES) yield reader.take();
    yield reader.take();
    return reader;
  }

  async #reader(): Promise<SheetReader> {
    const { readings, is1904 } = this.workbook;
    return new SheetReader({ readings, is1904, strings: await this.#readStrings() }, this.#file.maxColumns);
  }

  async #readStrings(): Promise<StringStore> {
    if (this.#strings !== null) return this.#strings;
    const strings = new StringStore(this.#file.directory);
    const { stringsPart } = this.workbook;
    if (stringsPart !== null) await parsePart(this.#zip, stringsPart, new SharedStringsReader(strings));
    this.#strings = strings;
    return strings;
  }
}
