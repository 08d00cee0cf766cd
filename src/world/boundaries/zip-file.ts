import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { crc32 } from '../../format/crc32.js';
import { readFileRange } from './file-range.js';
import { BoundaryError } from './refusal.js';

/** A zip file of one Shapefile has about ten. */
const MAX_ENTRIES = 10_000;

export interface ZipEntry {
  readonly name: string;
  /** Length when unpacked, as the directory of the zip file states it. */
  readonly bytes: number;
  /**
   * Unpacks the entry chunk by chunk.
   * @throws BoundaryError where its bytes are encrypted, damaged, or not as many as the directory states
   */
  read(): AsyncGenerator<Buffer>;
}

/**
 * Reads the directory at the end of a zip file, ZIP64 included.
 * @throws BoundaryError where it is missing, damaged or longer than 10,000 entries
 */
export async function readZipDirectory(file: string, handle: FileHandle): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  try {
    const { size } = await handle.stat();
    const zip = await fromRandomAccessReaderPromise(new HandleReader(handle), size, { autoClose: false });
    if (zip.entryCount > MAX_ENTRIES) throw new Error(`it has more than ${MAX_ENTRIES} entries`);
    for await (const entry of zip.eachEntry())
      entries.push({
        name: entry.fileName,
        bytes: entry.uncompressedSize,
        read: () => readZipEntry(file, zip, entry),
      });
    return entries;
  } catch (error) {
    throw new BoundaryError(`cannot read the directory of the zip file ${file}: ${(error as Error).message}`);
  }
}

class HandleReader extends RandomAccessReader {
  constructor(readonly handle: FileHandle) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(readFileRange(this.handle, start, end), { objectMode: false });
  }
}

async function* readZipEntry(file: string, zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let crc = 0;
  try {
    const unpacked = await zip.openReadStreamPromise(entry);
    for await (const chunk of unpacked) {
      crc = crc32(chunk, crc);
      yield chunk;
    }
    // yauzl checks the length alone.
    if (crc !== entry.crc32) throw new Error('its CRC differs from the one in the directory');
  } catch (error) {
    throw new BoundaryError(`cannot unpack ${entry.fileName} of ${file}: ${(error as Error).message}`);
  }
}
