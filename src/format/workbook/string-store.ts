import { openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { badRequest } from '../../base/errors.js';

/** The longest text fits in one page; what is cut is longer than a cell may be all the same. */
const PAGE_BITS = 17;
const PAGE_BYTES = 1 << PAGE_BITS;
const LENGTH_BYTES = 4;
const LONGEST = PAGE_BYTES - LENGTH_BYTES;
/** 64 MiB. */
const RESIDENT_PAGES = 512;
/** Positions of texts take 4 bytes each. 1,000,000 rows of 10 columns have 10,000,000 at the most. */
const MAX_TEXTS = 16 << 20;
/** 4 GiB, which is as far as positions reach. */
const MAX_PAGES = 1 << (32 - PAGE_BITS);

interface Page {
  readonly bytes: Buffer;
  isStored: boolean;
}

/**
 * Texts by number, a byte a character, in memory that does not grow with them: pages that have not been asked for lately go to a file.
 * Cells ask for them nearly in the order in which they stand there, so that a page is read once or twice.
 */
export class StringStore {
  readonly #directory: string;
  readonly #residentPages: number;
  /** The page that was used last is the last one. */
  readonly #resident = new Map<number, Page>();
  #positions = new Uint32Array(1 << 12);
  #count = 0;
  #end = 0;
  #lastIndex = -1;
  #last: Page | null = null;
  #file: number | null = null;

  /** @param directory of the file, which has no name there once it is open */
  constructor(directory: string, residentPages = RESIDENT_PAGES) {
    this.#directory = directory;
    this.#residentPages = residentPages;
  }

  get count(): number {
    return this.#count;
  }

  /** @throws AppError BAD_REQUEST when there are too many */
  add(text: string): void {
    const bytes = Math.min(text.length, LONGEST);
    const left = PAGE_BYTES - (this.#end & (PAGE_BYTES - 1));
    if (left < bytes + LENGTH_BYTES) this.#end += left;
    const index = Math.floor(this.#end / PAGE_BYTES);
    if (this.#count >= MAX_TEXTS || index >= MAX_PAGES)
      throw badRequest('The workbook has too many different texts: export the sheet as CSV');
    const page = index === this.#lastIndex ? this.#last! : this.#use(index);
    const at = this.#end - index * PAGE_BYTES;
    page.bytes.writeUInt32LE(bytes, at);
    page.bytes.write(text, at + LENGTH_BYTES, bytes, 'latin1');
    this.#note(this.#end);
    this.#end += LENGTH_BYTES + bytes;
  }

  /** @returns null: there is none of this number */
  get(number: number): string | null {
    if (!(number >= 0 && number < this.#count) || !Number.isInteger(number)) return null;
    const position = this.#positions[number]!;
    const index = position >>> PAGE_BITS;
    const { bytes } = index === this.#lastIndex ? this.#last! : this.#use(index);
    const at = position & (PAGE_BYTES - 1);
    const start = at + LENGTH_BYTES;
    return bytes.toString('latin1', start, start + bytes.readUInt32LE(at));
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
    const page = this.#resident.get(index) ?? this.#bring(index);
    this.#resident.delete(index);
    this.#resident.set(index, page);
    this.#lastIndex = index;
    this.#last = page;
    return page;
  }

  #bring(index: number): Page {
    const bytes =
      this.#resident.size < this.#residentPages ? Buffer.allocUnsafeSlow(PAGE_BYTES) : this.#takeOldest();
    const isStored =
      this.#file !== null && readSync(this.#file, bytes, 0, PAGE_BYTES, index * PAGE_BYTES) > 0;
    return { bytes, isStored };
  }

  /** @returns the memory of the page, whose bytes are in the file now */
  #takeOldest(): Buffer {
    const [index, page] = this.#resident.entries().next().value!;
    this.#resident.delete(index);
    if (!page.isStored) writeSync(this.#openFile(), page.bytes, 0, PAGE_BYTES, index * PAGE_BYTES);
    return page.bytes;
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
