import { parseRecords } from '../../src/format/records.js';
import { numberByRows, rowsOf } from '../../src/format/tall-rows.js';
import { WorkbookConverter } from '../../src/import/upload/convert-workbook.js';
import { readUploadTable } from '../../src/import/upload/read-table.js';
import { ANYWHERE, TableCutter } from '../../src/import/upload/table-cutter.js';
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
    const cutter = new TableCutter({ delimiter: ',', targetBytes: 64 }, ANYWHERE);
    const chunks: Buffer[] = [];
    const blocks = [];
    const parts = converter.read(sheet);
    for (;;) {
      const { done, value } = await parts.next();
      if (done) {
        const { width, merged, tallRows, notes } = value;
        if (width === 0) return { sheets, header: [], rows: {}, notes };
        blocks.push(...cutter.finish());
        const csv = Buffer.concat(chunks);
        const written = {
          write: async () => {},
          read: async (from: number, to: number) => csv.subarray(from, to),
        };
        const table = await readUploadTable({
          cutter,
          blocks,
          file: written,
          encoding: 'utf-8',
          merged,
          width,
        });
        const header = table.columns.map(({ original }) => original);
        return { sheets, header, rows: recordsOf(csv, numberByRows(table.blocks, tallRows)), notes };
      }
      chunks.push(value);
      blocks.push(...cutter.push(value));
    }
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
