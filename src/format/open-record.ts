const FIRST_BYTES = 1024;

/**
 * The bytes of a record that earlier chunks began, up to a limit. Grows by doubling, as a client may send
 * byte by byte.
 */
export class OpenRecord {
  #buffer: Buffer = Buffer.alloc(FIRST_BYTES);
  #length = 0;
  #isTooLong = false;

  constructor(readonly maxBytes: number) {}

  /** null: the record is longer than the limit. */
  get bytes(): Buffer | null {
    return this.#isTooLong ? null : this.#buffer.subarray(0, this.#length);
  }

  add(part: Buffer): void {
    const length = this.#length + part.length;
    if (this.#isTooLong || length > this.maxBytes) {
      this.#isTooLong = true;
      return;
    }
    if (length > this.#buffer.length) {
      const longer = Buffer.alloc(2 * length);
      this.#buffer.copy(longer, 0, 0, this.#length);
      this.#buffer = longer;
    }
    part.copy(this.#buffer, this.#length);
    this.#length = length;
  }

  clear(): void {
    this.#length = 0;
    this.#isTooLong = false;
  }
}
