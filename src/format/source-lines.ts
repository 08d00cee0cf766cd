const LF = 10;
const CR = 13;

/**
 * csv-parse looks ahead by a quote and a line end, so that a record ends so few bytes before a chunk at the
 * most.
 */
const LOOK_BACK_BYTES = 16;

/**
 * Counts the line ends (LF, CRLF, CR) of a file that comes in chunks, up to offsets in bytes that only grow.
 */
export class SourceLines {
  /** The last bytes that came. */
  #bytes: Buffer = Buffer.alloc(0);
  /** Offset of the first of `#bytes` in the file. */
  #offset = 0;
  #countedTo = 0;
  #count = 0;
  #lastCounted = 0;

  push(chunk: Buffer): void {
    const gone = Math.max(0, this.#bytes.length - LOOK_BACK_BYTES);
    this.before(this.#offset + gone);
    this.#bytes = Buffer.concat([this.#bytes.subarray(gone), chunk]);
    this.#offset += gone;
  }

  /** The line ends before an offset within the last chunk, or a few bytes before it. */
  before(offset: number): number {
    for (; this.#countedTo < offset; this.#countedTo++) {
      const byte = this.#bytes[this.#countedTo - this.#offset]!;
      if (byte === CR || (byte === LF && this.#lastCounted !== CR)) this.#count++;
      this.#lastCounted = byte;
    }
    return this.#count;
  }

  /** The last byte of the line that ends before an offset as in `before`, without its line end. */
  lastByteOfLine(offset: number): number | undefined {
    let at = offset - this.#offset - 1;
    if (this.#bytes[at] === LF) at--;
    if (this.#bytes[at] === CR) at--;
    return this.#bytes[at];
  }
}
