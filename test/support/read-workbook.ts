import { parseRecords } from '../../src/format/records.js';
import { numberByRows, rowsOf } from '../../src/format/tall-rows.js';
import { WorkbookConverter } from '../../src/import/upload/convert-workbook.js';
import { ANYWHERE, openTable } from '../../src/import/upload/open-table.js';
import { readUploadTable } from '../../src/import/upload/read-table.js';
import { openConverted } from '../../src/import/upload/receive-converted.js';
import { withFile } from './workbook-file.js';

export interface ReadSheet {
  /** Names of the sheets. */
  readonly sheets: string[];
  readonly header: readonly string[];
  /** Below the header, by the row of the sheet. */
  readonly rows: Readonly<Record<number, string[]>>;
  readonly notes: readonly string[];
}

/** The way of a workbook to records, in small blocks. @throws AppError BAD_REQUEST */
export const readWorkbook = (bytes: Uint8Array, sheet = 0, maxColumns = 5000): Promise<ReadSheet> =>
  withFile(bytes, async ({ fd }, directory) => {
    const file = { kind: 'workbook', fd, directory, maxPartBytes: 1 << 30, maxColumns } as const;
    const converter = await WorkbookConverter.open(file);
    const sheets = converter.sheets.map(({ name }) => name);
    const { stream, end } = await openConverted(converter.read(sheet));
    const opened = openTable(stream, { delimiter: ',', targetBytes: 64 }, ANYWHERE);
    const chunks: Buffer[] = [];
    const blocks = [];
    for await (const bytes of stream) {
      chunks.push(bytes);
      blocks.push(...opened.cutter.push(bytes));
    }
    const { width, merged, tallRows, notes } = end();
    if (width === 0) return { sheets, header: [], rows: {}, notes };
    blocks.push(...opened.cutter.finish());
    const csv = Buffer.concat(chunks);
    const written = {
      write: async () => {},
      read: async (from: number, to: number) => csv.subarray(from, to),
    };
    const table = await readUploadTable({ opened, blocks, file: written, encoding: 'utf-8', merged, width });
    const header = table.columns.map(({ original }) => original);
    return { sheets, header, rows: recordsOf(csv, numberByRows(table.blocks, tallRows)), notes };
  });

function recordsOf(csv: Buffer, blocks: ReturnType<typeof numberByRows>): Record<number, string[]> {
  const rows: Record<number, string[]> = {};
  for (const block of blocks) {
    const text = csv.toString('utf8', block.startByte, block.endByte);
    const rowAt = rowsOf(block);
    const { cells, lines } = parseRecords(text, { delimiter: ',', firstLine: block.firstLine });
    for (const [i, line] of lines.entries()) rows[rowAt(line, i)] = cells[i]!;
  }
  return rows;
}
