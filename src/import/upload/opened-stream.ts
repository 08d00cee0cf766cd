/** Enough of a file to see what it is, its dialect and its header. */
export const HEAD_BYTES = 64 * 1024;

/** A stream whose first bytes are there to be looked at, and come again when it is read. */
export class OpenedStream implements AsyncIterable<Buffer> {
  readonly #iterator: AsyncIterator<Buffer>;

  private constructor(
    iterator: AsyncIterator<Buffer>,
    /** HEAD_BYTES at least, or all of a stream that is shorter. To be looked at before the stream is read. */
    readonly first: Buffer,
    /** There are no further bytes. */
    readonly isComplete: boolean,
  ) {
    this.#iterator = iterator;
  }

  /** Opens a stream, unless it is open. */
  static async open(stream: AsyncIterable<Buffer>): Promise<OpenedStream> {
    if (stream instanceof OpenedStream) return stream;
    const iterator = stream[Symbol.asyncIterator]();
    let first: Buffer = Buffer.alloc(0);
    // One buffer for all: a client that sends byte by byte leaves no list of 65,536 buffers.
    let room: Buffer | null = null;
    while (first.length < HEAD_BYTES) {
      const { done, value } = await iterator.next();
      if (done) return new OpenedStream(iterator, first, true);
      const length = first.length + value.length;
      if (first.length === 0) first = value;
      else if (length > HEAD_BYTES) first = Buffer.concat([first, value]);
      else {
        if (room === null) {
          room = Buffer.allocUnsafe(HEAD_BYTES);
          first.copy(room);
        }
        value.copy(room, first.length);
        first = room.subarray(0, length);
      }
    }
    return new OpenedStream(iterator, first, false);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    if (this.first.length > 0) yield this.first;
    for (let next = await this.#iterator.next(); !next.done; next = await this.#iterator.next())
      yield next.value;
  }

  /** To be called whatever becomes of the stream. */
  async end(): Promise<void> {
    await this.#iterator.return?.();
  }
}
