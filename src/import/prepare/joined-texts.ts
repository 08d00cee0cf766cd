const TAB = 9;
const LF = 10;
const CR = 13;
const BACKSLASH = 92;
const LETTER_N = 78;
const FIRST_BYTES = 1 << 14;

/** For each letter behind a backslash in COPY text what both stand for: another byte stands for itself. */
const ESCAPED = Uint8Array.from({ length: 256 }, (_, byte) => byte);
ESCAPED['t'.charCodeAt(0)] = TAB;
ESCAPED['n'.charCodeAt(0)] = LF;
ESCAPED['r'.charCodeAt(0)] = CR;

/** Texts of a column, one a row, joined in UTF-8. */
export class JoinedTexts {
  readonly #separator: Buffer;
  readonly #nothing: Buffer;
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #at = 0;
  #rows = 0;
  #firstEnd = 0;
  /** All texts so far are the same. */
  isShared = true;

  constructor({ separator, nothing }: { separator: string; nothing: string }) {
    this.#separator = Buffer.from(separator);
    this.#nothing = Buffer.from(nothing);
  }

  /** The first text; null: it is none. */
  get first(): string | null {
    const text = this.#bytes.subarray(0, this.#firstEnd);
    return text.equals(this.#nothing) ? null : text.toString();
  }

  finish(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  add(text: string | null): void {
    const from = this.#begin(text === null ? 0 : 3 * text.length);
    if (text === null) this.#put(this.#nothing);
    else this.#at += this.#bytes.write(text, this.#at);
    this.#end(from);
  }

  /**
   * Adds a column of a line of COPY text as `CopyWriter` writes it.
   * @param limit end of the line
   * @returns where the column ends
   */
  addColumn(line: Buffer, start: number, limit: number): number {
    const from = this.#begin(limit - start);
    if (line[start] === BACKSLASH && line[start + 1] === LETTER_N) {
      this.#put(this.#nothing);
      this.#end(from);
      return start + 2;
    }
    const out = this.#bytes;
    let at = start;
    let to = this.#at;
    for (; at < limit; at++) {
      const byte = line[at]!;
      if (byte === TAB) break;
      out[to++] = byte === BACKSLASH ? ESCAPED[line[++at]!]! : byte;
    }
    this.#at = to;
    this.#end(from);
    return at;
  }

  /** @param room for the text */
  #begin(room: number): number {
    const needed = this.#at + room + this.#separator.length + this.#nothing.length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed);
      this.#bytes.copy(larger, 0, 0, this.#at);
      this.#bytes = larger;
    }
    if (this.#rows++ > 0) this.#put(this.#separator);
    return this.#at;
  }

  #put(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at++) this.#bytes[this.#at++] = bytes[at]!;
  }

  #end(from: number): void {
    if (this.#rows === 1) this.#firstEnd = this.#at;
    else if (this.isShared) this.isShared = this.#isFirst(from);
  }

  #isFirst(from: number): boolean {
    const length = this.#firstEnd;
    if (this.#at - from !== length) return false;
    for (let at = 0; at < length; at++) if (this.#bytes[at] !== this.#bytes[from + at]) return false;
    return true;
  }
}
