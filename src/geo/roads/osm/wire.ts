/** Error of a malformed file or message, in words for people. */
export class OsmFormatError extends Error {}

/** Bound on varints: ids, offsets and lengths stay exact in doubles. */
const MAX_SHIFT = 2 ** 49;

/**
 * Reads the protobuf wire format (https://protobuf.dev/programming-guides/encoding/) in place. Numbers become
 * doubles, exact up to 2^53; OSM ids are far below.
 * @throws OsmFormatError where the bytes end within a value
 */
export class WireReader {
  at: number;

  constructor(
    readonly bytes: Uint8Array,
    from = 0,
    readonly end = bytes.length,
  ) {
    this.at = from;
  }

  get hasMore(): boolean {
    return this.at < this.end;
  }

  varint(): number {
    const { bytes } = this;
    const byte = bytes[this.at++]!;
    return byte < 0x80 ? byte : this.#longVarint(byte & 0x7f);
  }

  #longVarint(first: number): number {
    const { bytes, end } = this;
    // Up to four bytes by integer arithmetic, which covers nearly all values.
    let value = first;
    for (let shift = 7; shift <= 21; shift += 7) {
      if (this.at >= end) throw new OsmFormatError('a number is cut off');
      const byte = bytes[this.at++]!;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    for (let shift = 2 ** 28; ; shift *= 128) {
      if (this.at >= end) throw new OsmFormatError('a number is cut off');
      const byte = bytes[this.at++]!;
      // Negative int64 take ten bytes; no field read here is negative.
      if (shift > MAX_SHIFT && byte > 0x0f) throw new OsmFormatError('a number is too large');
      value += (byte & 0x7f) * shift;
      if (byte < 0x80) return value;
    }
  }

  /** Decodes ZigZag. */
  signed(): number {
    const value = this.varint();
    if (value <= 0x7fff_ffff) return (value >>> 1) ^ -(value & 1);
    // Division instead of shifts, which are limited to 32 bits.
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** A reader over the bytes of a length-delimited field. */
  message(): WireReader {
    const length = this.varint();
    const from = this.at;
    this.at += length;
    if (this.at > this.end) throw new OsmFormatError('a message is cut off');
    return new WireReader(this.bytes, from, this.at);
  }

  text(): string {
    const { at, end } = this.message();
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + at, end - at).toString('utf8');
  }

  /** Skips a field of the wire type `tag & 7`. */
  skip(tag: number): void {
    const type = tag & 7;
    if (type === 0) this.varint();
    else if (type === 1) this.at += 8;
    else if (type === 2) {
      const length = this.varint();
      this.at += length;
    } else if (type === 5) this.at += 4;
    else throw new OsmFormatError(`a field has the unknown wire type ${type}`);
    if (this.at > this.end) throw new OsmFormatError('a field is cut off');
  }
}

/** Field number and wire type as one number, as `varint` reads it before each field. */
export const fieldTag = (number: number, wireType: 0 | 2): number => number * 8 + wireType;
