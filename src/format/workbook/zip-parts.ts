import type { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { AppError, badRequest } from '../../base/errors.js';

/** A workbook has some dozens, with thousands of pictures. */
const MAX_ENTRIES = 20_000;
const CHUNK_BYTES = 256 * 1024;
/** No sheet compresses better; deflate's best, on bytes that never change, is 1:1032. */
const MAX_RATIO = 400;
/** Size of a part up to which any ratio passes. */
const FREE_BYTES = 16 << 20;

export const damagedZip = (why: string): AppError =>
  badRequest(
    `The file is a damaged zip archive or workbook (${why}): was it cut off on its way? Save it anew, or send it again`,
  );

/** The files in a zip archive, read by random access. */
export class ZipParts {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #maxBytes: number;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, maxBytes: number) {
    this.#zip = zip;
    this.#entries = entries;
    this.#maxBytes = maxBytes;
  }

  /**
   * @param fd stays open
   * @param maxBytes of one part, unpacked
   * @throws AppError BAD_REQUEST when it is damaged, or has too many files
   */
  static async open(fd: number, maxBytes: number): Promise<ZipParts> {
    try {
      // Names are judged here: some writers begin them with a slash, or have backslashes.
      const zip = await fromFdPromise(fd, { lazyEntries: true, autoClose: false, decodeStrings: false });
      const entries = new Map<string, Entry>();
      let count = 0;
      for await (const entry of zip.eachEntry()) {
        const name = partName((entry.fileName as unknown as Buffer).toString('latin1'));
        // The first of two files by one name counts.
        if (!entries.has(name)) entries.set(name, entry);
        if (++count > MAX_ENTRIES)
          throw badRequest(`The file is a zip archive of over ${MAX_ENTRIES} files, and no workbook`);
      }
      return new ZipParts(zip, entries, maxBytes);
    } catch (error) {
      throw error instanceof AppError ? error : damagedZip((error as Error).message);
    }
  }

  /** Lower case, without a leading slash. */
  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(partName(name));
  }

  /** The compressed size, 0 where there is no such part. */
  compressedBytes(name: string): number {
    return this.#entries.get(partName(name))?.compressedSize ?? 0;
  }

  /**
   * The bytes of a part as they are unpacked.
   * @throws AppError BAD_REQUEST when it is not there or damaged, has a password, or unpacks to far too much
   */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(partName(name));
    if (entry === undefined) throw damagedZip(`${name} is missing`);
    if (entry.isEncrypted())
      throw badRequest(
        'The file is a zip archive with a password: unpack it, or save the workbook without one',
      );
    const { compressionMethod: method, compressedSize } = entry;
    if (method !== 0 && method !== 8) throw damagedZip(`${name} is compressed in a way that no workbook is`);
    let size = 0;
    for await (const chunk of this.#open(entry)) {
      size += chunk.length;
      if (size > this.#maxBytes || (size > FREE_BYTES && size > MAX_RATIO * compressedSize))
        throw badRequest(
          `The file unpacks to far more than a workbook of its size holds (${name}): save it anew, or export the sheet as CSV`,
        );
      yield chunk;
    }
    if (size !== entry.uncompressedSize) throw damagedZip(`${name} ends too early`);
  }

  /** Inflates a part in larger steps than yauzl does. */
  async *#open(entry: Entry): AsyncGenerator<Buffer> {
    let source: Readable | null = null;
    try {
      source = await this.#zip.openReadStreamPromise(entry, { decodeFileData: false });
      if (entry.compressionMethod === 0) return yield* source as AsyncIterable<Buffer>;
      const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
      source.on('error', (error) => inflate.destroy(error));
      yield* source.pipe(inflate) as AsyncIterable<Buffer>;
    } catch (error) {
      throw error instanceof AppError ? error : damagedZip((error as Error).message);
    } finally {
      source?.destroy();
    }
  }
}

/** Names in packages are compared without case (ECMA-376 part 2, 6.2.2.3). */
export const partName = (name: string): string =>
  name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
