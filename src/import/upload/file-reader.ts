import { DialectRewriter, type RewriterOptions } from '../../format/dialect-rewriter.js';
import { createSpoolDecoder, type SpoolDecoder } from '../../format/encoding.js';

/** Work of a thread on the bytes of a CSV file; one of both at least. */
export interface FileReaderOptions {
  /** Declared for the bytes; null: they are what the other stages read. */
  readonly charset: string | null;
  /** Dialect of a file that is rewritten; null: as it is. */
  readonly dialect: RewriterOptions | null;
  /** Bytes of UTF-8 before the first record, which are kept as they are. */
  readonly preambleBytes: number;
}

/** Runs on a thread: transcodes a file to UTF-8, and rewrites what has a dialect of its own. */
export class FileReader {
  readonly #decoder: SpoolDecoder | null;
  readonly #rewriter: DialectRewriter | null;
  #preamble: number;

  constructor({ charset, dialect, preambleBytes }: FileReaderOptions) {
    this.#decoder = charset === null ? null : createSpoolDecoder(charset);
    this.#rewriter = dialect === null ? null : new DialectRewriter(dialect);
    this.#preamble = preambleBytes;
  }

  /** @throws AppError BAD_REQUEST for what DialectRewriter refuses. So does `finish` */
  async push(bytes: Buffer): Promise<Buffer> {
    const decoded = this.#decoder?.push(bytes) ?? bytes;
    if (this.#rewriter === null) return decoded;
    const before = decoded.subarray(0, this.#preamble);
    this.#preamble -= before.length;
    const rewritten = await this.#rewriter.push(decoded.subarray(before.length));
    return before.length === 0 ? rewritten : Buffer.concat([before, rewritten]);
  }

  async finish(): Promise<Buffer> {
    const tail = this.#decoder?.finish().tail ?? Buffer.alloc(0);
    if (this.#rewriter === null) return tail;
    return Buffer.concat([await this.#rewriter.push(tail), await this.#rewriter.finish()]);
  }
}
