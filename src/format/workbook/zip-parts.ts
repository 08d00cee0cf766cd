import { fstat as fstatFd, read as readFd } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createInflateRaw } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { AppError, badRequest } from '../../base/errors.js';
import { crc32 } from '../crc32.js';

/** A workbook has some dozens, with thousands of pictures. */
const MAX_ENTRIES = 20_000;
const CHUNK_BYTES = 256 * 1024;
const READ_BYTES = 64 * 1024;
/** No sheet compresses better; deflate's best, on bytes that never change, is 1:1032. */
const MAX_RATIO = 400;
/** Size of a part up to which any ratio passes. */
const FREE_BYTES = 16 << 20;

export const damagedZip = (why: string): AppError =>
  badRequest(
    `The file is a damaged zip archive or workbook (${why}): was it cut off on its way? Save it anew, or send it again`,
  );

const readBytes = promisify(readFd);
const fstat = promisify(fstatFd);

/** Reads a file that stays open, whatever becomes of the archive in it. */
class FdReader extends RandomAccessReader {
  constructor(readonly fd: number) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(readRange(this.fd, start, end), { objectMode: false });
  }

  /** A directory is read in pieces of some 50 bytes, for which a stream each takes ten times as long. */
  override read(
    ...[buffer, offset, length, position, callback]: Parameters<RandomAccessReader['read']>
  ): void {
    readFd(this.fd, buffer, offset, length, position, (error, bytesRead) =>
      callback(error ?? (bytesRead < length ? new Error('the file ends too early') : null)),
    );
  }
}

async function* readRange(fd: number, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const size = Math.min(READ_BYTES, end - at);
    const { bytesRead, buffer } = await readBytes(fd, Buffer.allocUnsafeSlow(size), 0, size, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Exports of web pages may have a page behind them. */
const MAX_BEHIND = 1 << 20;
const END_SIGNATURE = Buffer.from('PK\x05\x06');
const END_BYTES = 22;
/** Stands for what is in the record of ZIP64. */
const ELSEWHERE = 0xffffffff;

/** Where the archive in a file ends: behind the last record that knows where the directory before it is. */
async function endOfArchive(fd: number): Promise<number> {
  const { size } = await fstat(fd);
  const from = Math.max(0, size - MAX_BEHIND);
  const { bytesRead, buffer } = await readBytes(fd, Buffer.alloc(size - from), 0, size - from, from);
  const tail = buffer.subarray(0, bytesRead);
  for (
    let at = tail.lastIndexOf(END_SIGNATURE);
    at !== -1;
    at = at === 0 ? -1 : tail.lastIndexOf(END_SIGNATURE, at - 1)
  ) {
    if (at + END_BYTES > tail.length) continue;
    const directoryBytes = tail.readUInt32LE(at + 12);
    const directoryAt = tail.readUInt32LE(at + 16);
    const end = at + END_BYTES + tail.readUInt16LE(at + 20);
    const isKnown = directoryAt === ELSEWHERE || directoryAt + directoryBytes === from + at;
    if (isKnown && end <= tail.length) return from + end;
  }
  return size;
}

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
      const zip = await fromRandomAccessReaderPromise(new FdReader(fd), await endOfArchive(fd), {
        autoClose: false,
        decodeStrings: false,
      });
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

  /**
   * Tells whether a file is there.
   * @throws AppError BAD_REQUEST when the directory calls it otherwise, so that its name has changed on its
   * way
   */
  async hasIntact(name: string): Promise<boolean> {
    if (this.has(name)) return true;
    for (const entry of this.#entries.values()) {
      const { fileName } = await this.#zip
        .readLocalFileHeaderPromise(entry, { minimal: false })
        .catch((error) => {
          throw damagedZip((error as Error).message);
        });
      if (partName(fileName.toString('latin1')) === partName(name)) throw damagedZip(`${name} has two names`);
    }
    return false;
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
    let crc = 0;
    for await (const chunk of this.#open(entry)) {
      size += chunk.length;
      if (size > this.#maxBytes || (size > FREE_BYTES && size > MAX_RATIO * compressedSize))
        throw badRequest(
          `The file unpacks to far more than a workbook of its size holds (${name}): save it anew, or export the sheet as CSV`,
        );
      crc = crc32(chunk, crc);
      yield chunk;
    }
    if (size === entry.uncompressedSize && crc !== entry.crc32) throw damagedZip(`${name} has changed bytes`);
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
