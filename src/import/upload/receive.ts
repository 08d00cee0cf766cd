import type { Hash } from 'node:crypto';
import { badRequest } from '../../errors.js';
import type { Block } from '../block.js';
import { type Column, readHeader } from '../columns/header-row.js';
import { CsvBlockCutter } from '../format/csv-blocks.js';
import { detectDialect } from '../format/dialect.js';
import { createSpoolDecoder, decodeBlock, type SpoolEncoding } from '../format/encoding.js';
import { JsonBlockCutter } from '../format/json-blocks.js';
import { parseRecords } from '../format/records.js';
import { restoreFormula } from '../rows/formula.js';
import type { DurableFile } from './spool.js';

export interface ReceiveLimits {
  maxBytes: number;
  /** Data records. */
  maxRows: number;
  /** Fed with the bytes as they came. */
  fingerprint?: Hash;
}

/** What is known of an upload once all its bytes are in the spool. */
export interface ReceivedUpload {
  format: 'csv' | 'json';
  encoding: SpoolEncoding;
  /** '' for JSON. */
  delimiter: string;
  /** Empty for JSON. */
  columns: Column[];
  rows: number;
  blocks: Block[];
  notes: string[];
  receivingMs: number;
}

const MAX_COLUMNS = 5000;
/** Enough of the file to see its dialect. */
const SAMPLE_BYTES = 64 * 1024;

interface Cutter {
  readonly records: number;
  push(chunk: Buffer): Block[];
  finish(): Block[];
}

/** Counts and cuts what it passes on; refuses as soon as a limit is passed. */
class Receiver {
  readonly blocks: Block[] = [];
  readonly #beginMs = performance.now();
  #bytes = 0;

  constructor(
    readonly file: DurableFile,
    readonly limits: ReceiveLimits,
  ) {}

  get elapsedMs(): number {
    return performance.now() - this.#beginMs;
  }

  count(chunk: Buffer): void {
    this.#bytes += chunk.length;
    const { maxBytes, fingerprint } = this.limits;
    fingerprint?.update(chunk);
    if (this.#bytes > maxBytes) throw badRequest(`the upload is larger than the limit of ${maxBytes} bytes`);
  }

  async store(bytes: Buffer, cutter: Cutter): Promise<void> {
    if (bytes.length === 0) return;
    for (const block of cutter.push(bytes)) this.blocks.push(block);
    this.#checkRows(cutter);
    await this.file.write(bytes);
  }

  finish(cutter: Cutter): void {
    for (const block of cutter.finish()) this.blocks.push(block);
    this.#checkRows(cutter);
  }

  #checkRows(cutter: Cutter): void {
    const { maxRows } = this.limits;
    if (cutter.records > maxRows)
      throw badRequest(`the upload has more rows than the plan's limit of ${maxRows}`);
  }
}

/**
 * Streams a CSV upload into `file` while its records are counted and cut into blocks.
 * @param declaredCharset of the content type
 * @throws AppError BAD_REQUEST for an unknown charset, an empty body, an open quote, too many bytes, rows or columns
 */
export async function receiveCsv(
  body: AsyncIterable<Buffer>,
  file: DurableFile,
  limits: ReceiveLimits,
  declaredCharset: string | null,
): Promise<ReceivedUpload> {
  const decoder = createSpoolDecoder(declaredCharset);
  const receiver = new Receiver(file, limits);
  // Of the first bytes the dialect is read and, once it is known where the header ends, the names.
  let head: Buffer = Buffer.alloc(0);
  let cutter: CsvBlockCutter | null = null;
  let delimiter = ',';
  const start = async (complete: boolean): Promise<CsvBlockCutter> => {
    const dialect = detectDialect(head.subarray(0, SAMPLE_BYTES), complete && head.length <= SAMPLE_BYTES);
    delimiter = dialect.delimiter;
    const made = new CsvBlockCutter({ ...dialect, maxColumns: MAX_COLUMNS });
    await receiver.store(head, made);
    return made;
  };
  const take = async (bytes: Buffer): Promise<void> => {
    if (cutter === null) {
      head = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
      if (head.length >= SAMPLE_BYTES) cutter = await start(false);
    } else {
      if (cutter.header === null) head = Buffer.concat([head, bytes]);
      await receiver.store(bytes, cutter);
    }
  };
  for await (const chunk of body) {
    receiver.count(chunk);
    await take(decoder.push(chunk));
  }
  const { tail, encoding, note } = decoder.finish();
  await take(tail);
  const cut = cutter ?? (await start(true));
  receiver.finish(cut);
  if (cut.header === null) throw badRequest('the upload is empty: it has no header row');
  const headerText = decodeBlock(head.subarray(cut.header.startByte, cut.header.endByte), encoding);
  const [header] = parseRecords(headerText, { delimiter, firstLine: cut.header.line }).cells;
  return {
    format: 'csv',
    encoding,
    delimiter,
    columns: readHeader((header ?? []).map(restoreFormula)),
    rows: cut.records,
    blocks: receiver.blocks,
    notes: note === null ? [] : [note],
    receivingMs: receiver.elapsedMs,
  };
}

/**
 * Streams a JSON upload into `file` while the elements of `markers` are counted and cut into blocks.
 * @throws AppError BAD_REQUEST for what cannot be `{markers: [...]}`, too many bytes or rows; the elements themselves
 *   are judged by `check-json.ts`
 */
export async function receiveJson(
  body: AsyncIterable<Buffer>,
  file: DurableFile,
  limits: ReceiveLimits,
): Promise<ReceivedUpload> {
  const receiver = new Receiver(file, limits);
  const cutter = new JsonBlockCutter();
  for await (const chunk of body) {
    receiver.count(chunk);
    await receiver.store(chunk, cutter);
  }
  receiver.finish(cutter);
  const { blocks } = receiver;
  return {
    format: 'json',
    encoding: 'utf-8',
    delimiter: '',
    columns: [],
    rows: cutter.records,
    blocks,
    notes: [],
    receivingMs: receiver.elapsedMs,
  };
}
