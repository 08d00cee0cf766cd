import type { XmlScanner } from './xml-scanner.js';

/** Reads elements that are written plainly, as nearly all of a large part are, from their bytes. */
export interface PlainElements {
  /** Names of the elements that they stand in, from the root. */
  readonly within: readonly string[];
  /** Ends each of them. */
  readonly endTag: string;
  /**
   * Reads elements up to one that is not plain.
   * @param to where an end tag ends
   * @returns where the last of them ends
   */
  read(bytes: Buffer, from: number, to: number): number;
}

/** An element that is longer goes to the scanner in pieces. */
const MAX_REST_BYTES = 1 << 20;
const NOTHING = Buffer.alloc(0);

/**
 * Hands the bytes of a part to what reads its plain elements, and all others to the scanner.
 *
 * Measured on Node 20.20: 1,000,000 rows of 10 columns with 3,000,000 shared texts (433 MB of XML) take 2.2 s
 * of processor time, inflating included; as events of XML 7.0 s. Inflating alone is 0.7 s.
 */
export class PlainFirst {
  readonly #plain: PlainElements;
  readonly #scanner: XmlScanner;
  /** Bytes behind the last end tag. */
  #rest: Buffer = NOTHING;

  constructor(plain: PlainElements, scanner: XmlScanner) {
    this.#plain = plain;
    this.#scanner = scanner;
  }

  push(chunk: Buffer): void {
    const { within, endTag } = this.#plain;
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const to = bytes.lastIndexOf(endTag) + endTag.length;
    const hasEnd = to >= endTag.length;
    let at = 0;
    let rests = this.#scanner.restsIn(within);
    // A comment may hold end tags, and the scanner reads what it has of it anew at each push.
    let endsElement = hasEnd;
    while (at < bytes.length) {
      if (rests) {
        if (hasEnd) at = this.#plain.read(bytes, at, to);
        if ((!hasEnd || at === to) && bytes.length - at <= MAX_REST_BYTES) break;
      }
      const end = endsElement && at < to ? bytes.indexOf(endTag, at) + endTag.length : bytes.length;
      this.#scanner.push(bytes.subarray(at, end));
      at = end;
      rests = this.#scanner.restsIn(within);
      endsElement &&= rests;
    }
    this.#rest = bytes.subarray(at);
  }

  finish(): void {
    this.#scanner.push(this.#rest);
    this.#scanner.finish();
  }
}
