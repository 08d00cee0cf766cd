/** Cuts a stream into parts of one size. The last part is shorter; an empty stream has one empty part. */
export class PartReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #partBytes: number;
  #rest: Uint8Array = new Uint8Array();
  #ended = false;

  constructor(content: AsyncIterable<Uint8Array>, partBytes: number) {
    this.#chunks = content[Symbol.asyncIterator]();
    this.#partBytes = partBytes;
  }

  /** Waits for the first bytes of the next part. @returns false: the stream has ended */
  async hasMore(): Promise<boolean> {
    while (this.#rest.length === 0 && !this.#ended) await this.#pull();
    return this.#rest.length > 0;
  }

  async read(): Promise<Buffer> {
    // Memory pages that are never written take no RAM.
    const part = Buffer.allocUnsafeSlow(this.#partBytes);
    let bytes = 0;
    while (bytes < part.length && (await this.hasMore())) {
      const taken = this.#rest.subarray(0, part.length - bytes);
      part.set(taken, bytes);
      bytes += taken.length;
      this.#rest = this.#rest.subarray(taken.length);
    }
    return part.subarray(0, bytes);
  }

  /** Releases a source that was not read to its end. */
  async close(): Promise<void> {
    if (!this.#ended) await this.#chunks.return?.();
  }

  async #pull(): Promise<void> {
    try {
      const { done, value } = await this.#chunks.next();
      if (done) this.#ended = true;
      else this.#rest = value;
    } catch (error) {
      this.#ended = true;
      throw error;
    }
  }
}
