import { openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { badRequest } from '../../base/errors.js';
import { copyBytes } from './csv-output.js';

/** The longest text fits in one page. */
const PAGE_BITS = 18;
const PAGE_BYTES = 1 << PAGE_BITS;
const LENGTH_BYTES = 4;
export const MOST_TEXT_BYTES = PAGE_BYTES - LENGTH_BYTES;
/** 64 MiB. */
const RESIDENT_PAGES = 256;
/**
 * Texts of a page that are read alone before the page is brought. Measured on Node 20.20: 3,000,000 texts of
 * 25 bytes in random order, as sorted sheets ask for them, take 14 s of processor time when each brings its
 * page.
 */
const READ_ALONE = 32;
/** Bytes that hold most texts. */
const SHORT_BYTES = 256;
/** Positions of texts take 4 bytes each. 1,000,000 rows of 10 columns have 10,000,000 at the most. */
const MAX_TEXTS = 16 << 20;
/** 4 GiB, which is as far as positions reach. */
const MAX_PAGES = 1 << (32 - PAGE_BITS);

export interface StoredText {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
}

interface Page {
  index: number;
  readonly bytes: Buffer;
  isStored: boolean;
  /** By the store's clock. */
  usedAt: number;
}

/**
 * Texts by number, a byte a character, in memory that does not grow with them: pages that have not been asked
 * for lately go to a file. Cells mostly ask for them nearly in the order in which they stand there, so that a
 * page is read once or twice.
 */
export class StringStore {
  readonly #directory: string;
  readonly #residentPages: number;
  readonly #resident: Page[] = [];
  /** Those in memory by their index. */
  readonly #pages: (Page | undefined)[] = [];
  /** Texts of each page that were read alone since it went to the file. */
  readonly #alone: number[] = [];
  readonly #text = Buffer.allocUnsafeSlow(PAGE_BYTES);
  #clock = 0;
  #positions = new Uint32Array(1 << 12);
  #count = 0;
  #end = 0;
  #file: number | null = null;

  /** @param directory of the file, which has no name there once it is open */
  constructor(directory: string, residentPages = RESIDENT_PAGES) {
    this.#directory = directory;
    this.#residentPages = residentPages;
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Adds a text of MOST_TEXT_BYTES at the most.
   * @throws AppError BAD_REQUEST when there are too many
   */
  add(bytes: Buffer, from = 0, to = bytes.length): void {
    const size = to - from;
    const left = PAGE_BYTES - (this.#end & (PAGE_BYTES - 1));
    if (left < size + LENGTH_BYTES) this.#end += left;
    const index = Math.floor(this.#end / PAGE_BYTES);
    if (this.#count >= MAX_TEXTS || index >= MAX_PAGES)
      throw badRequest('The workbook has too many different texts: export the sheet as CSV');
    const page = this.#use(index);
    const at = this.#end - index * PAGE_BYTES;
    page.bytes.writeUInt32LE(size, at);
    copyBytes(bytes, from, from + size, page.bytes, at + LENGTH_BYTES);
    this.#note(this.#end);
    this.#end += LENGTH_BYTES + size;
  }

  /** @returns where it stands until the next call, null where there is none of this number */
  find(number: number): StoredText | null {
    if (!(number >= 0 && number < this.#count) || !Number.isInteger(number)) return null;
    const position = this.#positions[number]!;
    const index = position >>> PAGE_BITS;
    if (this.#pages[index] === undefined && this.#alone[index]!++ < READ_ALONE)
      return this.#readAlone(position);
    const { bytes } = this.#use(index);
    const from = (position & (PAGE_BYTES - 1)) + LENGTH_BYTES;
    return { bytes, from, to: from + bytes.readUInt32LE(from - LENGTH_BYTES) };
  }

  #readAlone(position: number): StoredText {
    const bytes = this.#text;
    readSync(this.#file!, bytes, 0, SHORT_BYTES, position);
    const to = LENGTH_BYTES + bytes.readUInt32LE(0);
    if (to > SHORT_BYTES) readSync(this.#file!, bytes, 0, to, position);
    return { bytes, from: LENGTH_BYTES, to };
  }

  #note(position: number): void {
    if (this.#count === this.#positions.length) {
      const larger = new Uint32Array(2 * this.#count);
      larger.set(this.#positions);
      this.#positions = larger;
    }
    this.#positions[this.#count++] = position;
  }

  #use(index: number): Page {
    const page = this.#pages[index] ?? this.#bring(index);
    page.usedAt = ++this.#clock;
    return page;
  }

  #bring(index: number): Page {
    const page = this.#resident.length < this.#residentPages ? this.#addPage() : this.#freeOldest();
    page.index = index;
    page.isStored =
      this.#file !== null && readSync(this.#file, page.bytes, 0, PAGE_BYTES, index * PAGE_BYTES) > 0;
    this.#pages[index] = page;
    return page;
  }

  #addPage(): Page {
    const page = { index: 0, bytes: Buffer.allocUnsafeSlow(PAGE_BYTES), isStored: false, usedAt: 0 };
    this.#resident.push(page);
    return page;
  }

  /** Puts the page that has not been used for longest into the file. */
  #freeOldest(): Page {
    const page = this.#resident.reduce((oldest, other) => (other.usedAt < oldest.usedAt ? other : oldest));
    if (!page.isStored) writeSync(this.#openFile(), page.bytes, 0, PAGE_BYTES, page.index * PAGE_BYTES);
    this.#pages[page.index] = undefined;
    this.#alone[page.index] = 0;
    return page;
  }

  /** The thread closes it when it ends. */
  #openFile(): number {
    if (this.#file !== null) return this.#file;
    const path = join(this.#directory, `.texts.${process.pid}.${process.hrtime.bigint()}`);
    this.#file = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return this.#file;
  }
}
