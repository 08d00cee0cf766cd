import type { Hash } from 'node:crypto';
import { badRequest } from '../errors.js';
import type { Block } from './block-builder.js';
import { CsvBlockCutter } from './csv-blocks.js';
import { type DeclaredDialect, NOTHING_DECLARED } from './declared-dialect.js';
import { detectDialect } from './dialect.js';
import { DialectRewriter, needsRewriting } from './dialect-rewriter.js';
import { createSpoolDecoder, decodeBlock, type SpoolEncoding } from './encoding.js';
import { restoreFormula } from './formula.js';
import { type Column, readHeader } from './header-row.js';
import { JsonBlockCutter } from './json-blocks.js';
import { parseRecords } from './records.js';
import { refuseBinary } from './signature.js';
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
/** Between two such parts of a file that is rewritten others get their turn. */
const REWRITE_BYTES = 64 * 1024;

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
 * @param declared what else is known of the bytes; its encoding goes before that of the content type
 * @throws AppError BAD_REQUEST for an unknown charset, an empty body, a file of another kind, an open quote, too many bytes,
 *   rows or columns
 */
export async function receiveCsv(
  body: AsyncIterable<Buffer>,
  file: DurableFile,
  limits: ReceiveLimits,
  declaredCharset: string | null,
  declared: DeclaredDialect = NOTHING_DECLARED,
): Promise<ReceivedUpload> {
  const decoder = createSpoolDecoder(declared.encoding ?? declaredCharset);
  const refuseOthers = refuseBinary();
  const rewrites = needsRewriting(declared);
  const receiver = new Receiver(file, limits);
  // Kept until they are enough to tell the dialect.
  let first: Buffer = Buffer.alloc(0);
  let cutter: CsvBlockCutter | null = null;
  let rewriter: DialectRewriter | null = null;
  let delimiter = ',';
  const start = async (complete: boolean): Promise<CsvBlockCutter> => {
    const sample = first.subarray(0, SAMPLE_BYTES);
    const dialect = detectDialect(sample, complete && first.length <= SAMPLE_BYTES, declared);
    const { preambleBytes } = dialect;
    delimiter = dialect.delimiter;
    const made = new CsvBlockCutter({ ...dialect, maxColumns: MAX_COLUMNS });
    if (rewrites) rewriter = new DialectRewriter({ ...declared, delimiter });
    await receiver.store(first.subarray(0, preambleBytes), made);
    const records = first.subarray(preambleBytes);
    await receiver.store(rewriter?.push(records) ?? records, made);
    return made;
  };
  const take = async (bytes: Buffer): Promise<void> => {
    if (cutter === null) {
      first = first.length === 0 ? bytes : Buffer.concat([first, bytes]);
      if (first.length >= SAMPLE_BYTES) cutter = await start(false);
    } else {
      await receiver.store(rewriter === null ? bytes : rewriter.push(bytes), cutter);
    }
  };
  for await (const chunk of body) {
    receiver.count(chunk);
    refuseOthers(chunk);
    const step = rewrites ? REWRITE_BYTES : chunk.length;
    for (let i = 0; i < chunk.length; i += step) await take(decoder.push(chunk.subarray(i, i + step)));
  }
  const { tail, encoding, note } = decoder.finish();
  await take(tail);
  const cut = cutter ?? (await start(true));
  // TypeScript does not see what start() assigns.
  const rest = (rewriter as DialectRewriter | null)?.finish();
  if (rest) await receiver.store(rest, cut);
  receiver.finish(cut);
  if (cut.header === null) throw badRequest('the upload is empty: it has no header row');
  const headerText = decodeBlock(await file.read(cut.header.startByte, cut.header.endByte), encoding);
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
