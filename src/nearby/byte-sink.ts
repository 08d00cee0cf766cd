/** Bytes that become more. */
export class ByteSink {
  #bytes: Buffer;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafe(Math.max(16, capacity));
  }

  get length(): number {
    return this.#length;
  }

  /** What was written; valid until the next write. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  write(source: Buffer, start: number, end: number): void {
    this.#reserve(end - start);
    // Most pieces are short: a call of copy would cost more than their bytes.
    if (end - start < 24) for (let at = start; at < end; at++) this.#bytes[this.#length++] = source[at]!;
    else this.#length += source.copy(this.#bytes, this.#length, start, end);
  }

  writeAll(source: Buffer): void {
    this.write(source, 0, source.length);
  }

  writeByte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
