/** Below this a loop is faster than a call into the runtime. */
const SHORT = 32;

/** Bytes that are added one by one and in runs. */
export class GrowingBytes {
  /** Valid up to `length`. */
  bytes: Buffer;
  length = 0;

  /** @param expected how many there will be; more cost copies */
  constructor(expected: number) {
    this.bytes = Buffer.allocUnsafe(expected);
  }

  add(byte: number): void {
    if (this.length === this.bytes.length) this.#grow(1);
    this.bytes[this.length++] = byte;
  }

  addRange(source: Buffer, from: number, to: number): void {
    const count = to - from;
    if (this.length + count > this.bytes.length) this.#grow(count);
    if (count < SHORT) {
      for (let i = from, at = this.length; i < to; i++, at++) this.bytes[at] = source[i]!;
    } else {
      source.copy(this.bytes, this.length, from, to);
    }
    this.length += count;
  }

  #grow(more: number): void {
    const larger = Buffer.allocUnsafe(Math.max(this.length + more, 2 * this.bytes.length));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
