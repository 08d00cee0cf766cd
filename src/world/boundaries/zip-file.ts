import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { crc32 } from './crc32.js';
import { readBytes, readRange } from './file-range.js';
import { BoundaryError } from './refusal.js';

/** https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3 */
const END_OF_DIRECTORY = 0x06054b50;
const END_OF_DIRECTORY_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_ENTRY_BYTES = 46;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const ZIP64 = 0xffffffff;
const ENCRYPTED = 1;
const MAX_DIRECTORY_BYTES = 1024 ** 2;

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packedBytes: number;
  readonly bytes: number;
  /** CRC-32 of its bytes, unpacked. */
  readonly crc: number;
  /** Of its local header. */
  readonly offset: number;
}

/**
 * The entries of a zip file, by its directory at the end.
 * @throws BoundaryError where there is none
 */
export async function readZipDirectory(file: string, handle: FileHandle): Promise<ZipEntry[]> {
  const { size } = await handle.stat();
  const tail = await readBytes(handle, Math.max(0, size - END_OF_DIRECTORY_BYTES - MAX_COMMENT_BYTES), size);
  let end = tail.length - END_OF_DIRECTORY_BYTES;
  while (end >= 0 && tail.readUInt32LE(end) !== END_OF_DIRECTORY) end--;
  if (end < 0) throw new BoundaryError(`${file} is a zip file that is not whole: its directory is missing`);
  const bytes = tail.readUInt32LE(end + 12);
  const offset = tail.readUInt32LE(end + 16);
  if (offset === ZIP64) throw new BoundaryError(`${file} is a ZIP64 file: unpack it and zip it again`);
  if (bytes > MAX_DIRECTORY_BYTES || offset + bytes > size)
    throw new BoundaryError(`${file} is a zip file whose directory cannot be read`);
  return [...entriesOf(file, await readBytes(handle, offset, offset + bytes))];
}

function* entriesOf(file: string, directory: Buffer): Generator<ZipEntry> {
  for (let at = 0; at + DIRECTORY_ENTRY_BYTES <= directory.length; ) {
    if (directory.readUInt32LE(at) !== DIRECTORY_ENTRY)
      throw new BoundaryError(`${file} is a zip file whose directory cannot be read`);
    const nameBytes = directory.readUInt16LE(at + 28);
    const nameAt = at + DIRECTORY_ENTRY_BYTES;
    yield {
      name: directory.toString('utf8', nameAt, nameAt + nameBytes),
      method: directory.readUInt16LE(at + 10),
      isEncrypted: (directory.readUInt16LE(at + 8) & ENCRYPTED) !== 0,
      packedBytes: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
      crc: directory.readUInt32LE(at + 16),
      offset: directory.readUInt32LE(at + 42),
    };
    at = nameAt + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
}

/**
 * The bytes of an entry, unpacked as they are taken.
 * @throws BoundaryError where they are not all there
 */
export async function* readZipEntry(
  file: string,
  handle: FileHandle,
  entry: ZipEntry,
): AsyncGenerator<Buffer> {
  const { name, method, isEncrypted, packedBytes, bytes, crc, offset } = entry;
  const broken = (why: string): BoundaryError => new BoundaryError(`${file}: ${name} ${why}`);
  if (isEncrypted) throw broken('is encrypted');
  if (method !== STORED && method !== DEFLATED)
    throw broken('is packed in a way that is not read; deflate is');
  if (packedBytes === ZIP64 || bytes === ZIP64) throw broken('is in ZIP64: unpack it and zip it again');
  const header = await readBytes(handle, offset, offset + LOCAL_HEADER_BYTES);
  if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== LOCAL_HEADER)
    throw broken('is not where it should be');
  const start = offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (packedBytes === 0 && bytes === 0) return;
  const packed = Readable.from(readRange(handle, start, start + packedBytes), { objectMode: false });
  const unpacked = method === STORED ? packed : packed.pipe(createInflateRaw());
  let unpackedBytes = 0;
  let unpackedCrc = 0;
  try {
    for await (const chunk of unpacked) {
      unpackedBytes += chunk.length;
      if (unpackedBytes > bytes) throw broken('is longer than the directory says');
      unpackedCrc = crc32(chunk, unpackedCrc);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof BoundaryError) throw error;
    throw broken(`cannot be unpacked: ${(error as Error).message}`);
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
  if (unpackedBytes < bytes) throw broken('is shorter than the directory says');
  if (unpackedCrc !== crc) throw broken('is damaged: its CRC is not the one that the directory says');
}
