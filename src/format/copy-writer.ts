import { escapeCopyText } from './cells/copy-text.js';

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const QUOTE = 34;
const ZERO = 48;
const BACKSLASH = 92;

/** For each byte that COPY text escapes the letter behind the backslash; 0 for the others. */
const COPY_ESCAPES = new Uint8Array(256);
/**
 * For each byte that JSON escapes what stands behind its backslash, which COPY text doubles; 0 for the
 * others.
 */
const JSON_ESCAPES: (Uint8Array | 0)[] = Array(256).fill(0);
for (const [byte, letter] of [
  [TAB, 't'],
  [LF, 'n'],
  [CR, 'r'],
  [BACKSLASH, '\\'],
] as const)
  COPY_ESCAPES[byte] = letter.charCodeAt(0);
for (const byte of [...Array(SPACE).keys(), QUOTE, BACKSLASH])
  JSON_ESCAPES[byte] = Buffer.from(escapeCopyText(JSON.stringify(String.fromCharCode(byte)).slice(1, -1)));
/** `\\u0001` */
const LONGEST_JSON_ESCAPE = 7;

const NULL = Buffer.from('\\N');
/** A call that copies bytes costs more than so many of them. */
const SHORT = 32;
const BILLION = 1e9;
/** Two digits each, as their two bytes: half the divisions of a number. */
const PAIRS = Uint16Array.from(
  { length: 100 },
  (_, n) => ((ZERO + Math.floor(n / 10)) << 8) | (ZERO + (n % 10)),
);
const BILLION_DIGITS = 9;

/** Writes lines of text in UTF-8, those of COPY above all, one behind the other into one piece of memory. */
export class CopyWriter {
  #bytes: Buffer;
  #view: DataView;
  #at = 0;

  /** @param bytes to write to; when these are too few, memory of its own */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#at;
  }

  /** Bytes written; nothing may be added afterwards. */
  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  tab(): void {
    this.byte(TAB);
  }

  byte(byte: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#at++] = byte;
  }

  /** @param size of it in bytes, with spaces behind it */
  lineEnd(size: number): void {
    this.#makeRoom(size);
    this.#bytes[this.#at] = LF;
    for (let at = this.#at + 1; at < this.#at + size; at++) this.#bytes[at] = SPACE;
    this.#at += size;
  }

  null(): void {
    this.asIs(NULL);
  }

  /** Bytes that are escaped already. */
  asIs(bytes: Buffer, from = 0, end = bytes.length): void {
    this.#makeRoom(end - from);
    if (end - from > SHORT) {
      this.#at += bytes.copy(this.#bytes, this.#at, from, end);
      return;
    }
    const out = this.#bytes;
    let to = this.#at;
    for (let at = from; at < end; at++) out[to++] = bytes[at]!;
    this.#at = to;
  }

  /** A string that is escaped already. */
  textAsIs(text: string): void {
    this.#makeRoom(3 * text.length);
    this.#at += this.#bytes.write(text, this.#at, 'utf8');
  }

  /** @param n 0 to 2^53 - 1 */
  integer(n: number): void {
    this.#makeRoom(2 * BILLION_DIGITS);
    if (n < BILLION) {
      let digits = 1;
      for (let rest = n; rest >= 10; rest = (rest / 10) | 0) digits++;
      this.#digits(n, digits);
      return;
    }
    const billions = Math.floor(n / BILLION);
    this.integer(billions);
    this.#digits(n - billions * BILLION, BILLION_DIGITS);
  }

  /** Room for a number of so many digits, for `digitsAt`. @returns where it begins */
  roomForDigits(digits: number): number {
    this.#makeRoom(digits);
    const at = this.#at;
    this.#at += digits;
    return at;
  }

  /** Writes a number into the room for it, with leading zeros. @param n 0 to 2^53 - 1 */
  digitsAt(at: number, n: number, digits: number): void {
    const end = this.#at;
    const billions = Math.floor(n / BILLION);
    this.#at = at;
    this.#digits(billions, digits - BILLION_DIGITS);
    this.#digits(n - billions * BILLION, BILLION_DIGITS);
    this.#at = end;
  }

  /** The memory of what is written so far, which may move with the next. */
  get view(): DataView {
    return this.#view;
  }

  /** A string; '' stays one. */
  text(text: string): void {
    this.#makeRoom(2 * text.length);
    const out = this.#bytes;
    let to = this.#at;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127 || COPY_ESCAPES[code] !== 0) {
        this.textAsIs(escapeCopyText(text));
        return;
      }
      out[to++] = code;
    }
    this.#at = to;
  }

  textOrNull(text: string): void {
    if (text === '') this.null();
    else this.text(text);
  }

  /** A cell in UTF-8. */
  cell(bytes: Uint8Array, from: number, end: number): void {
    this.#makeRoom(2 * (end - from));
    const out = this.#bytes;
    let to = this.#at;
    for (let at = from; at < end; at++) {
      const byte = bytes[at]!;
      const letter = COPY_ESCAPES[byte]!;
      if (letter === 0) out[to++] = byte;
      else {
        out[to++] = BACKSLASH;
        out[to++] = letter;
      }
    }
    this.#at = to;
  }

  /** A cell in UTF-8 as a string of JSON. */
  jsonCell(bytes: Uint8Array, from: number, end: number): void {
    this.#makeRoom(LONGEST_JSON_ESCAPE * (end - from) + 2);
    const out = this.#bytes;
    let to = this.#at;
    out[to++] = QUOTE;
    for (let at = from; at < end; at++) {
      const byte = bytes[at]!;
      const escaped = JSON_ESCAPES[byte]!;
      if (escaped === 0) out[to++] = byte;
      else for (let i = 0; i < escaped.length; i++) out[to++] = escaped[i]!;
    }
    out[to++] = QUOTE;
    this.#at = to;
  }

  #digits(n: number, digits: number): void {
    const view = this.#view;
    let rest = n | 0;
    let at = this.#at + digits - 2;
    for (; at >= this.#at; at -= 2) {
      const hundredth = (rest / 100) | 0;
      view.setUint16(at, PAIRS[rest - 100 * hundredth]!);
      rest = hundredth;
    }
    if (at + 1 === this.#at) this.#bytes[this.#at] = ZERO + rest;
    this.#at += digits;
  }

  #makeRoom(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#bytes.length) return;
    // Not from the pool of Node: it may be transferred to another thread.
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
    this.#view = viewOf(larger);
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): DataView =>
  new DataView(buffer, byteOffset, byteLength);
