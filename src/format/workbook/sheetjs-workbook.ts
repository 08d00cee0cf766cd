import { badRequest } from '../../base/errors.js';
import type { RowCount, ShownSheet } from './any-workbook.js';
import {
  type Book,
  damagedWorkbook,
  type Merged,
  parseInProcess,
  type SheetCell,
  type Worksheet,
} from './binary-workbook.js';
import { cellName, type SheetRange } from './cell-reference.js';
import { csvText } from './csv-text.js';
import { type NumberReading, readFormatCode } from './number-format.js';
import { formattedText } from './number-text.js';
import type { RowSink } from './row-sink.js';
import {
  ChangedRows,
  cellPlace,
  isMergedDown,
  isWebAddress,
  MAX_LINKS,
  MAX_MERGES,
  type SheetExtras,
} from './sheet-changes.js';
import type { SheetFindings } from './sheet-findings.js';
import { SheetPreview, type SheetRow } from './sheet-preview.js';
import { MAX_ROWS, SheetRecords } from './sheet-records.js';
import { toBytes } from './xml-text.js';
import type { ZipParts } from './zip-parts.js';

/** Parts of a binary workbook, unpacked: more cells have no room on a thread. */
const MAX_PARTS_BYTES = 256 << 20;
/** Parts without tables: pictures, programs, settings of printers. */
const OTHER_PARTS =
  /^(?:docprops|customxml)\/|^xl\/(?:media|drawings|charts|embeddings|theme|printersettings|externallinks)\/|vbaproject/;
const STEP_BYTES = 256 * 1024;
const MAX_COLUMNS = 16_384;

/** By code, [MS-XLS] 2.5.10. */
const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

/**
 * An Excel workbook of one of the binary formats, which SheetJS reads into memory at once, in a process of
 * its own.
 */
export class SheetJsWorkbook {
  readonly sheets: readonly ShownSheet[];
  readonly #tables: readonly Worksheet[];
  readonly #is1904: boolean;
  readonly #maxColumns: number;
  readonly #readings = new Map<string, NumberReading>();

  private constructor({ SheetNames, Sheets, Workbook }: Book, maxColumns: number) {
    const hidden = new Set(Workbook?.Sheets?.flatMap(({ name, Hidden }) => (Hidden ? [name] : [])));
    const names = SheetNames.filter((name) => Sheets[name] !== undefined && isTable(Sheets[name]));
    if (names.length === 0) throw badRequest('The workbook has no sheet with a table');
    this.sheets = names.map((name) => ({ name, isVisible: !hidden.has(name) }));
    this.#tables = names.map((name) => Sheets[name]!);
    this.#is1904 = Workbook?.WBProps?.date1904 === true;
    this.#maxColumns = maxColumns;
  }

  /** @throws AppError BAD_REQUEST when it is damaged or encrypted. So does `openXlsb` */
  static openXls(bytes: Buffer, maxColumns: number): SheetJsWorkbook {
    return new SheetJsWorkbook(parseInProcess({ bytes }, bytes.length), maxColumns);
  }

  static async openXlsb(zip: ZipParts, maxColumns: number): Promise<SheetJsWorkbook> {
    const parts: [string, Buffer][] = [];
    let size = 0;
    for (const name of zip.names.filter((name) => !OTHER_PARTS.test(name))) {
      const chunks: Buffer[] = [];
      for await (const chunk of zip.read(name)) {
        size += chunk.length;
        if (size > MAX_PARTS_BYTES)
          throw badRequest(
            `The binary workbook (.xlsb) unpacks to over ${MAX_PARTS_BYTES >> 20} MiB: save it as .xlsx or as CSV`,
          );
        chunks.push(chunk);
      }
      parts.push([name, Buffer.concat(chunks)]);
    }
    return new SheetJsWorkbook(parseInProcess({ parts }, size), maxColumns);
  }

  preview(sheet: number): SheetRow[] {
    const preview = new SheetPreview();
    for (const _ of this.#feed(sheet, preview)) if (preview.isDone) break;
    return preview.rows;
  }

  countRows(sheet: number): RowCount {
    const { '!data': data = [] } = this.#tables[sheet]!;
    return { rows: data.filter((cells) => cells?.some(isFilled)).length, hasMore: false };
  }

  extrasOf(sheet: number): SheetExtras {
    const { '!data': data = [], '!merges': merges = [] } = this.#tables[sheet]!;
    const links = new Map<number, string>();
    for (const [row, cells = []] of data.entries())
      for (const [column, cell] of cells.entries()) {
        const target = cell?.l?.Target;
        if (target !== undefined && isWebAddress(target) && links.size < MAX_LINKS && column < MAX_COLUMNS)
          links.set(cellPlace(row + 1, column), target);
      }
    return { merges: merges.map(rangeOf).filter(isMergedDown).slice(0, MAX_MERGES), links };
  }

  async *read(sheet: number, changes: SheetExtras | null = null): AsyncGenerator<Buffer, SheetFindings> {
    const records = new SheetRecords(this.#maxColumns);
    const sink = changes === null ? records : new ChangedRows(records, changes);
    const { '!cols': columns = [], '!merges': merges = [] } = this.#tables[sheet]!;
    for (const _ of this.#feed(sheet, sink)) if (records.waiting >= STEP_BYTES) yield records.take();
    sink.finish();
    yield records.output.take();
    const { findings } = records;
    for (const [first, last] of runsOf(columns)) findings.hideColumns(first, last);
    for (const merged of merges) findings.merge(rangeOf(merged));
    return findings;
  }

  /** Yields behind each row. */
  *#feed(sheet: number, sink: RowSink): Generator<void> {
    const { '!data': data = [], '!rows': rows = [] } = this.#tables[sheet]!;
    if (data.length > MAX_ROWS) throw damagedWorkbook(`it has over ${MAX_ROWS} rows`);
    for (let r = 0; r < data.length; r++) {
      const cells = data[r];
      if (cells === undefined) continue;
      sink.open(r + 1, rows[r]?.hidden === true);
      for (let c = 0; c < Math.min(cells.length, MAX_COLUMNS) && !sink.isFull; c++)
        if (cells[c] !== undefined) sink.set(c, this.#text(cells[c]!, r, c, sink));
      yield;
    }
  }

  /** A cell as it stands in CSV. */
  #text({ t, v, z }: SheetCell, row: number, column: number, { findings, maxCellBytes }: RowSink): string {
    switch (t) {
      case 's':
        return csvText(toBytes(String(v).slice(0, maxCellBytes).replace(/\r\n?/g, '\n')));
      case 'b':
        return v === true ? 'TRUE' : 'FALSE';
      case 'e':
        findings.errors.note(`${cellName(row + 1, column)} ${ERRORS[Number(v)] ?? '#N/A'}`);
        return '';
      case 'n':
        return formattedText(String(v), this.#reading(z ?? 'General'), this.#is1904) ?? '';
      default:
        return '';
    }
  }

  #reading(code: string): NumberReading {
    const known = this.#readings.get(code) ?? readFormatCode(code);
    this.#readings.set(code, known);
    return known;
  }
}

const rangeOf = ({ s, e }: Merged): SheetRange => ({
  ...{ firstRow: s.r + 1, lastRow: e.r + 1, firstColumn: s.c, lastColumn: e.c },
});

const isTable = ({ '!type': type }: Worksheet): boolean => type === undefined || type === 'sheet';
const isFilled = (cell: SheetCell | undefined): boolean => cell?.v !== undefined && cell.v !== '';

/** Runs of hidden columns, 1-based. */
function runsOf(columns: readonly ({ readonly hidden?: boolean } | undefined)[]): [number, number][] {
  const runs: [number, number][] = [];
  for (let column = 1; column <= Math.min(columns.length, MAX_COLUMNS); column++) {
    if (columns[column - 1]?.hidden !== true) continue;
    if (runs.at(-1)?.[1] === column - 1) runs.at(-1)![1] = column;
    else runs.push([column, column]);
  }
  return runs;
}
