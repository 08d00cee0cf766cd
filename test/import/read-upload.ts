import { CsvBlockCutter } from '../../src/format/csv-blocks.js';
import { detectDialect } from '../../src/format/dialect.js';
import { createSpoolDecoder, decodeBlock } from '../../src/format/encoding.js';
import { parseRecords } from '../../src/format/records.js';

export interface Reading {
  delimiter: string;
  encoding: string;
  /** The header row first. */
  cells: string[][];
  lines: number[];
}

/**
 * The way of an upload through all kernels, cut as finely as possible.
 * @throws AppError BAD_REQUEST
 */
export function readUpload(upload: Buffer, charset: string | null, chunkBytes: number): Reading {
  const decoder = createSpoolDecoder(charset);
  const parts = slices(upload, chunkBytes).map((chunk) => decoder.push(chunk));
  const { tail, encoding } = decoder.finish();
  const spool = Buffer.concat([...parts, tail]);

  const { delimiter, preambleBytes } = detectDialect(spool, true);
  const cutter = new CsvBlockCutter({ delimiter, preambleBytes, targetBytes: 1, maxColumns: 1000 });
  const blocks = slices(spool, chunkBytes).flatMap((chunk) => cutter.push(chunk));
  blocks.push(...cutter.finish());

  const header = cutter.header!;
  const cells: string[][] = [];
  const lines: number[] = [];
  for (const range of [{ ...header, firstLine: header.line }, ...blocks]) {
    const text = decodeBlock(spool.subarray(range.startByte, range.endByte), encoding);
    const batch = parseRecords(text, { delimiter, firstLine: range.firstLine });
    cells.push(...batch.cells);
    lines.push(...batch.lines);
  }
  return { delimiter, encoding, cells, lines };
}

function slices(bytes: Buffer, size: number): Buffer[] {
  const parts: Buffer[] = [];
  for (let i = 0; i < bytes.length; i += size) parts.push(bytes.subarray(i, i + size));
  return parts;
}
