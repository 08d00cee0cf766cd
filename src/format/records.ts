import { CsvCells, type CsvOptions } from './csv-cells.js';

export interface RecordBatch {
  /** Records as they stand in the file: any number of cells, neither trimmed nor padded. */
  readonly cells: string[][];
  /** 1-based physical line on which the record of the same index starts. */
  readonly lines: number[];
}

/**
 * All records of a text at once.
 * @throws AppError BAD_REQUEST on a quote without an end, naming the line on which it opens
 */
export function parseRecords(text: string, options: CsvOptions): RecordBatch {
  const cells: string[][] = [];
  const lines: number[] = [];
  for (const record = new CsvCells(Buffer.from(text), options); record.advance(); ) {
    cells.push(record.texts());
    lines.push(record.line);
  }
  return { cells, lines };
}
