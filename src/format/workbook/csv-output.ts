import { badRequest } from '../../base/errors.js';

/** Holds what a step of 256 KiB of XML becomes, in most files. */
const FIRST_BYTES = 384 * 1024;
/** A step becomes more only where its cells name long texts again and again. */
const MAX_BYTES = 32 << 20;
/** A call that copies bytes costs more than so many of them. */
const SHORT = 32;

/** CSV that grows at its end, until it is taken. */
export class CsvOutput {
  bytes: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  /** Bytes that wait to be taken; a smaller number takes back the last ones. */
  length = 0;

  /** @param text a byte a character */
  write(text: string): void {
    this.#makeRoom(text.length);
    this.length += this.bytes.write(text, this.length, 'latin1');
  }

  append(source: Buffer, from: number, to: number): void {
    this.#makeRoom(to - from);
    copyBytes(source, from, to, this.bytes, this.length);
    this.length += to - from;
  }

  repeat(byte: number, count: number): void {
    this.#makeRoom(count);
    if (count === 1) this.bytes[this.length] = byte;
    else this.bytes.fill(byte, this.length, this.length + count);
    this.length += count;
  }

  /** Bytes that stay as they are, whatever is written afterwards. @param to where those begin that wait on */
  take(to = this.length): Buffer {
    const { bytes, length } = this;
    this.bytes = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, length - to));
    this.length = bytes.copy(this.bytes, 0, to, length);
    return bytes.subarray(0, to);
  }

  /** @throws AppError BAD_REQUEST when it is too much to be held at once */
  #makeRoom(size: number): void {
    const needed = this.length + size;
    if (needed <= this.bytes.length) return;
    if (needed > MAX_BYTES)
      throw badRequest('The workbook has too many long texts in too few rows: export the sheet as CSV');
    const larger = Buffer.allocUnsafeSlow(Math.min(2 * needed, MAX_BYTES));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}

export function copyBytes(source: Buffer, from: number, to: number, target: Buffer, start: number): void {
  if (to - from > SHORT) source.copy(target, start, from, to);
  else for (let at = from, end = start; at < to; ) target[end++] = source[at++]!;
}
