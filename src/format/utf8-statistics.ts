import { isAscii, isUtf8 } from 'node:buffer';
import type { NationalCharset } from './charset-letters.js';
import { likeliestCharset } from './likeliest-charset.js';
import { sequenceAt } from './utf8-sequence.js';

const LF = 10;
const CR = 13;
/** Bytes that end a cell of most files. */
const CELL_ENDS = new Set(Buffer.from(',;|\t\n\r'));
/** Enough to see how letters are used. */
const SAMPLE_BYTES = 64 * 1024;
const NAMES: Readonly<Record<NationalCharset, string>> = {
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250 (Central Europe)',
  'iso-8859-2': 'ISO-8859-2 (Central Europe)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'koi8-u': 'KOI8 (Cyrillic)',
  cp866: 'CP866 (Cyrillic, of DOS)',
  'iso-8859-5': 'ISO-8859-5 (Cyrillic)',
  macintosh: 'Mac Roman',
  'windows-1253': 'Windows-1253 (Greek)',
  'iso-8859-7': 'ISO-8859-7 (Greek)',
  'windows-1254': 'Windows-1254 (Turkish)',
  'windows-1255': 'Windows-1255 (Hebrew)',
  'windows-1256': 'Windows-1256 (Arabic)',
  'iso-8859-6': 'ISO-8859-6 (Arabic)',
  'windows-1257': 'Windows-1257 (Baltic)',
  'windows-874': 'Windows-874 (Thai)',
  gb18030: 'GB 18030 (Chinese)',
  big5: 'Big5 (Chinese)',
  shift_jis: 'Shift_JIS (Japanese)',
  'euc-jp': 'EUC-JP (Japanese)',
  'euc-kr': 'EUC-KR (Korean)',
};
/**
 * So many characters are enough to know that a file is UTF-8: further ones are counted where some byte is
 * none only.
 */
const ENOUGH = 100_000;

/**
 * Counts what of a file is UTF-8 beyond ASCII and what is not, over chunks whose borders may cut a character.
 * Where most of it is, a byte that is not comes from one cell of another origin, and costs the other cells
 * nothing.
 */
export class Utf8Statistics {
  /** The first bytes beyond ASCII, from the first on that is no UTF-8, with their neighbours. */
  readonly #sample: Buffer = Buffer.allocUnsafe(SAMPLE_BYTES + 16);
  #sampled = 0;
  /** The last byte is in the sample. */
  #endsSample = false;
  #valid = 0;
  #invalid = 0;
  #badCells = 0;
  #isBadCell = false;
  #firstLine = 0;
  #line = 1;
  #lastByte = LF;
  /** The character that the last chunk cut. */
  #carried: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): void {
    const bytes = this.#carried.length === 0 ? chunk : Buffer.concat([this.#carried, chunk]);
    const end = bytes.length - cutBytes(bytes);
    const whole = bytes.subarray(0, end);
    // A copy: the chunk may be large, and its owner may want it back.
    this.#carried = Buffer.from(bytes.subarray(end));
    if (this.#invalid > 0 || !isUtf8(whole)) this.#walk(bytes, end);
    else {
      if (this.#valid < ENOUGH && !isAscii(whole)) this.#valid += countLeads(whole);
      this.#countLines(whole);
    }
  }

  /** @returns what `SpoolDecoder` tells */
  finish(): { encoding: 'utf-8' | NationalCharset; note: string | null } {
    // Nothing follows the character that was cut.
    for (let i = 0; i < this.#carried.length; i++) this.#meetInvalid();
    this.#takeSample(this.#carried, this.#lastByte);
    this.#carried = Buffer.alloc(0);
    if (this.#invalid === 0) return { encoding: 'utf-8', note: null };
    if (this.#invalid > this.#valid) {
      const encoding = likeliestCharset(this.#sample.subarray(0, this.#sampled));
      const name = NAMES[encoding];
      return {
        encoding,
        note: `The file is not valid UTF-8; it was read as ${name}. Give the option encoding if that is wrong.`,
      };
    }
    const cells =
      this.#badCells === 1 ? '1 cell has bytes' : `${this.#badCells.toLocaleString('en')} cells have bytes`;
    const first = this.#badCells === 1 ? 'on' : 'the first on';
    return {
      encoding: 'utf-8',
      note: `${cells} that are not valid UTF-8, ${first} line ${this.#firstLine}: these bytes were read as Windows-1252.`,
    };
  }

  #walk(bytes: Buffer, end: number): void {
    for (let at = 0; at < end; ) {
      const byte = bytes[at]!;
      const length = sequenceAt(bytes, at);
      if (length === 0) this.#meetInvalid();
      else if (length > 1) this.#valid++;
      else if (CELL_ENDS.has(byte)) {
        this.#isBadCell = false;
        if (byte === CR || (byte === LF && this.#lastByte !== CR)) this.#line++;
      }
      const next = at + (length || 1);
      if (this.#invalid > 0 && this.#sampled < SAMPLE_BYTES)
        this.#takeSample(bytes.subarray(at, next), this.#lastByte);
      this.#lastByte = bytes[next - 1]!;
      at = next;
    }
  }

  /** @param before the byte before these */
  #takeSample(bytes: Buffer, before: number): void {
    let last = before;
    for (const byte of bytes) {
      const isTaken = this.#endsSample;
      // A byte of ASCII may be the second of a character.
      this.#endsSample = byte >= 0x80 || last >= 0x80;
      if (byte >= 0x80 && !isTaken) this.#sample[this.#sampled++] = last;
      if (this.#endsSample) this.#sample[this.#sampled++] = byte;
      last = byte;
    }
  }

  #meetInvalid(): void {
    if (this.#invalid++ === 0) this.#firstLine = this.#line;
    if (!this.#isBadCell) this.#badCells++;
    this.#isBadCell = true;
  }

  /** Looks at four bytes at once, as few of them end a line: a third of the time of a loop over bytes. */
  #countLines(bytes: Buffer): void {
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const wholeWords = bytes.length - (bytes.length % 4);
    for (let at = 0; at < wholeWords; at += 4) {
      const word = words.getInt32(at, true);
      // The highest bit of a byte stays where it is below 14; a byte above such a one may seem to be, too.
      if (((word - 0x0e0e0e0e) & ~word & 0x80808080) !== 0) this.#countLineEnds(bytes, at, at + 4);
    }
    this.#countLineEnds(bytes, wholeWords, bytes.length);
    if (bytes.length > 0) this.#lastByte = bytes[bytes.length - 1]!;
  }

  #countLineEnds(bytes: Buffer, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!;
      if (byte === CR) this.#line++;
      else if (byte === LF && (at === 0 ? this.#lastByte : bytes[at - 1]) !== CR) this.#line++;
    }
  }
}

function countLeads(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! >= 0xc0) count++;
  return count;
}

/** Bytes of a character that begins within the last 3 bytes and goes on behind them. */
function cutBytes(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const at = bytes.length - back;
    if (bytes[at]! < 0x80) return 0;
    if (bytes[at]! >= 0xc0) return sequenceAt(bytes, at) > back ? back : 0;
  }
  return 0;
}
