/** Cuts a stream into parts of one size; the last one is shorter, or the only one and empty. */
export class PartReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #partBytes: number;
  #rest: Uint8Array = new Uint8Array();
  #ended = false;

  constructor(content: AsyncIterable<Uint8Array>, partBytes: number) {
    this.#chunks = content[Symbol.asyncIterator]();
    this.#partBytes = partBytes;
  }

  /** Waits until there is something of the next part. @returns false: there is none */
  async hasMore(): Promise<boolean> {
    while (this.#rest.length === 0 && !this.#ended) await this.#pull();
    return this.#rest.length > 0;
  }

  async read(): Promise<Buffer> {
    // Memory that is not written to is not taken.
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

  /** Lets the source go that is not read to its end. */
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
