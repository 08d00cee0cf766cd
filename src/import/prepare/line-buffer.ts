/** Lines are encoded so many characters at a time: a call into the encoder costs about as much as 200 of them. */
const ENCODE_AT = 16_384;

/**
 * Collects text as UTF-8. One string for a whole block, encoded at its end, cost five times as much: everything it was made
 * of outlived the young generation.
 */
export class LineBuffer {
  #bytes: Buffer;
  #length = 0;
  #pending = '';

  readonly #encoding: 'latin1' | 'utf8';

  /**
   * @param bytes expected in all; it grows when that is too few
   * @param ascii all text will be ASCII, which is copied instead of encoded
   */
  constructor(bytes: number, ascii: boolean) {
    this.#encoding = ascii ? 'latin1' : 'utf8';
    // Not from the shared pool: it is transferred to another thread.
    this.#bytes = Buffer.allocUnsafeSlow(bytes + 3 * ENCODE_AT);
  }

  add(text: string): void {
    this.#pending += text;
    if (this.#pending.length >= ENCODE_AT) this.#encode();
  }

  /** Bytes that are UTF-8 already. */
  addBytes(bytes: Buffer, start: number, end: number): void {
    if (this.#pending !== '') this.#encode();
    this.#makeRoom(end - start);
    this.#length += bytes.copy(this.#bytes, this.#length, start, end);
  }

  /** All of it; nothing may be added afterwards. */
  finish(): Uint8Array {
    this.#encode();
    return this.#bytes.subarray(0, this.#length);
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  #encode(): void {
    this.#makeRoom(this.#pending.length * 3);
    this.#length += this.#bytes.write(this.#pending, this.#length, this.#encoding);
    this.#pending = '';
  }
}
