import { cut } from '../../base/cut.js';
import { badRequest } from '../../base/errors.js';
import type { AnyWorkbook, RowCount, ShownSheet } from './any-workbook.js';
import { beginning, ENCRYPTED, foreignZip } from './foreign-files.js';
import { ODS_NAMESPACES, OdsReader, type OdsTable } from './ods-reader.js';
import { readPart } from './read-part.js';
import type { RowSink } from './row-sink.js';
import { ChangedRows, isMergedDown, type SheetExtras } from './sheet-changes.js';
import type { SheetFindings } from './sheet-findings.js';
import { SheetPreview, type SheetRow } from './sheet-preview.js';
import { SheetRecords } from './sheet-records.js';
import { XmlScanner } from './xml-scanner.js';
import { fromBytes } from './xml-text.js';
import { damagedZip, type ZipParts } from './zip-parts.js';

const CONTENT = 'content.xml';
const MANIFEST = 'META-INF/manifest.xml';
const MIME_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';
const STEP_BYTES = 256 * 1024;
/** Sheets whose first rows are kept: the others are not looked at. */
const PREVIEWED = 100;
const MAX_SHEETS = 5000;
const MAX_NAME = 100;

/**
 * An OpenDocument spreadsheet of which sheets are read, one at a time, in memory that does not grow with it.
 */
export class OdsWorkbook implements AnyWorkbook {
  readonly #zip: ZipParts;
  readonly #maxColumns: number;
  readonly #tables: readonly OdsTable[];
  readonly #previews: readonly SheetPreview[];
  readonly sheets: readonly ShownSheet[];

  private constructor(
    zip: ZipParts,
    maxColumns: number,
    tables: readonly OdsTable[],
    previews: readonly SheetPreview[],
  ) {
    this.#zip = zip;
    this.#maxColumns = maxColumns;
    this.#tables = tables;
    this.#previews = previews;
    this.sheets = tables.map(({ name, isVisible }) => ({ name: cut(fromBytes(name), MAX_NAME), isVisible }));
  }

  /** Tells whether an archive says that it is a spreadsheet, or does not say what kind of document it is. */
  static async isOne(zip: ZipParts): Promise<boolean> {
    if (!zip.has(CONTENT) || zip.has('xl/workbook.xml')) return false;
    return !zip.has('mimetype') || (await beginning(zip, 'mimetype')).startsWith(MIME_TYPE);
  }

  /**
   * All sheets stand in one part, which is read once for their names and first rows.
   * @throws AppError BAD_REQUEST. So do the others
   */
  static async open(zip: ZipParts, maxColumns: number): Promise<OdsWorkbook> {
    if (zip.has(MANIFEST) && (await contains(zip, MANIFEST, 'encryption-data'))) throw badRequest(ENCRYPTED);
    const previews: SheetPreview[] = [];
    const reader = new OdsReader((table) => {
      if (table >= MAX_SHEETS) throw badRequest(`The workbook has over ${MAX_SHEETS} sheets`);
      const preview = new SheetPreview();
      if (table < PREVIEWED) previews.push(preview);
      return table < PREVIEWED ? preview : null;
    });
    for await (const _ of readPart(zip, CONTENT, scannerOf(reader)));
    if (!reader.isSpreadsheet)
      throw zip.has('mimetype') ? damagedZip(`${CONTENT} holds no spreadsheet`) : await foreignZip(zip);
    if (reader.tables.length === 0) throw badRequest('The workbook has no sheet with a table');
    return new OdsWorkbook(zip, maxColumns, reader.tables, previews);
  }

  preview(sheet: number): readonly SheetRow[] {
    return this.#previews[sheet]?.rows ?? [];
  }

  countRows(sheet: number): RowCount {
    return { rows: this.#tables[sheet]!.rows, hasMore: false };
  }

  extrasOf(sheet: number): SheetExtras {
    return { merges: this.#tables[sheet]!.merges.filter(isMergedDown), links: new Map() };
  }

  async *read(sheet: number, changes: SheetExtras | null = null): AsyncGenerator<Buffer, SheetFindings> {
    const records = new SheetRecords(this.#maxColumns);
    const sink = changes === null ? records : new ChangedRows(records, changes);
    const reader = new OdsReader((table): RowSink | null => (table === sheet ? sink : null));
    const isDone = (): boolean => reader.tables.length > sheet + 1;
    for await (const _ of readPart(this.#zip, CONTENT, scannerOf(reader), isDone))
      if (records.waiting >= STEP_BYTES) yield records.take();
    yield records.output.take();
    return records.findings;
  }
}

const scannerOf = (reader: OdsReader): XmlScanner => new XmlScanner(reader, CONTENT, ODS_NAMESPACES);

/** Tells whether a part has a text in one of its chunks; a manifest is one. */
async function contains(zip: ZipParts, name: string, text: string): Promise<boolean> {
  for await (const chunk of zip.read(name)) if (chunk.includes(text)) return true;
  return false;
}
