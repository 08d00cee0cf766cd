import type { OpenBlob } from '../../blob/blob-store.js';
import { type Block, type LineRun, MAX_RECORD_BYTES } from '../../format/block.js';
import { CsvBlockCutter } from '../../format/csv-blocks.js';
import { CsvCells } from '../../format/csv-cells.js';
import { withSourceLines } from '../../format/tall-rows.js';
import type { UploadFile } from '../spool/uploaded.js';
import type { KeptRows } from '../task.js';
import { type ReceivedUpload, receiveJson } from './receive.js';
import { MAX_COLUMNS, type ReceiveLimits, Receiver } from './receiver.js';

/** First bytes of some files of rejected rows. */
const MARK = Buffer.from('\ufeff');
/** `sheet`, `row` and `error` stand behind the columns of the upload. */
const OWN_COLUMNS = 3;
/** A marker of JSON has its quotes doubled in a cell. */
const MAX_CELL_BYTES = 3 * MAX_RECORD_BYTES;

/**
 * Takes the rows that an import has rejected for an upload of its format.
 * @param lines of the rows in the first file
 * @throws AppError BAD_REQUEST for more rows than an import may have; RATE_LIMITED without room
 */
export function receiveKept(
  rows: OpenBlob,
  task: KeptRows,
  lines: readonly LineRun[],
  file: UploadFile,
  limits: Omit<ReceiveLimits, 'maxBytes'>,
): Promise<ReceivedUpload> {
  const unbounded = { ...limits, maxBytes: Number.POSITIVE_INFINITY };
  return task.format === 'json'
    ? receiveJson(markersOf(rows), file, unbounded)
    : receiveRows(rows, task, lines, new Receiver(file, unbounded));
}

async function receiveRows(
  rows: OpenBlob,
  task: KeptRows,
  lines: readonly LineRun[],
  receiver: Receiver,
): Promise<ReceivedUpload> {
  const { delimiter, mapping, unnamed, sheet } = task;
  const cutter = new CsvBlockCutter({ delimiter, maxColumns: MAX_COLUMNS + OWN_COLUMNS });
  const { isMarked, from } = await beginOf(rows);
  for await (const chunk of rows.read(from, rows.bytes)) await receiver.store(chunk, cutter);
  receiver.finish(cutter);
  return {
    ...{ format: 'csv', encoding: 'utf-8', delimiter, rows: cutter.records },
    columns: mapping.map(({ index, header }) => ({
      ...{ index, name: header, original: header },
      ...(unnamed.includes(index) && { unnamed: true }),
    })),
    blocks: withSourceLines(receiver.blocks, lines),
    notes: [],
    members: {},
    receivingMs: receiver.elapsedMs,
    table: null,
    ...(sheet !== undefined && { sheet }),
    ...(isMarked && { isMarked }),
  };
}

async function beginOf(rows: OpenBlob): Promise<{ isMarked?: true; from: number }> {
  const first: Buffer[] = [];
  for await (const chunk of rows.read(0, Math.min(MARK.length, rows.bytes))) first.push(chunk);
  return Buffer.concat(first).equals(MARK) ? { isMarked: true, from: MARK.length } : { from: 0 };
}

/** The body of a batch with the markers that a file of rejected ones has in its first column. */
async function* markersOf(rows: OpenBlob): AsyncGenerator<Buffer> {
  yield Buffer.from('{"markers":[');
  let separator = '';
  for await (const { startByte, endByte, firstLine } of blocksOf(rows)) {
    const bytes: Buffer[] = [];
    for await (const chunk of rows.read(startByte, endByte)) bytes.push(chunk);
    let text = '';
    for (const cells = new CsvCells(Buffer.concat(bytes), { delimiter: ',', firstLine }); cells.advance(); ) {
      // Nothing is kept of a marker that was too long to be read.
      text += separator + (cells.texts()[0] || '{}');
      separator = ',\n';
    }
    yield Buffer.from(text);
  }
  yield Buffer.from(']}');
}

async function* blocksOf(rows: OpenBlob): AsyncGenerator<Block> {
  const cutter = new CsvBlockCutter({ delimiter: ',', maxColumns: 2, maxRecordBytes: MAX_CELL_BYTES });
  for await (const chunk of rows.read(0, rows.bytes)) yield* cutter.push(chunk);
  yield* cutter.finish();
}
