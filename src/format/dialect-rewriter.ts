import { CsvError, type InfoRecord, Parser } from 'csv-parse';
import { badRequest } from '../base/errors.js';
import type { DeclaredDialect } from './declared-dialect.js';
import { unterminated } from './open-quote.js';
import { SourceLines } from './source-lines.js';

/** Dialect and limits of a file; can be sent to a thread. */
export interface RewriterOptions {
  /** Declared or found: one ASCII character. */
  readonly delimiter: string;
  /** These three as in DeclaredDialect. */
  readonly quote: string;
  readonly escape: string;
  readonly comment: string;
  /** 1-based line of the file on which its first record or comment stands. */
  readonly firstLine: number;
  readonly maxColumns: number;
  /** Default 8 MiB. */
  readonly maxRecordBytes?: number;
}

/**
 * Tells whether a file is read as it is: `csv-blocks.ts` and `csv-cells.ts` know double quotes that are
 * doubled, and no comments.
 */
export const needsRewriting = (dialect: DeclaredDialect): boolean =>
  dialect.quote !== '"' || dialect.escape !== '"' || dialect.comment !== '';

/**
 * Reads CSV of a declared dialect with csv-parse and writes it as what the other stages read: the same
 * delimiter, double quotes that are doubled, no comments. Each record keeps its line: comments leave a blank
 * one, and where a record has fewer line ends than it had, blank ones follow it.
 *
 * Only declared dialects take this way, as csv-parse does 17 to 30 MB/s where csv-cells.ts does hundreds, and
 * one cell's odd quotes cost it as much as the largest cell so far: hence the thread and its deadline, in
 * dialect-threads.ts. Each record with another number of cells than the first one costs it 20 µs more, for an
 * error that is dropped.
 *
 * Where csv-parse differs from csv-cells.ts: a comment character right behind closing quotes is read as if
 * the cell ended there, so that `'a'#b` is the cell `a#b`.
 */
export class DialectRewriter {
  readonly #options: RewriterOptions;
  readonly #maxRecordBytes: number;
  readonly #parser: Parser;
  readonly #special: RegExp;
  readonly #lines = new SourceLines();
  /**
   * Output as Latin-1, as are the cells: bytes that stay undecoded, as their encoding may be known at the end
   * only.
   */
  #out = '';
  /** Line ends up to here, in the file and in what is written. */
  #lineEnds = 0;
  #skippedLines = 0;
  /** Bytes of the record that is still open, without its part in the chunk in which it began. */
  #openBytes = 0;
  #ended = 0;

  constructor(options: RewriterOptions) {
    const { delimiter, quote, escape: escapes, comment, maxRecordBytes = 8 << 20 } = options;
    this.#options = options;
    this.#maxRecordBytes = maxRecordBytes;
    this.#special = new RegExp(`["\\r\\n${hex(delimiter)}]`);
    this.#parser = new Parser({
      encoding: 'latin1',
      delimiter,
      quote: quote === '' ? false : quote,
      escape: escapes === '' ? null : escapes,
      comment: comment === '' ? null : comment,
      comment_no_infix: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxRecordBytes,
      on_record: (cells: string[], { bytes }: InfoRecord) => {
        this.#write(cells, bytes);
        return null;
      },
    });
    // Each call gets its error too.
    this.#parser.on('error', () => {});
  }

  /**
   * The bytes to go on with: the records that they complete.
   * @throws AppError BAD_REQUEST for too many columns and an overlong record; nothing can be called after
   * that
   */
  async push(chunk: Buffer): Promise<Buffer> {
    this.#lines.push(chunk);
    await this.#settled((done) => this.#parser.write(chunk, done));
    this.#skipLines();
    this.#checkOpenRecord(chunk.length);
    return this.#take();
  }

  /**
   * To be called once, after the last chunk.
   * @throws AppError BAD_REQUEST as push does, and for a quote without an end
   */
  async finish(): Promise<Buffer> {
    await this.#settled((done) => this.#parser.end(done));
    return this.#take();
  }

  async #settled(start: (done: (error?: Error | null) => void) => void): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        start((error) => (error ? reject(error) : resolve()));
      });
    } catch (error) {
      this.#skipLines();
      const code = error instanceof CsvError ? error.code : null;
      if (code === 'CSV_MAX_RECORD_SIZE') throw this.#overlong();
      if (code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
      throw unterminated(`the record that begins on line ${this.#line} has one that opens`);
    }
  }

  /** 1-based, of the next record. */
  get #line(): number {
    return this.#options.firstLine + this.#lineEnds;
  }

  #take(): Buffer {
    const bytes = Buffer.from(this.#out, 'latin1');
    this.#out = '';
    return bytes;
  }

  /** Writes the comments and empty lines that csv-parse has left out so far. */
  #skipLines(): void {
    const { comment_lines: comments, empty_lines: empty } = this.#parser.info;
    this.#writeLineEnds(comments + empty - this.#skippedLines);
    this.#skippedLines = comments + empty;
  }

  #writeLineEnds(count: number): void {
    if (count <= 0) return;
    this.#out += '\n'.repeat(count);
    this.#lineEnds += count;
  }

  /** @param endByte of the record in the file */
  #write(cells: string[], endByte: number): void {
    this.#skipLines();
    const { delimiter, quote, maxColumns } = this.#options;
    if (cells.length > maxColumns)
      throw badRequest(`Too many columns: line ${this.#line} has more than ${maxColumns}`);
    if (cells.length > 1) {
      this.#out += this.#plain(cells[0]!);
      for (let i = 1; i < cells.length; i++) this.#out += delimiter + this.#plain(cells[i]!);
    } else if (!/^[ \t]*$/.test(cells[0]!)) {
      this.#out += this.#plain(cells[0]!);
    } else if (this.#lines.lastByteOfLine(endByte) === quote.charCodeAt(0)) {
      // Quotes make a record even of what is blank.
      this.#out += `"${cells[0]}"`;
    }
    // csv-parse's own count has a CRLF within quotes twice.
    for (const cell of cells) this.#lineEnds += countLineEnds(cell);
    this.#writeLineEnds(1);
    // An escape between a CR and an LF made two lines of them, and is gone.
    this.#writeLineEnds(this.#lines.before(endByte) - this.#lineEnds);
  }

  #plain(cell: string): string {
    return this.#special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  }

  /** csv-parse's own limit does not count empty cells, nor what it leaves out of a comment. */
  #checkOpenRecord(chunkBytes: number): void {
    const ended = this.#parser.info.records + this.#skippedLines;
    this.#openBytes = ended === this.#ended ? this.#openBytes + chunkBytes : 0;
    this.#ended = ended;
    if (this.#openBytes > this.#maxRecordBytes) throw this.#overlong();
  }

  #overlong = () =>
    badRequest(
      `The record that begins on line ${this.#line} is longer than ${this.#maxRecordBytes} bytes; is a quote left open?`,
    );
}

const hex = (char: string): string => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** Most cells have none, and searches are faster than a regular expression. */
function countLineEnds(cell: string): number {
  return cell.includes('\n') || cell.includes('\r') ? cell.match(/\r\n|\n|\r/g)!.length : 0;
}
