/** Bytes below which a loop is faster than Buffer.copy. */
const SHORT = 40;
const BILLION = 1e9;
const ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;
const THREE_DIGITS = Buffer.from(Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0')).join(''));

/** A growing buffer. */
export class ByteSink {
  #bytes: Buffer;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafe(Math.max(16, capacity));
  }

  get length(): number {
    return this.#length;
  }

  /** The written bytes, valid until the next write. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  write(source: Buffer, start: number, end: number): void {
    this.#reserve(end - start);
    const bytes = this.#bytes;
    let at = this.#length;
    if (end - start < SHORT) for (let from = start; from < end; from++) bytes[at++] = source[from]!;
    else at += source.copy(bytes, at, start, end);
    this.#length = at;
  }

  writeAll(source: Buffer): void {
    this.write(source, 0, source.length);
  }

  writeByte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  /**
   * Writes a number rounded to at most 9 decimals. The shortest text that reads as the same double takes
   * several times as long.
   * @param value between -1,000,000 and 1,000,000
   */
  writeDecimal(value: number): void {
    const scaled = Math.round(Math.abs(value) * BILLION);
    const whole = Math.floor(scaled / BILLION);
    if (value < 0 && scaled > 0) this.writeByte(MINUS);
    this.#writeDigits(whole, 1);
    const fraction = scaled - whole * BILLION;
    if (fraction === 0) return;
    this.writeByte(POINT);
    this.#writeBillionths(fraction);
  }

  /** Writes a whole number, from 0 to 2^53. */
  writeInteger(value: number): void {
    const high = Math.floor(value / BILLION);
    if (high > 0) this.#writeDigits(high, 1);
    this.#writeDigits(value - high * BILLION, high > 0 ? 9 : 1);
  }

  /**
   * @param value below 2^31
   * @param least number of digits, padded with zeros
   */
  #writeDigits(value: number, least: number): void {
    let digits = least;
    for (let power = 10 ** least; power <= value; power *= 10) digits++;
    this.#reserve(digits);
    const bytes = this.#bytes;
    let rest = value | 0;
    for (let at = this.#length + digits - 1; at >= this.#length; at--) {
      const tenth = (rest / 10) | 0;
      bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.#length += digits;
  }

  /** Writes nine decimals without trailing zeros, three at a time: twice as fast as one by one. */
  #writeBillionths(fraction: number): void {
    this.#reserve(9);
    const bytes = this.#bytes;
    const thousands = (fraction / 1000) | 0;
    const first = (thousands / 1000) | 0;
    let at = this.#length;
    for (const three of [first, thousands - first * 1000, fraction - thousands * 1000]) {
      bytes[at++] = THREE_DIGITS[3 * three]!;
      bytes[at++] = THREE_DIGITS[3 * three + 1]!;
      bytes[at++] = THREE_DIGITS[3 * three + 2]!;
    }
    while (bytes[at - 1] === ZERO) at--;
    this.#length = at;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
