/**
 * Writes the protobuf wire format (https://protobuf.dev/programming-guides/encoding/) into a growing buffer.
 */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  length = 0;

  /** The written bytes, valid until the next write. */
  get contents(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  varint(value: number): this {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#byte((rest % 128) | 128);
    this.#byte(rest);
    return this;
  }

  /** ZigZag by arithmetic, as bit operations are limited to 32 bits. */
  signed(value: number): this {
    return this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  raw(contents: Uint8Array): this {
    this.#reserve(contents.length);
    this.#bytes.set(contents, this.length);
    this.length += contents.length;
    return this;
  }

  number(field: number, value: number): this {
    return this.varint(field * 8).varint(value);
  }

  signedNumber(field: number, value: number): this {
    return this.varint(field * 8).signed(value);
  }

  bytes(field: number, contents: Uint8Array): this {
    return this.varint(field * 8 + 2)
      .varint(contents.length)
      .raw(contents);
  }

  text(field: number, value: string): this {
    return this.bytes(field, Buffer.from(value));
  }

  message(field: number, write: (writer: ByteWriter) => void): this {
    const writer = new ByteWriter();
    write(writer);
    return this.bytes(field, writer.contents);
  }

  #byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.length++] = value;
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.length + count));
    larger.set(this.contents);
    this.#bytes = larger;
  }
}
