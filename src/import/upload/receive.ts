import type { Block } from '../../format/block.js';
import type { CsvBlockCutter } from '../../format/csv-blocks.js';
import { type DeclaredDialect, NOTHING_DECLARED } from '../../format/declared-dialect.js';
import { detectDialect } from '../../format/dialect.js';
import { needsRewriting, type RewriterOptions } from '../../format/dialect-rewriter.js';
import {
  createSpoolDecoder,
  isCostly,
  isMarkedOrDeclared,
  type SpoolDecoder,
  type SpoolEncoding,
  undeclaredCharset,
} from '../../format/encoding.js';
import { detectEscape } from '../../format/escape.js';
import { JsonBlockCutter } from '../../format/json-blocks.js';
import type { MergedDown } from '../../format/workbook/sheet-findings.js';
import type { Column } from '../columns/header-row.js';
import { leftOutNotes, type TableRead } from '../columns/table/left-out-notes.js';
import type { UploadFile } from '../spool/uploaded.js';
import type { CountedSheet } from './choose-sheet.js';
import type { Rewriter } from './dialect-threads.js';
import type { FileReaderOptions } from './file-reader.js';
import { readUploadTable, type Settle } from './read-table.js';
import { MAX_COLUMNS, type ReceiveLimits, Receiver } from './receiver.js';
import { ANYWHERE, TableCutter, type TableOptions } from './table-cutter.js';

/** Format, columns and blocks of an upload whose bytes are all in the spool. */
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
  /** Members beside `markers` in JSON. */
  members: Readonly<Record<string, unknown>>;
  receivingMs: number;
  /** Where the table is, of CSV and workbooks. */
  table: TableRead | null;
  /** Name of the sheet of a workbook that was written as CSV. */
  sheet?: string;
  /** Sheets of the workbook, where its client may choose another one. */
  sheets?: readonly CountedSheet[];
  /** Cells of a sheet below its header that are merged over rows, and not filled down; absent: none. */
  mergedDown?: readonly MergedDown[];
  /**
   * It began with a byte order mark, or was declared to be in another charset than UTF-8. Absent: neither.
   */
  isMarked?: true;
}

/** Enough of the file to see its dialect. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * Dialect of a CSV file as its sender declares it, and the thread for one that is not the default, or for a
 * charset.
 */
export interface CsvReading {
  readonly declared: DeclaredDialect;
  readonly startRewriter: (options: FileReaderOptions) => Promise<Rewriter>;
  /** Where the table is. */
  readonly where: TableOptions;
  /** Blocks grow to about this size; default: that of the cutter. */
  readonly blockBytes?: number;
  readonly settle?: Settle;
}

/**
 * Streams a CSV upload into `file` while its records are counted and cut into blocks.
 * @param declaredCharset of the content type; the encoding in `reading` goes before it
 * @throws AppError BAD_REQUEST for an unknown charset, an empty body, an open quote, too many bytes,
 *   rows or columns; what the rewriter throws
 */
export async function receiveCsv(
  body: AsyncIterable<Buffer>,
  file: UploadFile,
  limits: ReceiveLimits,
  declaredCharset: string | null,
  reading: CsvReading | null = null,
): Promise<ReceivedUpload> {
  const declared = reading?.declared ?? NOTHING_DECLARED;
  const receiver = new Receiver(file, limits);
  const stored = new CsvStore(receiver, reading, declared.encoding ?? declaredCharset);
  try {
    for await (const chunk of body) {
      receiver.count(chunk);
      await stored.push(chunk);
    }
    const { cutter, encoding, note } = await stored.finish();
    const table = await readUploadTable({
      cutter,
      blocks: receiver.blocks,
      file,
      encoding,
      settle: reading?.settle,
    });
    receiver.checkRows(table.rows);
    return {
      format: 'csv',
      encoding,
      delimiter: cutter.delimiter,
      columns: table.columns,
      rows: table.rows,
      blocks: table.blocks,
      notes: [
        ...(note === null ? [] : [note]),
        ...stored.notes,
        ...openQuoteNotes(cutter.cutter.openQuotes),
        ...leftOutNotes(table),
      ],
      members: {},
      receivingMs: receiver.elapsedMs,
      table,
      ...(stored.isMarked && { isMarked: true }),
    };
  } finally {
    await stored.end();
  }
}

const BACKSLASHES =
  'Quotes within quoted cells were read as escaped by backslashes, as the first records show: the option escape says otherwise.';

const openQuoteNotes = ({ rows, firstLine }: CsvBlockCutter['openQuotes']): string[] =>
  rows === 0
    ? []
    : [
        `${rows === 1 ? 'A quote opens' : `${rows.toLocaleString('en')} quotes open`} without closing on the same line, ${rows === 1 ? 'on' : 'the first on'} line ${firstLine}, and the lines behind have as many cells as the header: they were read as rows, and such quotes as text. If the lines are one cell, write the quotes within it twice.`,
      ];

/**
 * Keeps the first bytes until they are enough to tell the dialect, then stores all of them, transcoded and
 * rewritten where that is needed.
 */
class CsvStore {
  readonly #receiver: Receiver;
  readonly #reading: CsvReading | null;
  #charset: string | null;
  #decoder: SpoolDecoder;
  #first: Buffer = Buffer.alloc(0);
  #cutter: TableCutter | null = null;
  #rewriter: Rewriter | null = null;
  /** On how the file is read, for the client. */
  readonly notes: string[] = [];
  /** It began with a byte order mark, or is declared to be in another charset than UTF-8. */
  isMarked = false;
  /** The thread of the rewriter transcodes, too. */
  #isRaw = false;

  /** @throws AppError BAD_REQUEST for an unknown charset */
  constructor(receiver: Receiver, reading: CsvReading | null, charset: string | null) {
    this.#receiver = receiver;
    this.#reading = reading;
    this.#charset = charset;
    this.#decoder = createSpoolDecoder(charset);
  }

  async push(bytes: Buffer): Promise<void> {
    if (this.#cutter !== null)
      return this.#store(this.#isRaw ? bytes : this.#decoder.push(bytes), this.#cutter);
    this.#first = this.#first.length === 0 ? bytes : Buffer.concat([this.#first, bytes]);
    if (this.#first.length >= SAMPLE_BYTES) await this.#start(false);
  }

  async finish(): Promise<{ cutter: TableCutter; encoding: SpoolEncoding; note: string | null }> {
    const cutter = this.#cutter ?? (await this.#start(true));
    const { tail, ...read } = this.#decoder.finish();
    await this.#store(tail, cutter);
    if (this.#rewriter)
      for await (const rest of this.#rewriter.finish()) await this.#receiver.store(rest, cutter);
    this.#receiver.finish(cutter);
    return { cutter, ...read };
  }

  async end(): Promise<void> {
    await this.#rewriter?.end();
  }

  async #start(complete: boolean): Promise<TableCutter> {
    const raw = this.#first;
    this.#first = Buffer.alloc(0);
    this.isMarked = isMarkedOrDeclared(raw, this.#charset);
    const declared = this.#reading?.declared ?? NOTHING_DECLARED;
    const undeclared = undeclaredCharset(raw.subarray(0, SAMPLE_BYTES), this.#charset);
    if (undeclared !== null) {
      this.notes.push(undeclared.note);
      this.#charset = undeclared.charset;
      this.#decoder = createSpoolDecoder(undeclared.charset);
    }
    // Short bodies are transcoded here: a thread takes longer to start.
    this.#isRaw = !complete && this.#reading !== null && isCostly(raw, this.#charset);
    const first = this.#decoder.push(this.#isRaw ? raw.subarray(0, SAMPLE_BYTES) : raw);
    // These bytes were only looked at.
    if (this.#isRaw) this.#decoder = createSpoolDecoder(null);
    const sample = first.subarray(0, SAMPLE_BYTES);
    const dialect = detectDialect(sample, complete && first.length <= SAMPLE_BYTES, declared);
    const escapes = detectEscape(sample, dialect.delimiter, declared);
    if (escapes !== declared.escape) this.notes.push(BACKSLASHES);
    const read = { ...declared, escape: escapes };
    const rewriting = needsRewriting(read) ? rewriterOptions(read, dialect) : null;
    const { where = ANYWHERE, blockBytes } = this.#reading ?? {};
    const cutter = new TableCutter(
      {
        ...dialect,
        findsOpenQuotes: rewriting === null,
        ...(blockBytes !== undefined && { targetBytes: blockBytes }),
      },
      where,
    );
    if (this.#reading && (rewriting !== null || this.#isRaw))
      this.#rewriter = await this.#reading.startRewriter({
        charset: this.#isRaw ? this.#charset : null,
        dialect: rewriting,
        preambleBytes: dialect.preambleBytes,
      });
    this.#cutter = cutter;
    await this.#store(this.#isRaw ? raw : first, cutter);
    return cutter;
  }

  async #store(bytes: Buffer, cutter: TableCutter): Promise<void> {
    if (this.#rewriter === null) return this.#receiver.store(bytes, cutter);
    for await (const rewritten of this.#rewriter.push(bytes)) await this.#receiver.store(rewritten, cutter);
  }
}

function rewriterOptions(
  { quote, escape: escapes, comment }: DeclaredDialect,
  { delimiter, preambleBytes }: { delimiter: string; preambleBytes: number },
): RewriterOptions {
  const firstLine = preambleBytes > 0 ? 2 : 1;
  return { delimiter, quote, escape: escapes, comment, firstLine, maxColumns: MAX_COLUMNS };
}

/**
 * Streams a JSON upload into `file` while the elements of `markers` are counted and cut into blocks.
 * @throws AppError BAD_REQUEST for what cannot be `{markers: [...]}`, too many bytes or rows; the elements
 * themselves are judged by `check-json.ts`
 */
export async function receiveJson(
  body: AsyncIterable<Buffer>,
  file: UploadFile,
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
    members: cutter.others,
    receivingMs: receiver.elapsedMs,
    table: null,
  };
}
