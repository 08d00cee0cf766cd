import type { Block } from '../../format/block.js';
import type { CsvBlockCutter } from '../../format/csv-blocks.js';
import { type DeclaredDialect, NOTHING_DECLARED } from '../../format/declared-dialect.js';
import { delimiterInstead, detectDialect } from '../../format/dialect.js';
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
import { FOOT_ROWS } from '../columns/table/find-footer.js';
import { leftOutNotes, type TableRead } from '../columns/table/left-out-notes.js';
import type { UploadFile } from '../spool/uploaded.js';
import type { CountedSheet } from './choose-sheet.js';
import type { Rewriter } from './dialect-threads.js';
import type { FileReaderOptions } from './file-reader.js';
import { ANYWHERE, openTable, type TableOptions } from './open-table.js';
import { HEAD_BYTES, OpenedStream } from './opened-stream.js';
import { readUploadTable, type Settle } from './read-table.js';
import { MAX_COLUMNS, type ReceiveLimits, Receiver } from './receiver.js';

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
  const { declared = NOTHING_DECLARED, where = ANYWHERE, blockBytes, settle } = reading ?? {};
  const charset = declared.encoding ?? declaredCharset;
  const opened = await OpenedStream.open(body);
  const receiver = new Receiver(file, limits, FOOT_ROWS);
  const head = readHead(opened, charset, declared, reading !== null);
  const rewriter = reading && head.rewriting ? await reading.startRewriter(head.rewriting) : null;
  const decoder = createSpoolDecoder(head.isRaw ? null : head.charset);
  let read: Omit<ReturnType<SpoolDecoder['finish']>, 'tail'> | undefined;
  const spooled = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of opened) {
      receiver.count(chunk);
      const bytes = head.isRaw ? chunk : decoder.push(chunk);
      if (rewriter === null) yield bytes;
      else yield* rewriter.push(bytes);
    }
    const { tail, ...rest } = decoder.finish();
    read = rest;
    if (rewriter === null) return yield tail;
    yield* rewriter.push(tail);
    yield* rewriter.finish();
  };
  try {
    const stream = await OpenedStream.open(spooled());
    const cutDialect = {
      ...head.dialect,
      findsOpenQuotes: head.rewriting?.dialect == null,
      ...(blockBytes !== undefined && { targetBytes: blockBytes }),
    };
    const table = openTable(stream, cutDialect, where);
    for await (const bytes of stream) await receiver.store(bytes, table.cutter);
    receiver.finish(table.cutter);
    const { encoding, note } = read!;
    const { blocks } = receiver;
    const settled = await readUploadTable({ opened: table, blocks, file, encoding, settle });
    receiver.checkRows(settled.rows);
    return {
      format: 'csv',
      encoding,
      delimiter: table.delimiter,
      columns: settled.columns,
      rows: settled.rows,
      blocks: settled.blocks,
      notes: [
        ...(note === null ? [] : [note]),
        ...head.notes,
        ...openQuoteNotes(table.cutter.openQuotes),
        ...leftOutNotes(settled),
      ],
      members: {},
      receivingMs: receiver.elapsedMs,
      table: settled,
      ...(head.isMarked && { isMarked: true }),
    };
  } finally {
    await rewriter?.end();
    await opened.end();
  }
}

const BACKSLASHES =
  'Quotes within quoted cells were read as escaped by backslashes, as the first records show: the option escape says otherwise.';

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
};
const nameOfDelimiter = (delimiter: string): string => DELIMITER_NAMES[delimiter] ?? `"${delimiter}"`;

const lackedDelimiter = (declared: string, instead: string): string =>
  `The first records have no ${nameOfDelimiter(declared)}, which the option delimiter names, and were read as one column. They look separated by the ${nameOfDelimiter(instead)}: leave delimiter out, or name that.`;

const openQuoteNotes = ({ rows, firstLine }: CsvBlockCutter['openQuotes']): string[] =>
  rows === 0
    ? []
    : [
        `${rows === 1 ? 'A quote opens' : `${rows.toLocaleString('en')} quotes open`} without closing on the same line, ${rows === 1 ? 'on' : 'the first on'} line ${firstLine}, and the lines behind have as many cells as the header: they were read as rows, and such quotes as text. If the lines are one cell, write the quotes within it twice.`,
      ];

/** Says how a CSV file is read, by its first bytes. @param hasThreads that read what costs much */
function readHead(
  { first, isComplete }: OpenedStream,
  declaredCharset: string | null,
  declared: DeclaredDialect,
  hasThreads: boolean,
) {
  const raw = first.subarray(0, HEAD_BYTES);
  const undeclared = undeclaredCharset(raw, declaredCharset);
  const charset = undeclared?.charset ?? declaredCharset;
  const sample = createSpoolDecoder(charset).push(raw).subarray(0, HEAD_BYTES);
  const dialect = detectDialect(sample, isComplete, declared);
  const instead = delimiterInstead(sample, isComplete, declared);
  const escapes = detectEscape(sample, dialect.delimiter, declared);
  const read = { ...declared, escape: escapes };
  const rewritten = needsRewriting(read) ? rewriterOptions(read, dialect) : null;
  // Short bodies are transcoded here: a thread takes longer to start.
  const isRaw = !isComplete && hasThreads && isCostly(raw, charset);
  const { preambleBytes } = dialect;
  return {
    charset,
    dialect,
    /** The thread of the rewriter transcodes, too. */
    isRaw,
    /** null: the bytes are read as they are. */
    rewriting:
      rewritten || isRaw ? { charset: isRaw ? charset : null, dialect: rewritten, preambleBytes } : null,
    /** On how the file is read, for the client. */
    notes: [
      ...(undeclared ? [undeclared.note] : []),
      ...(instead === null ? [] : [lackedDelimiter(declared.delimiter!, instead)]),
      ...(escapes === declared.escape ? [] : [BACKSLASHES]),
    ],
    isMarked: isMarkedOrDeclared(raw, declaredCharset),
  };
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
